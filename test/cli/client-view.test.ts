// Goal: `recall --as` tells what a server on the same home really sends, and says it so that a person can read it.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectClient, type McpClient } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill, writeSkills } from '../support/written-skills.ts'
import { inProcess } from './in-process.ts'
import { expectRow, type Row } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const MESSAGE = 'roll the release back with the canary'
const { folder: home, remove } = makeFolder()
let agent: McpClient

beforeAll(async () => {
  writeSkills(home, 118)
  const long = `Roll a release back, ${'slowly and '.repeat(17)}then look at the canary of the second region`
  writeSkill(home, 'back/release', '# Back\n\nRoll it back.\n', { summary: long })
  writeSkill(home, 'back/canary', '# Canary\n\nLook at it.\n', { summary: 'Look at the canary' })
  agent = await connectClient('v2 default', { kind: 'stdio', home })
})
afterAll(async () => {
  await agent.close()
  remove()
})

type View = { client: string; parts: { channel: string; text: string; cut?: Record<string, unknown> }[] }

async function view(client: string, ...more: string[]): Promise<View> {
  const { out, err } = await inProcess(['recall', MESSAGE, '--as', client, '--json', '--home', home, ...more])
  expect(err).toBe('')
  return JSON.parse(out)
}

function textOf({ parts }: View, channel: string): string | undefined {
  return parts.find((part) => part.channel === channel)?.text
}

test('each text is the one that a server sends', async () => {
  const [gemini, claudeCode] = [await view('gemini', '--bodies', '1'), await view('claude-code', '--bodies', '1')]
  const tools = await agent.tools()
  const answer = await agent.call('recall_skills', { message: MESSAGE, bodies: 1 })
  expect(textOf(gemini, 'instructions')).toBe(agent.instructions())
  expect(textOf(claudeCode, 'instructions')).toBe(agent.instructions())
  expect(textOf(gemini, 'tool descriptions')).toBe(
    tools.map(({ name, description }) => `${name}: ${description}`).join('\n'),
  )
  expect(textOf(gemini, 'tool')).toBe(answer.content[0]!.text)
  expect(JSON.parse(textOf(claudeCode, 'tool')!)).toEqual(answer.structuredContent)
})

test('a silent answer is the one that a server sends, too', async () => {
  const { out } = await inProcess(['recall', 'hm', '--as', 'gemini', '--json', '--home', home])
  const answer = await agent.call('recall_skills', { message: 'hm' })
  expect(textOf(JSON.parse(out), 'tool')).toBe(answer.content[0]!.text)
})

test('the document has this form', async () => {
  const { client, parts, ...rest } = await view('claude-code')
  expect([client, Object.keys(rest)]).toEqual(['claude-code', ['title', 'notes']])
  expect(parts.map(({ channel }) => channel)).toEqual([
    'instructions',
    'session-start hook',
    'per-turn hook',
    'tool descriptions',
    'tool',
  ])
  expect(Object.keys(parts[0]!)).toEqual([
    'channel',
    'reaches',
    'known',
    'when',
    'text',
    'chars',
    'tokensEstimated',
    'cut',
  ])
  const { skillsLeftOut, summariesCut, charsLost } = parts[0]!.cut!
  // 123 with the three that a fresh home begins with.
  const told = Number(/and (\d+) more: list_skills$/.exec(parts[0]!.text)?.[1])
  expect(told).toBeGreaterThan(60)
  expect(skillsLeftOut).toHaveLength(told)
  expect(skillsLeftOut).toContain('skill-117')
  expect(summariesCut).toEqual([{ name: 'back/release', wordsLost: ['look', 'canary', 'second', 'region'] }])
  expect(charsLost).toBeGreaterThan(2_000)
})

const ROWS: Row[] = [
  {
    args: ['recall', MESSAGE, '--as', 'claude-code'],
    out: /^What the model of Claude Code sees\. [\s\S]*\ninstructions +yes +documented +\d+ +\d+\nsession-start hook +with a hook [\s\S]*\n-{100}\nSkill Cortex keeps [\s\S]*\nand \d+ more: list_skills\n-{100}\n\d+ characters, about \d+ tokens\.\nLost: \d+ characters\.\nLeft out \(\d+\):\n {2}[\s\S]*skill-117[\s\S]*\nSummaries cut, with the words lost \(1\):\n {2}back\/release: look, canary, second, region\n/,
  },
  {
    args: ['recall', MESSAGE, '--as', 'claude-desktop'],
    out: /\ninstructions +no +observed\n[\s\S]*\nINSTRUCTIONS: not shown to the model; Claude Desktop was seen [\s\S]*\nTOOL: shown to the model when it calls recall_skills\.\n-{100}\nRelevant skills for this message: back\/release, back\/canary\b/,
  },
  {
    args: ['recall', MESSAGE, '--as', 'gemini', '--limit', '1'],
    out: /\nTOOL: [^\n]*\nThe same text as by the per-turn hook\.\n[\s\S]*\n- Skills recalled for this message: 1\. Of these the instructions name 1\.\n/,
  },
  { args: ['recall', 'hm', '--as', 'codex'], out: /\nPER-TURN HOOK: [^\n]*\nNothing is added for this message\.\n\n/ },
  {
    args: ['recall', MESSAGE, '--as', 'emacs'],
    exit: 2,
    err: /^bad-input: --as: expected one of claude-code, claude-desktop, cursor, vscode, codex, gemini, got "emacs"\n/,
  },
]

test.each(ROWS)('$args', async (row) => {
  await expectRow(row, home)
})

test('no line that is ours is longer than a screen of 100 columns', async () => {
  for (const client of ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini']) {
    const { out } = await inProcess(['recall', MESSAGE, '--as', client, '--home', home])
    // What stands between rulers is not ours.
    const ours = out.split(`${'-'.repeat(100)}\n`).filter((_, i) => i % 2 === 0)
    const long = ours.flatMap((text) => text.split('\n')).filter((line) => line.length > 100)
    expect(long).toEqual([])
  }
})
