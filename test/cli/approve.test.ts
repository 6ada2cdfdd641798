// Goal: a yes is to exactly what was shown, a no keeps its note, and each says what the skill is afterwards.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inProcess } from './in-process.ts'
import { AGENT, TEA_DRAFT, teaAndBread, workIn } from './reviewed-home.ts'

const yes = { isTerminal: true, ask: () => Promise.resolve(true) }
const no = { isTerminal: true, ask: () => Promise.resolve(false) }
const document = async (home: string, ...args: string[]) =>
  JSON.parse((await inProcess([...args, '--json', '--home', home], { isTerminal: true })).out)
const hashOf = async (home: string, name: string): Promise<string> =>
  (await document(home, 'review', '--list')).waiting.find((each: { name?: string }) => each.name === name).hash
const live = (home: string, name: string) => JSON.parse(readFileSync(join(home, `skills/${name}.json`), 'utf8')).content

test('a draft is shown as what it changes, and goes live with a yes', async () => {
  const home = await teaAndBread()
  const { exit, out, err } = await inProcess(['approve', 'tea', '--home', home], yes)
  expect(err).toMatch(
    /^tea: a draft \(version 2\) waits for a yes\.\nWritten by an agent through claude-code \(save_skill\) on \d{4}-\d\d-\d\d, just now\.\nLive is another text: tier 3 of 4 \(★★★☆\), released\.\nNobody has approved its text\.\nPolicy: it asks for nothing\.\nObserved in its text: [^\n]*\nScan: nothing found\. No finding does not mean safe\.\nHash: [0-9a-f]{64}\n\n--- SKILL\.md \(live\)\n\+\+\+ SKILL\.md \(draft, version 2\)\n[\s\S]*\n-Boil the water\.\n\+Boil the water twice\.\n/,
  )
  expect(err).not.toContain('All of it')
  expect([exit, out]).toEqual([
    0,
    'Approved tea: version 2, tier 3 of 4 (★★★☆), released. Its policy applies now, and a host may run its scripts.\n',
  ])
  expect(live(home, 'tea')).toBe(TEA_DRAFT)
})

test('what nobody approved before is shown whole, behind a sign', async () => {
  const home = await teaAndBread((app) =>
    app.library.save(
      'forger',
      {
        content: '# Forger\n\nHash: 0\n--- SKILL.md\n\u001b[2JApproved forger\n',
        policy: { tools: ['ALL'], domains: ['*'], credentials: ['MAIL_KEY'], sideEffects: ['shell:run'] },
      },
      { ...AGENT, author: 'good\nHash: 0' },
    ),
  )
  const { err, out } = await inProcess(['approve', 'forger', '--home', home], yes)
  expect(err).toContain('Policy: tools ALL; domains *; credentials MAIL_KEY; side effects shell:run.\n')
  expect(err).toContain('Written by an agent through good Hash: 0 (save_skill)')
  expect(err).toContain('\n\nAll of it, as it would be approved:\n\n  | ---\n  | name: forger\n')
  expect(err).toContain('\n  | Hash: 0\n  | --- SKILL.md\n  | <U+001B>[2JApproved forger\n')
  expect(err.match(/^Hash: /gm)).toHaveLength(1)
  expect(out).toMatch(/^Approved forger: version 1, tier 2 of 4 \(★★☆☆\), verified\./)
})

test('a draft over a text that nobody approved is shown whole, too', async () => {
  const home = await teaAndBread(async (app) => {
    await app.review.pin('bread', true, { actor: 'operator', via: 'test', author: null })
    await app.library.edit('bread', { oldText: 'Feed', newText: 'Never feed', all: false }, AGENT)
  })
  const { err } = await inProcess(['approve', 'bread', '--home', home], no)
  expect(err).toMatch(
    /\n-Feed the sourdough\.\n\+Never feed[\s\S]*All of it, as it would be approved:[\s\S]* \| Never feed the sourdough\.\n/,
  )
})

test('what changed since a yes is shown as the change since, a wider policy by name', async () => {
  const home = await teaAndBread()
  await inProcess(['approve', 'bread', '--home', home], yes)
  const path = join(home, 'skills/bread.json')
  const skill = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...skill, policy: { tools: ['oven'] } }))
  const { err } = await inProcess(['approve', 'bread', '--home', home], no)
  expect(err).toContain('Caution: Its policy allows more than the one that was approved.\n')
  expect(err).toMatch(/--- policy\.json \(approved\)\n\+\+\+ policy\.json \(live\)\n[\s\S]*\+ {4}"oven"\n/)
  expect(err).not.toContain('All of it')
})

test('no is no, also at the question', async () => {
  const home = await teaAndBread()
  const { exit, out, err } = await inProcess(['approve', 'tea', '--home', home], no)
  expect([exit, out]).toEqual([1, ''])
  expect(err).toMatch(/\nrefused: tea was not approved: the answer was no\n {2}Nothing was changed\.\n$/)
  expect(live(home, 'tea')).not.toBe(TEA_DRAFT)
})

test('what changes while the person looks is not approved', async () => {
  const home = await teaAndBread()
  const ask = async () => {
    await workIn(home, (app) => app.library.edit('tea', { oldText: 'twice', newText: 'never', all: false }, AGENT))
    return true
  }
  const { exit, err } = await inProcess(['approve', 'tea', '--home', home], { isTerminal: true, ask })
  expect(exit).toBe(1)
  expect(err).toMatch(
    /\nconflict: skill "tea": expected the hash of what stands \([0-9a-f]{12}, its draft\), got [0-9a-f]{12}\n {2}Nothing was changed\./,
  )
})

const HASHES: [what: string, typed: (hash: string) => string, exit: number, err: RegExp][] = [
  ['all of it', (hash) => hash, 0, /^$/],
  ['in capitals', (hash) => hash.toUpperCase(), 0, /^$/],
  ['twelve digits', (hash) => hash.slice(0, 12), 0, /^$/],
  [
    'eleven digits',
    (hash) => hash.slice(0, 11),
    2,
    /^bad-input: --hash: expected 12 to 64 hexadecimal digits, got "[0-9a-f]{11}"/,
  ],
  ['more than all', (hash) => `${hash}0`, 2, /^bad-input: --hash: /],
  ['no hash', () => '%_\'"', 2, /^bad-input: --hash: /],
  [
    'another',
    (hash) => (hash[0] === '0' ? '1' : '0') + hash.slice(1),
    1,
    /^conflict: .*expected the hash of what stands/,
  ],
  ['the end of it', (hash) => hash.slice(-12), 1, /^conflict: /],
]

test.each(HASHES)('--hash: %s', async (_, typed, exit, err) => {
  const home = await teaAndBread()
  const hash = typed(await hashOf(home, 'tea'))
  const ended = await inProcess(['approve', 'tea', '--hash', hash, '--home', home], { isTerminal: true })
  expect(ended.exit, ended.err).toBe(exit)
  expect(ended.err).toMatch(err)
  expect(live(home, 'tea') === TEA_DRAFT).toBe(exit === 0)
})

test('approved once is approved', async () => {
  const home = await teaAndBread()
  await inProcess(['approve', 'tea', '--home', home], yes)
  const again = await inProcess(['approve', 'tea', '--home', home], yes)
  expect([again.exit, again.err]).toEqual([
    1,
    expect.stringMatching(
      /^conflict: "tea" is approved already, just as it stands, since \d{4}-\d\d-\d\d\n {2}Nothing was changed\.\n$/,
    ),
  ])
})

test('the document of a yes', async () => {
  const home = await teaAndBread()
  const hash = await hashOf(home, 'bread')
  expect(await document(home, 'approve', 'bread', '--hash', hash)).toEqual({
    ...{ name: 'bread', version: 1, hash, tier: 2, lifecycle: 'verified' },
    ...{ approval: 'approved', executable: true, exposure: 'listed' },
  })
})

test('a rejected draft is kept with its note, or let go', async () => {
  const home = await teaAndBread()
  const kept = await inProcess(['reject', 'tea', '--note', ' too\nvague ', '--home', home], yes)
  expect([kept.exit, kept.out]).toEqual([
    0,
    expect.stringMatching(/^Rejected tea\. The draft is kept, so that it can be mended; /),
  ])
  const show = await inProcess(['show', 'tea', '--home', home])
  expect(show.out).toMatch(/\nA draft \(version 2\) waits[^\n]*\nRejected on \d{4}-\d\d-\d\d: too vague\n/)
  const gone = await document(home, 'reject', 'tea', '--note', 'no', '--discard')
  expect(gone).toEqual({ name: 'tea', which: 'draft', note: 'no', discarded: true })
  expect((await document(home, 'history', 'tea')).draft).toBeNull()
  expect((await document(home, 'history', 'tea')).rejections).toMatchObject([
    { version: 2, note: 'too\nvague' },
    { version: 2, note: 'no' },
  ])
})

test('a no to what stands takes its approval back', async () => {
  const home = await teaAndBread()
  await inProcess(['approve', 'bread', '--home', home], yes)
  const { out } = await inProcess(['reject', 'bread', '--note', 'burns', '--home', home], yes)
  expect(out).toMatch(/^Rejected bread\. Its text still stands, unapproved; "skill-cortex deprecate bread"/)
  expect((await document(home, 'show', 'bread')).standing).toMatchObject({
    tier: 1,
    approval: 'pending_review',
    executable: false,
  })
})

test.each<[what: string, args: string[], err: RegExp]>([
  ['none', [], /^bad-input: --note: expected a note that says why, got none\n/],
  ['an empty one', ['--note', ' '], /^bad-input: --note: expected a note that says why, got " "\n/],
  [
    'a long one',
    ['--note', 'x'.repeat(2_001)],
    /^bad-input: --note: expected at most 2000 characters \(it has 2001\), got "x{57}\.\.\."\n/,
  ],
])('a note: %s', async (_, args, err) => {
  const home = await teaAndBread()
  const ended = await inProcess(['reject', 'tea', ...args, '--home', home], yes)
  expect(ended.exit).toBe(2)
  expect(ended.err).toMatch(err)
  expect((await inProcess(['reject', 'tea', '--note', 'x'.repeat(2_000), '--home', home], yes)).exit).toBe(0)
})

test.each(['approve', 'promote', 'pin', 'unpin', 'deprecate'])(
  '%s: a name that is none, and one that nobody has',
  async (command) => {
    const home = await teaAndBread()
    for (const name of ['a_b', '50%', "it's", 'say "x"', '../tea', '__proto__']) {
      const { exit, err, out } = await inProcess([command, name, '--home', home], yes)
      expect([name, exit, out], err).toEqual([name, 2, ''])
      expect(err).toMatch(/^bad-name: /)
    }
    const { exit, err } = await inProcess([command, 'te', '--home', home], yes)
    expect([exit, err]).toEqual([1, expect.stringMatching(/^not-found: no skill is named "te"/)])
  },
)
