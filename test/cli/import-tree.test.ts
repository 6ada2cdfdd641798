// Story: somebody has a library of seed 004's form, with months of use, and moves it here at a terminal. What it was used
// for is seen in the same commands as what is used from now on.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { treeSkill, treeWith, usageLine } from '../packages/tree-folders.ts'
import { inProcess } from './in-process.ts'
import { homeWith } from './run-program.ts'

const run = (args: string[], home: string, given: Parameters<typeof inProcess>[1] = {}) =>
  inProcess([...args, '--home', home], given)
const json = async (args: string[], home: string) => JSON.parse((await run([...args, '--json'], home)).out)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const day = (days: number) => daysAgo(days).slice(0, 10)
// As another system writes the same instant.
const dated = (days: number) => daysAgo(days).replace('Z', '4567+00:00')

function oldLibrary(): string {
  const used = (name: string, session: string, days: number) => usageLine(name, session, dated(days))
  return treeWith(
    {
      'mcp/email': treeSkill('mcp/email', { lastUsedAt: dated(2), seeAlso: ['Plan_Meeting'] }),
      Plan_Meeting: treeSkill('Plan_Meeting', { createdAt: dated(400), lastUsedAt: dated(300) }),
      broken: '{"name": "broken"',
    },
    {
      '5f2a': used('mcp/email', '5f2a', 3) + used('Plan_Meeting', '5f2a', 3),
      'cli-main': `${used('mcp/email', 'cli/main', 2)}{"torn\n${used('deleted', 'cli/main', 2)}`,
    },
  )
}

test('the whole move: look first, take, see the uses, and nothing more the second time', async () => {
  const [home, tree] = [homeWith([]), oldLibrary()]
  const planned = await json(['import', '--from', 'tree', tree, '--dry-run'], home)
  expect(planned).toMatchObject({
    dryRun: true,
    refused: 1,
    uses: { taken: 3, known: 0, ofOthers: 1, older: 0, unread: 1 },
  })
  expect((await json(['list'], home)).total).toBe(0)

  const { exit, out, err } = await run(['import', '--from', 'tree', tree], home)
  expect([exit, err]).toEqual([1, ''])
  expect(out.replaceAll(tree, 'TREE').split('\n')).toEqual([
    expect.stringMatching(/^skill +as /),
    expect.stringMatching(/^plan-meeting +candidate .*TREE\/skills\/Plan_Meeting\.json$/),
    expect.stringMatching(/^mcp\/email +candidate .*TREE\/skills\/mcp\/email\.json$/),
    '',
    'Not taken, or odd:',
    expect.stringMatching(/^ {2}TREE\/skills\/Plan_Meeting\.json: warning bad-name: .* Here it is "plan-meeting"\.$/),
    expect.stringMatching(/^ {2}TREE\/skills\/broken\.json:1: error json-syntax: /),
    expect.stringMatching(/^ {2}TREE\/skill-usage\/cli-main\.jsonl:2: warning usage-line: /),
    '',
    '3 uses came along, 1 of skills that were not taken, 1 that could not be read.',
    '',
    'Took 2 skills, 1 refused. What was taken waits for your yes: skill-cortex review',
    '',
  ])

  expect(await json(['stats'], home)).toMatchObject({
    ...{ sessions: 2, loads: 3, skippedLines: 0, unused: [] },
    skills: [
      { name: 'mcp/email', loads: 2, sessions: 2, lastUsedAt: expect.stringContaining(day(2)) },
      { name: 'plan-meeting', loads: 1, sessions: 1 },
    ],
    together: [{ skills: ['mcp/email', 'plan-meeting'], sessions: 1 }],
  })
  expect((await json(['list'], home)).skills).toMatchObject([
    { name: 'mcp/email', loads: 2, lastUsedAt: expect.stringContaining(day(2)) },
    { name: 'plan-meeting', loads: 1, createdAt: expect.stringContaining(day(400)) },
  ])
  expect((await json(['show', 'mcp/email'], home)).skill).toMatchObject({ seeAlso: ['plan-meeting'] })

  rmSync(join(tree, 'skills/broken.json'))
  const again = await run(['import', '--from', 'tree', tree], home)
  expect(again.exit).toBe(0)
  expect(again.out).toContain('0 uses came along, 3 had come before')
  expect(await json(['stats'], home)).toMatchObject({ loads: 3, sessions: 2 })
})

test('a library that slept for months is not put away for it: it has only just come', async () => {
  const home = homeWith([])
  const old = { createdAt: dated(400), lastUsedAt: dated(300) }
  await run(['import', '--from', 'tree', treeWith({ tea: treeSkill('tea', old) })], home)
  expect(await json(['stats', 'tea'], home)).toMatchObject({ loads: 1, lastUsedAt: expect.stringContaining(day(300)) })
  const { steps, left } = await json(['health', '--dry-run'], home)
  expect([steps, left]).toEqual([[], [expect.objectContaining({ name: 'tea', why: 'waiting' })]])
})

const WRONG: [args: string[], exit: number, err: RegExp][] = [
  [[], 2, /^bad-input: --from tree: expected one folder, got none/],
  [['a', 'b'], 2, /^bad-input: --from tree: expected one folder, got 2 paths/],
  [['/no/such/folder'], 1, /^not-found: expected a folder at "\/no\/such\/folder", got nothing there/],
]

test.each(WRONG)('import --from tree %j is refused', async (args, exit, err) => {
  const ended = await run(['import', '--from', 'tree', ...args], homeWith([]))
  expect([ended.exit, ended.out]).toEqual([exit, ''])
  expect(ended.err).toMatch(err)
})

test('the library itself is no tree to import', async () => {
  const home = homeWith([{ name: 'tea', content: 'Boil.' }])
  expect((await run(['import', '--from', 'tree', home], home)).err).toMatch(
    /^bad-input: expected the tree of another library/,
  )
})
