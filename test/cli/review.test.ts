// Goal: a person walks through all that waits with one key each, sees what each key would do, and decides about nothing
// that was not shown.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inProcess, scripted } from './in-process.ts'
import { AGENT, TEA_DRAFT, teaAndBread, workedHome, workIn } from './reviewed-home.ts'
import { homeWith, place } from './run-program.ts'

type Answers = Parameters<typeof scripted>[0]
const walk = async (home: string, answers: Answers) => {
  const asked: string[] = []
  let closed = 0
  const dialog = () => ({ ...scripted(answers, asked), close: () => void closed++ })
  const ended = await inProcess(['review', '--home', home], { isTerminal: true, dialog })
  return { ...ended, asked, closed }
}
const document = async (home: string, ...args: string[]) =>
  JSON.parse((await inProcess([...args, '--json', '--home', home])).out)
const live = (home: string, name: string) => JSON.parse(readFileSync(join(home, `skills/${name}.json`), 'utf8')).content

const withProposals = () =>
  teaAndBread(async ({ requests }) => {
    await requests.ask({ kind: 'archive', name: 'tea', reason: 'nobody\ndrinks it' }, AGENT)
    await requests.ask({ kind: 'deprecate', name: 'bread', reason: null, supersededBy: 'tea' }, AGENT)
  })

test('nothing waits', async () => {
  const home = homeWith([{ name: 'tea', content: 'x' }])
  expect(await walk(home, [])).toMatchObject({ exit: 0, out: 'Nothing waits for you.\n', asked: [], err: '' })
  expect(await document(home, 'review', '--list')).toEqual({ waiting: [], total: 0 })
  expect((await inProcess(['review', '--list', '--home', home])).out).toBe('Nothing waits for you.\n')
})

test('each is counted, shown and decided', async () => {
  const home = await withProposals()
  const { out, err, asked, closed, exit } = await walk(home, ['a', 'r', 'too vague', 'r', 'a'])
  expect(asked).toEqual([
    'a approve, r reject, s skip, d details, q quit: ',
    'a approve, r reject, s skip, d details, q quit: ',
    'Why? One line, kept for its author (empty: do not reject): ',
    'a accept, r decline, s skip, d details, q quit: ',
    'a accept, r decline, s skip, d details, q quit: ',
  ])
  expect(err.match(/^\d of \d$/gm)).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4'])
  expect(err).toMatch(/\nApproved bread: version 1, verified\.\n/)
  expect(err).toMatch(/\nRejected tea\. The draft is kept/)
  expect(err).toMatch(
    /\nProposal [0-9a-f]{8}: archive "tea"\.\nAsked for by an agent through claude-code \(save_skill\) on \d{4}-\d\d-\d\d, just now\.\nReason: nobody drinks it\n/,
  )
  expect(err).toMatch(/\nDeclined proposal [0-9a-f]{8}: nothing was changed\.\n/)
  expect(err).toMatch(/\nDone: deprecate "bread" in favour of "tea" \(version 1, deprecated\)\.\n$/)
  expect([exit, out, closed]).toEqual([0, 'Done: 1 approved, 1 accepted, 1 rejected and 1 declined.\n', 1])
  expect((await document(home, 'list')).skills).toMatchObject([
    { name: 'bread', lifecycle: 'deprecated', supersededBy: 'tea', exposure: 'hidden' },
    { name: 'tea', draft: true },
  ])
})

const LEFT: [what: string, answers: string[], out: string][] = [
  ['q', ['q'], 'Nothing was decided. 4 not looked at.\n'],
  ['leaving', [], 'Nothing was decided. 4 not looked at.\n'],
  ['s and then q', ['s', 'q'], 'Done: 1 skipped. 3 not looked at.\n'],
  ['s', ['s', 's', 's', 's'], 'Done: 4 skipped.\n'],
  ['r without a note', ['r', ' ', 'q'], 'Nothing was decided. 4 not looked at.\n'],
  ['r with too long a note', ['r', 'x'.repeat(2_001), 'q'], 'Nothing was decided. 4 not looked at.\n'],
  ['details', ['d', 'd', 's', 'd', 's', 'd', 's', 'd', 'q'], 'Done: 3 skipped. 1 not looked at.\n'],
]

test.each(LEFT)('%s decides nothing', async (_, answers, out) => {
  const home = await withProposals()
  const before = await document(home, 'review', '--list')
  expect(await walk(home, answers)).toMatchObject({ exit: 0, out, closed: 1 })
  expect(await document(home, 'review', '--list')).toEqual(before)
})

test('details are the whole text, behind a sign', async () => {
  const { err } = await walk(await withProposals(), ['s', 'd', 's', 'd', 'q'])
  expect(err).toMatch(
    /All of it, as it would be approved:\n\n {2}\| ---\n {2}\| name: tea\n[\s\S]* {2}\| Boil the water twice\.\n/,
  )
  expect(err).toMatch(/The text of tea:\n\n {2}\| ---\n[\s\S]* {2}\| Boil the water\.\n/)
})

test('a long text is not approved before all of it was shown', async () => {
  const content = `# Long\n\n${Array.from({ length: 900 }, (_, i) => `Line ${i} of it.`).join('\n')}\nrm -rf\n`
  const home = await workedHome((app) => app.library.save('long', { content }, AGENT))
  const { err, out } = await walk(home, ['a', 'd', 'a'])
  const [first, second] = err.split('You have not been shown all of it: d shows it.')
  expect(first).toMatch(/\n\.\.\. and \d+ more lines; d shows all of it\n/)
  expect(first).not.toContain('rm -rf')
  expect(second).toContain('  | rm -rf\n')
  expect(out).toBe('Done: 1 approved.\n')
})

const TURNS: ('a' | 'r')[] = ['a', 'r']
test.each(TURNS)('a text that changes before %s is told, and shown anew', async (key) => {
  const home = await teaAndBread()
  const change = async () => {
    await workIn(home, (app) =>
      app.library.edit('tea', { oldText: 'twice', newText: 'three times', all: false }, AGENT),
    )
    return key === 'a' ? 'a' : 'no good'
  }
  const { err, out } = await walk(home, key === 'a' ? ['s', change, 'a'] : ['s', 'r', change, 'q'])
  const [before, after] = err.split('\nHere it is as it stands now:\n')
  expect(before).toMatch(
    key === 'a' ? /expected the hash of what stands/ : /Nothing was rejected: tea has changed while you looked\.\n$/,
  )
  expect(after).toContain('+Boil the water three times.\n')
  expect(out).toBe(key === 'a' ? 'Done: 1 approved and 1 skipped.\n' : 'Done: 1 skipped. 1 not looked at.\n')
  if (key === 'a') expect(live(home, 'tea')).toBe(TEA_DRAFT.replace('twice', 'three times'))
})

test('a draft whose base has changed says so, and is not approved', async () => {
  const home = await teaAndBread((app) =>
    app.library.edit(
      'tea',
      { oldText: 'Warm', newText: 'Heat', all: false },
      { actor: 'operator', via: 'test', author: null },
    ),
  )
  const { err, out } = await walk(home, ['s', 'a', 's'])
  expect(err).toContain(
    'Caution: It was made from a text that is not live any more, so it cannot be approved as it is: skill-cortex diff tea --draft\n',
  )
  expect(err).toMatch(/its draft \(version 2\) was made from a text that has changed since\n {2}Nothing was accepted\./)
  expect(out).toBe('Done: 2 skipped.\n')
})

test('what somebody else decided meanwhile is passed over, and a changed proposal shown anew', async () => {
  const home = await withProposals()
  const operator = { actor: 'operator', via: 'test', author: null } as const
  const approveTea = async () => {
    await workIn(home, async ({ review }) => review.approve('tea', (await review.look('tea')).hash, operator))
    return 's'
  }
  const editTea = async () => {
    await workIn(home, (app) => app.library.edit('tea', { oldText: 'Warm', newText: 'Heat', all: false }, operator))
    return 'a'
  }
  const { err, out } = await walk(home, [approveTea, editTea, 'a', 'q'])
  expect(err).toContain('\ntea waits no longer: it has been decided meanwhile.\n')
  expect(err).toMatch(
    /Nothing was done: it has changed while you looked\.\n\nHere it is as it stands now:\n\nProposal [\s\S]*Caution: "tea" has changed since this was asked\.\n/,
  )
  expect(out).toBe('Done: 1 accepted and 2 skipped. 1 not looked at.\n')
})

test('what was rejected as it stands comes last, and says so', async () => {
  const home = await withProposals()
  await walk(home, ['r', 'burns', 'q'])
  const { out } = await inProcess(['review', '--list', '--home', home])
  expect(out).toMatch(
    /^name +what +by +day +hash +note\ntea +draft 2 +claude-code +\S+ +[0-9a-f]{12}\n[0-9a-f]{8} +proposal +claude-code +\S+ +archive "tea": nobody drinks it\n[0-9a-f]{8} +proposal .*\nbread +version 1, rejected +claude-code +\S+ +[0-9a-f]{12} +It was rejected on \S+: burns\n\n4 things wait for you\. To decide one after another: skill-cortex review\n$/,
  )
  const { waiting } = await document(home, 'review', '--list')
  expect(waiting.map((each: { isRejected?: boolean }) => each.isRejected)).toEqual([false, undefined, undefined, true])
  expect(waiting[0]).toMatchObject({
    ...{
      kind: 'text',
      name: 'tea',
      which: 'draft',
      version: 2,
      actor: 'agent',
      author: 'claude-code',
      via: 'save_skill',
    },
    ...{ approval: 'needs_reapproval', tier: 3, lifecycle: 'released', exposure: 'listed', warnings: [], cautions: [] },
    policy: { tools: [], domains: [], credentials: [], sideEffects: [] },
  })
  expect(waiting[1]).toMatchObject({
    kind: 'proposal',
    says: 'archive "tea"',
    request: { kind: 'archive', name: 'tea' },
  })
})

test('a proposal for a skill that is gone is said to be, and its accept explains itself', async () => {
  const home = await withProposals()
  await inProcess(['archive', 'tea', '--home', home])
  const { err, out } = await walk(home, ['s', 's', 'a', 'q'])
  expect(err).toContain('Caution: no skill is named "tea" now.\n')
  expect(err).toMatch(/\nskill "tea" was archived on [0-9-]+\n {2}/)
  expect(out).toMatch(/3 skipped/)
})

test('a text that is lost is listed as what it is, and the rest goes on', async () => {
  const home = await teaAndBread(async (app) => {
    await app.requests.ask({ kind: 'archive', name: 'tea', reason: null }, AGENT)
  })
  place(home, 'skills/tea.json', '{')
  const { exit, out } = await inProcess(['review', '--list', '--home', home])
  expect([exit, out]).toEqual([0, expect.stringMatching(/^bread /m)])
  expect((await walk(home, ['s', 's', 's', 's'])).exit).toBe(0)
})

test('--json asks nothing, so it needs --list', async () => {
  const home = await teaAndBread()
  const { exit, out } = await inProcess(['review', '--json', '--home', home], { isTerminal: true })
  expect([exit, JSON.parse(out).error.message]).toEqual([2, '--json: expected --list with it, got no --list'])
})

test('a merge that was asked for shows what it would make, and a yes carries it out', async () => {
  const home = await teaAndBread(async ({ requests }) => {
    await requests.propose({ kind: 'merge', name: 'tea', source: 'bread', reason: null }, AGENT)
  })
  const { err, out } = await walk(home, ['s', 's', 'd', 'a'])
  expect(err).toMatch(
    /Proposal [0-9a-f]{8}: merge "bread" into "tea"\.[\s\S]*\n\+Feed the sourdough\.\n[\s\S]*Then bread is archived, superseded by tea;/,
  )
  expect(err).toMatch(/\nDone: merge "bread" into "tea" \(version \d+, \w+\)\.\n$/)
  expect(out).toBe('Done: 1 accepted and 2 skipped.\n')
  expect(live(home, 'tea')).toContain('Feed the sourdough.')
})
