// What setup and disconnect say to people: the changes as diffs, and what is left for the person to do in each client.
import { textOf } from '../clients/config-bytes.ts'
import { type FileChange, isChange } from '../clients/file-change.ts'
import { type Installation, passingRunner } from '../clients/installation.ts'
import type { Client } from '../domain/client-channels.ts'
import { unifiedDiff } from '../domain/line-diff.ts'

/** The diffs of the files that change, one below the other. */
export function changesText(changes: FileChange[]): string {
  return changes.filter(isChange).map(diffOf).join('\n\n')
}

/** @returns an empty text for a file that stays. */
export function diffOf({ path, now, next }: FileChange): string {
  const names = {
    from: now === undefined ? '/dev/null' : path,
    to: next === undefined ? '/dev/null' : path,
  }
  return unifiedDiff(textOf(now), textOf(next), names)
}

const CLAUDE_HOOKS_READ_TWICE =
  'also runs the hooks of ~/.claude/settings.json; when Claude Code is attached as well, switch that off there'

const NEXT_STEPS: Record<Client, string[]> = {
  'claude-code': ['Start Claude Code anew; /mcp and /hooks show what it has taken over.'],
  'claude-desktop': ['Quit Claude Desktop wholly and start it again.'],
  cursor: [
    'Cursor adds a server switched off: switch skill-cortex on in its settings, under MCP.',
    `With third-party configs included, Cursor ${CLAUDE_HOOKS_READ_TWICE}, or everything is noted twice.`,
  ],
  vscode: [
    'VS Code asks whether you trust the server when it first starts it.',
    `VS Code ${CLAUDE_HOOKS_READ_TWICE} ("chat.hookFilesLocations": {"~/.claude/settings.json": false}), or everything is noted twice.`,
  ],
  codex: ['Codex skips new hooks until you trust them: open /hooks in Codex once.'],
  gemini: ['Start Gemini CLI anew; /mcp and /hooks show what it has taken over.'],
}

/** What is left to do after setup, and what about this installation will not last. */
export function nextSteps(client: Client, at: Installation): string[] {
  return [...NEXT_STEPS[client], ...passingWarning(at)]
}

/** One line when the program that a client would be told to start may vanish, else none. */
export function passingWarning(at: Installation): string[] {
  const runner = passingRunner(at)
  if (runner === undefined) return []
  return [
    `Warning: ${at.script} lies in a cache of ${runner} and may vanish, and the client would not find it: install skill-cortex globally or as a dev dependency, then run setup from there.`,
  ]
}
