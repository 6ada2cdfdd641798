// Goal: how each skill stands is said by every command that shows one, in words and as a document, and what a person
// moves is seen at once.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { inProcess } from './in-process.ts'
import { AGENT, teaAndBread, workIn } from './reviewed-home.ts'
import { homeWith, place, placeSkill } from './run-program.ts'

const yes = { isTerminal: true, ask: () => Promise.resolve(true) }
const run = async (home: string, ...args: string[]) => {
  const { exit, out, err } = await inProcess([...args, '--home', home], yes)
  return `${exit} ${out}${err}`
}
const document = async (home: string, ...args: string[]) =>
  JSON.parse((await inProcess([...args, '--json', '--home', home], yes)).out)

const failedOf = (skill: string, times: number) =>
  Array.from({ length: times }, (_, i) =>
    JSON.stringify({
      ...{ event: 'outcome', id: `o${i}`, sessionId: 's', timestamp: new Date().toISOString(), seq: i + 1 },
      ...{ actor: 'agent', skill, outcome: 'runtime_error', key: `k${i}` },
    }),
  )
    .concat('')
    .join('\n')

test('the list says the tier by stars and why a skill is shown less', async () => {
  const home = await teaAndBread()
  expect(await run(home, 'list')).toMatch(
    /^0 name +tier +origin +lifecycle +loads +last used +mark +summary\nbread +★☆☆☆ +machine +candidate +0 +never +written by an agent and not reviewed +Bake rye bread\ntea +★★★☆ +human +released +0 +never +a draft waits +Make tea\n\n2 skills\.\n$/,
  )
  expect((await document(home, 'list')).skills[0]).toMatchObject({
    ...{ name: 'bread', tier: 1, origin: 'machine', lifecycle: 'candidate', approval: 'pending_review' },
    ...{ exposure: 'listed-warn', executable: false, pinned: false, draft: false, supersededBy: null },
    warnings: ['written by an agent and not reviewed'],
  })
})

test('a person sees what agents do not, with the reason', async () => {
  const home = await teaAndBread()
  expect(await run(home, 'deprecate', 'bread', '--reason', 'burns', '--use', 'tea')).toBe(
    '0 Deprecated bread, which was candidate: it is hidden from agents now. Whoever loads it is told to use tea. To bring it back: skill-cortex promote bread\n',
  )
  expect(await run(home, 'list', '--lifecycle', 'deprecated')).toMatch(
    /\nbread +★☆☆☆ .* hidden: deprecated on \d{4}-\d\d-\d\d, superseded by "tea": burns +Bake rye bread\n\n1 skill\.\n$/,
  )
  expect(await run(home, 'show', 'bread')).toContain('\nHidden from agents: deprecated on ')
  expect(await run(home, 'list', '--origin', 'human')).toMatch(/\ntea .*\n\n1 skill\.\n$/)
  expect(await run(home, 'promote', 'bread')).toBe(
    '0 Promoted bread from deprecated to candidate. Its text is not approved by that: skill-cortex approve bread\n',
  )
})

test('in the strict gate what nobody approved is hidden, and so it says', async () => {
  const home = await teaAndBread()
  place(home, 'config.json', '{"gate": "strict"}')
  expect(await run(home, 'list', 'bread')).toContain('hidden: written by an agent and not reviewed; the gate is strict')
})

test('outcomes in the journal are in the standing, before any server has folded them', async () => {
  const home = await teaAndBread()
  place(home, 'skill-usage/s.jsonl', failedOf('bread', 5))
  expect(await run(home, 'list', 'bread')).toContain('often fails: 5 of 5 reported uses failed')
  expect(await run(home, 'show', 'bread')).toContain(
    '\nBrought up with a warning: often fails: 5 of 5 reported uses failed and written by an agent and not reviewed.\n',
  )
  expect((await document(home, 'show', 'bread')).standing.warnings).toHaveLength(2)
})

test('show says all of the standing of a skill, and of one that was archived', async () => {
  const home = await teaAndBread()
  await run(home, 'approve', 'bread')
  expect(await run(home, 'pin', 'bread')).toBe(
    '0 Pinned bread: only a person changes it now; what agents change waits as a draft.\n',
  )
  expect(await run(home, 'pin', 'bread')).toBe('1 bread is pinned already: nothing was changed.\n')
  const out = await run(home, 'show', 'bread')
  expect(out).toMatch(
    /\n\nWritten by an agent through claude-code; it is verified\.\nTier 2 of 4 \(★★☆☆\)\. Its text was approved on \d{4}-\d\d-\d\d\. Its policy applies, and a host may run its scripts\.\nBrought up where it fits\.\nPinned: only a person changes it\.\nPolicy: it asks for nothing\.\nThis is version 1\.\n/,
  )
  expect((await document(home, 'show', 'bread')).standing).toMatchObject({
    ...{ tier: 2, approval: 'approved', exposure: 'listed', executable: true, pinned: true, draft: false },
    ...{ author: 'claude-code', via: 'save_skill', approvedAt: expect.stringMatching(/^\d{4}-/), warnings: [] },
  })
  expect(await run(home, 'unpin', 'bread')).toMatch(/^0 Unpinned bread/)
  expect(await run(home, 'archive', 'bread')).toMatch(/^0 Archived bread/)
  expect(await run(home, 'show', 'bread')).toMatch(/it was archived on [\s\S]*Hidden from agents: archived on /)
  expect(await run(home, 'list', '--lifecycle', 'archived')).toMatch(/\nbread +★★☆☆ +machine +archived /)
})

test('a draft is shown when it is asked for', async () => {
  const home = await teaAndBread()
  const out = await run(home, 'show', 'tea', '--draft')
  expect(out).toMatch(/\nThis is its draft, version 2 of \S+, which does not stand; [\s\S]*\nBoil the water twice\.\n/)
  expect(await run(home, 'show', 'tea')).toMatch(
    /\nA draft \(version 2\) waits for a person: skill-cortex approve tea\n/,
  )
  expect(await document(home, 'show', 'tea', '--draft')).toMatchObject({ version: 2, which: 'draft', isLive: false })
  expect(await run(home, 'show', 'tea', '--draft', '--raw')).toMatch(/^0 ---\nname: tea\n[\s\S]*twice/)
  expect(await run(home, 'show', 'bread', '--draft')).toMatch(/^1 not-found: skill "bread" has no draft\n/)
  expect(await run(home, 'show', 'tea', '1', '--draft')).toMatch(
    /^2 bad-input: --draft: expected no version with it, got 1\n/,
  )
})

test('history names the draft, the approved version and every no', async () => {
  const home = await teaAndBread()
  await run(home, 'reject', 'tea', '--note', 'too vague')
  expect(await run(home, 'history', 'tea')).toMatch(
    /^0 tea: 1 version and a draft\.\n\nversion +day +by +cause +size\n2 +\S+ +agent +draft +\d+ bytes +waits for a person\n1 +\S+ +operator +saved +\d+ bytes +live\n\nRejected:\n\nday +version +note\n\S+ +2 +too vague\n$/,
  )
  await run(home, 'approve', 'tea')
  expect(await run(home, 'history', 'tea')).toMatch(
    /\n2 +\S+ +agent +accepted draft +\d+ bytes +live, approved on \d{4}-\d\d-\d\d\n1 /,
  )
  expect(await document(home, 'history', 'tea')).toMatchObject({
    ...{ draft: null, approvedAt: expect.any(String), rejections: [{ version: 2, note: 'too vague' }] },
    versions: [
      { version: 2, isApproved: true, isLive: true },
      { version: 1, isApproved: false, isLive: false },
    ],
  })
})

test.each<[what: string, args: string[], seen: RegExp]>([
  ['for itself', ['deprecate', 'tea', '--use', 'tea'], /^2 bad-input: --use: expected another skill, got "tea" itself/],
  ['for nobody', ['deprecate', 'tea', '--use', 'coffee'], /^1 not-found: no skill is named "coffee"/],
  ['without a reason', ['deprecate', 'tea', '--reason', ''], /^2 bad-input: --reason: expected a reason/],
  [
    'with too long a one',
    ['deprecate', 'tea', '--reason', 'x'.repeat(2_001)],
    /^2 bad-input: --reason: expected at most 2000/,
  ],
  [
    'a step that is none',
    ['promote', 'tea'],
    /^1 conflict: skill "tea" is released: there is no step "promote" from released\n {2}Possible: /,
  ],
])('refused: %s', async (_, args, seen) => {
  expect(await run(await teaAndBread(), ...args)).toMatch(seen)
})

const drafted = (home: string) => join(home, 'cortex/blobs')
const CHECKS: [what: string, hurt: (home: string) => Promise<void> | void, line: RegExp][] = [
  [
    'a draft whose text is lost',
    (home) => rmSync(drafted(home), { recursive: true }),
    /cortex\/records\/tea\.json: warning draft-lost: expected the text of its draft \(version 2\), got none: .* Let it go: skill-cortex reject tea --discard/,
  ],
  [
    'a draft of a skill that is gone',
    (home) => rmSync(join(home, 'skills/tea.json')),
    /cortex\/records\/tea\.json: warning draft-base-gone: expected that the skill still stands .*skill-cortex restore tea/,
  ],
  [
    'a draft whose base was not kept',
    (home) => {
      // The draft's own text stays.
      placeSkill(home, { name: 'tea', content: 'Something else.' })
      return workIn(home, async ({ store }) => {
        const base = (await store.record('tea'))!.draft!.base!
        rmSync(join(drafted(home), base.slice(0, 2), base), { force: true })
        rmSync(join(drafted(home), base), { force: true })
      })
    },
    /cortex\/records\/tea\.json: warning draft-base-gone: expected the text that its draft \(version 2\) was made from/,
  ],
  [
    'a successor that nobody knows',
    (home) =>
      workIn(home, async ({ review }) => {
        const operator = { actor: 'operator', via: 'test', author: null } as const
        await review.step('bread', 'deprecate', operator, { supersededBy: 'coffee' })
      }),
    /cortex\/records\/bread\.json: warning dangling-superseded-by: expected "supersededBy": .*, got "coffee"\. Name another: skill-cortex promote bread/,
  ],
  [
    'a proposal for what is gone',
    (home) =>
      workIn(home, async ({ requests }) => {
        await requests.propose({ kind: 'merge', name: 'tea', source: 'coffee', reason: null }, AGENT)
      }),
    /cortex\/proposals\.json: warning proposal-without-skill: expected for proposal [0-9a-f]{8} \(merge "coffee" into "tea"\) skills that are there, got no "coffee"\. Decline it: skill-cortex review/,
  ],
]

test.each(CHECKS)('check finds %s', async (_, hurt, line) => {
  const home = await teaAndBread()
  expect(await run(home, 'check')).toMatch(/^0 2 skills served: 0 errors, 0 warnings\.\n$/)
  await hurt(home)
  const seen = await run(home, 'check')
  expect(seen).toMatch(line)
  expect(seen).toMatch(/ 0 errors, 1 warning\.\n$/)
})

test('a draft whose text is lost can be let go, and nothing else is lost by it', async () => {
  const home = await teaAndBread()
  rmSync(drafted(home), { recursive: true })
  expect(await run(home, 'reject', 'tea', '--discard', '--note', 'its text is lost')).toBe(
    '0 Rejected tea. Its draft is gone; what is live serves on.\n',
  )
  expect(await run(home, 'check')).toMatch(/ 0 errors, 0 warnings\.\n$/)
  expect(sha256Of((await document(home, 'show', 'tea')).skill.content)).toBe(
    sha256Of('# Tea\n\nBoil the water.\nWarm the pot.\n'),
  )
})

test('a library that was never written to has a standing, too', async () => {
  const home = homeWith([{ name: 'tea', content: 'x' }])
  expect(await run(home, 'show', 'tea')).toMatch(
    /Written by a person; it is released\.\nTier 3 of 4 \(★★★☆\)\. Nobody has approved its text\. .*\nBrought up where it fits\.\n/,
  )
})
