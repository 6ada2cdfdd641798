// What each client's configuration has to hold for us, as data: which key gets which value, which list gets which item.
// Hooks are only those whose place and form the client's maker documents. Where the files lie is clients/client-files.ts.
import { hookArguments, type Program, SERVER_NAME, serverCommand } from './attachment.ts'
import type { Client } from './client-channels.ts'
import type { HookClient, HookEvent } from './hook-names.ts'
import { commandLine, type Shell } from './shell-words.ts'

export type ConfigEntry =
  /** One key of an object. */
  | { kind: 'member'; at: string[]; key: string; value: Record<string, unknown> }
  /** One more item of a list. */
  | { kind: 'item'; at: string[]; value: Record<string, unknown> }
  /** A key at the top that must be there, whoever put it; never taken out of a file that holds more. */
  | { kind: 'needed'; key: string; value: unknown }

export type ConfigForm = { file: 'server' | 'hooks'; language: 'json' | 'toml'; entries: ConfigEntry[] }

/** One form for each file of the client. */
export function clientForms(client: Client, program: Program, shell: Shell): ConfigForm[] {
  const server = serverCommand(program)
  const hooks = (name: HookClient, table: HookTable, form: HookShape) => hookItems(program, shell, name, table, form)
  switch (client) {
    case 'claude-code':
      return [
        json('server', [member('mcpServers', { type: 'stdio', ...server })]),
        json('hooks', claudeHooks(program, shell)),
      ]
    case 'claude-desktop':
      return [json('server', [member('mcpServers', server)])]
    case 'cursor':
      return [
        json('server', [member('mcpServers', server)]),
        json('hooks', [{ kind: 'needed', key: 'version', value: 1 }, ...hooks('cursor', CURSOR, 'bare')]),
      ]
    case 'vscode':
      return [
        json('server', [member('servers', { type: 'stdio', ...server })]),
        json('hooks', hooks('vscode', VSCODE, 'typed')),
      ]
    case 'codex':
      return [
        { file: 'server', language: 'toml', entries: [member('mcp_servers', server)] },
        json('hooks', hooks('codex', CODEX, 'grouped')),
      ]
    case 'gemini':
      return [json('server', [member('mcpServers', server), ...hooks('gemini', GEMINI, 'grouped')])]
  }
}

type HookTable = [event: string, run: HookEvent, more: Record<string, unknown>, matcher?: string][]
/** How an item of a hook list holds its command: alone, with its type, or in a group under `hooks`. */
type HookShape = 'bare' | 'typed' | 'grouped'

// Timeouts in seconds. What only writes down must not make anybody wait: it runs in the background. The end of a session
// has 1.5 seconds for all hooks together unless one asks for more. The message goes to a command although a hook of type
// mcp_tool would spare its start: what such a hook answers was seen not to reach the model (claude-code issue 64069),
// and a skill that counts as shown without having been would not be shown again.
const CLAUDE: HookTable = [
  ['SessionStart', 'session-start', { timeout: 10 }],
  ['UserPromptSubmit', 'prompt', { timeout: 10 }],
  ['PostToolUse', 'tool', { timeout: 10, async: true }],
  ['PostToolUseFailure', 'tool', { timeout: 10, async: true }],
  ['Stop', 'stop', { timeout: 10, async: true }],
  ['SessionEnd', 'session-end', { timeout: 5 }],
]

// Seconds. Older versions skip a background hook with a warning, so none is one. SessionEnd is given 3 at most.
const CODEX: HookTable = [
  ['SessionStart', 'session-start', { timeout: 10 }],
  ['UserPromptSubmit', 'prompt', { timeout: 10 }],
  ['PostToolUse', 'tool', { timeout: 10 }],
  ['Stop', 'stop', { timeout: 10 }],
  ['SessionEnd', 'session-end', { timeout: 3 }],
]

// Milliseconds. The name is what a person switches off under "disabled". Before every request to its model it says that it
// compresses "auto", whether it then does or not (its source, 0.61); only what a person asks for says anything.
const GEMINI: HookTable = [
  ['SessionStart', 'session-start', { name: SERVER_NAME, timeout: 10_000 }],
  ['BeforeAgent', 'prompt', { name: SERVER_NAME, timeout: 10_000 }],
  ['AfterTool', 'tool', { name: SERVER_NAME, timeout: 10_000 }],
  ['AfterAgent', 'stop', { name: SERVER_NAME, timeout: 10_000 }],
  ['PreCompress', 'compact', { name: SERVER_NAME, timeout: 10_000 }, 'manual'],
  ['SessionEnd', 'session-end', { name: SERVER_NAME, timeout: 5_000 }],
]

// Seconds. Nothing per message for these two: what such a hook says is not documented to reach the model.
const CURSOR: HookTable = [
  ['sessionStart', 'session-start', { timeout: 10 }],
  ['postToolUse', 'tool', { timeout: 10 }],
  ['postToolUseFailure', 'tool', { timeout: 10 }],
  ['preCompact', 'compact', { timeout: 10 }],
  ['stop', 'stop', { timeout: 10 }],
  ['sessionEnd', 'session-end', { timeout: 10 }],
]
const VSCODE: HookTable = [
  ['SessionStart', 'session-start', { timeout: 10 }],
  ['PostToolUse', 'tool', { timeout: 10 }],
  ['PreCompact', 'compact', { timeout: 10 }],
  ['Stop', 'stop', { timeout: 10 }],
]

/**
 * What a plugin of Claude Code holds, for its `.mcp.json` and `hooks/hooks.json` (build/plugin.mjs): the same server and
 * hooks. Only Claude Code reads these files, so no hook needs a shell on any system.
 */
export function claudePlugin(program: Program) {
  const hooks = Object.fromEntries(CLAUDE.map((row) => [row[0], [claudeGroup(program, row)]]))
  return { mcpServers: { [SERVER_NAME]: serverCommand(program) }, hooks }
}

// Without a shell on Windows, where Claude Code's would be one that reads backslashes. With one elsewhere: other clients
// read this file too and know nothing of `args`.
function claudeHooks(program: Program, shell: Shell): ConfigEntry[] {
  if (shell === 'sh') return hookItems(program, shell, 'claude', CLAUDE, 'grouped')
  return CLAUDE.map((row) => ({ kind: 'item', at: ['hooks', row[0]], value: claudeGroup(program, row) }))
}

function claudeGroup(program: Program, [, run, more]: HookTable[number]) {
  return { hooks: [{ type: 'command', command: program.node, args: hookArguments(program, run, 'claude'), ...more }] }
}

function hookItems(program: Program, shell: Shell, client: HookClient, table: HookTable, shape: HookShape) {
  return table.map(([event, run, more, matcher]): ConfigEntry => {
    const command = commandLine([program.node, ...hookArguments(program, run, client)], shell)
    const handler = { ...(shape === 'bare' ? {} : { type: 'command' }), command, ...more }
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] }
    return { kind: 'item', at: ['hooks', event], value: shape === 'grouped' ? group : handler }
  })
}

function member(at: string, value: Record<string, unknown>): ConfigEntry {
  return { kind: 'member', at: [at], key: SERVER_NAME, value }
}

function json(file: ConfigForm['file'], entries: ConfigEntry[]): ConfigForm {
  return { file, language: 'json', entries }
}
