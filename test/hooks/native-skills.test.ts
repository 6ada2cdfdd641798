// Goal: the hook at the start of a session leaves out what its client lists itself, says the very text that recall --as
// shows, and brings those skills up with a message as ever.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOOK_CLIENTS, type HookClient } from '../../src/domain/hook-names.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { json } from '../cli/run-program.ts'
import { INPUTS } from './client-inputs.ts'
import { homeOf, hookArgs, keepSnapshot, runHook } from './hook-home.ts'

const SKILLS = [
  { name: 'mail', summary: 'Send a letter', content: '# Mail\n' },
  { name: 'work/invoice', summary: 'Write the yearly invoice', content: '# Invoice\n' },
  { name: 'work/pdf', summary: 'Merge scanned files into one', content: '# PDF\n' },
]
const HEAD = 'Available skills (use get_skill to load full instructions):'
const ALL = `${HEAD}\n- mail: Send a letter\n- work/invoice: Write the yearly invoice\n- work/pdf: Merge scanned files into one`
const LEFT_TWO = '2 skills that this client lists itself are left out here; get_skill has them too.'
const MAIL_ALONE = `${HEAD}\n- mail: Send a letter\n${LEFT_TWO}`
const NAMES: Record<HookClient, string> = {
  claude: 'claude-code',
  codex: 'codex',
  gemini: 'gemini',
  cursor: 'cursor',
  vscode: 'vscode',
}

function homeWithSetting(config: unknown): HomeLayout {
  const layout = homeOf(SKILLS)
  writeFileSync(join(layout.home, 'config.json'), JSON.stringify(config))
  return layout
}

async function indexFor(client: HookClient, layout: HomeLayout): Promise<string> {
  const { exit, out, err } = await runHook(hookArgs('session-start', client, layout), INPUTS[client]['session-start'])
  expect([exit, err]).toEqual([0, ''])
  const { additional_context: cursor, hookSpecificOutput } = JSON.parse(out)
  return cursor ?? hookSpecificOutput.additionalContext
}

async function shownAs(client: string, layout: HomeLayout): Promise<string | undefined> {
  const { parts } = await json(['recall', 'hm', '--as', client], layout.home)
  return (parts as { channel: string; text: string }[]).find(({ channel }) => channel === 'session-start hook')?.text
}

test.each(HOOK_CLIENTS)('%s: its own setting and no other', async (client) => {
  const others = Object.values(NAMES).filter((name) => name !== NAMES[client])
  const mine = homeWithSetting({ nativeSkills: { [NAMES[client]]: ['work'] } })
  const theirs = homeWithSetting({ nativeSkills: Object.fromEntries(others.map((name) => [name, ['work']])) })
  await keepSnapshot(mine)
  for (const [layout, expected] of [
    [mine, MAIL_ALONE],
    [theirs, ALL],
  ] as const) {
    expect(await indexFor(client, layout)).toBe(expected)
    expect(await shownAs(NAMES[client], layout)).toBe(expected)
  }
})

test('nothing else to list', async () => {
  const layout = homeWithSetting({ nativeSkills: { 'claude-code': ['work', 'mail'] } })
  const expected = '3 skills that this client lists itself are left out here; get_skill has them too.'
  expect(await indexFor('claude', layout)).toBe(expected)
  expect(await shownAs('claude-code', layout)).toBe(expected)
})

test('a message brings them up all the same', async () => {
  const layout = homeWithSetting({ nativeSkills: { 'claude-code': ['work'] } })
  const { out } = await runHook(hookArgs('prompt', 'claude', layout), {
    ...INPUTS.claude.prompt,
    prompt: 'merge the scanned files into one pdf',
  })
  expect(JSON.parse(out).hookSpecificOutput.additionalContext).toMatch(/^Relevant skills for this message: work\/pdf\n/)
})

// The server refuses them and says why; a hook has nobody to tell, and shows everything.
test.each<[string, unknown]>([
  ['no object', { nativeSkills: ['work'] }],
  ['null', { nativeSkills: null }],
  ['no list', { nativeSkills: { 'claude-code': 'work' } }],
  ['a list of other things', { nativeSkills: { 'claude-code': [1, null, { work: true }, ['work']] } }],
  ['a list as the whole file', [{ 'claude-code': ['work'] }]],
  ['null as the whole file', null],
  ['a dotted key', { 'nativeSkills.claude-code': ['work'] }],
])('a setting that is %s hides nothing', async (_, config) => {
  expect(await indexFor('claude', homeWithSetting(config))).toBe(ALL)
})
