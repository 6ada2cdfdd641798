// Goal: which changes a merge makes to which skills, and which merges are refused with what words.
// Method: skills as they stand on disk go in, the changed skills and records are read back from the decisions.
import { expect, test } from 'vitest'
import type { ChangeContext } from '../../src/domain/change-state.ts'
import { missingFacts } from '../../src/domain/kept-facts.ts'
import { type MergePlan, planMerge, planRedirect } from '../../src/domain/merge-plan.ts'
import { newRecord, type SkillRecord, withVersion } from '../../src/domain/record.ts'
import { referrersOf } from '../../src/domain/redirect-references.ts'
import type { Skill } from '../../src/domain/skill.ts'
import { documentBytes } from '../../src/domain/skill-document.ts'
import { parseSkillFile, serializeSkill } from '../../src/domain/skill-file.ts'
import { STARTER_SKILLS } from '../../src/starter/index.ts'
import { contextOf, liveText, NOW, skillOf } from '../support/builders.ts'

const LATER = '2026-12-01T10:00:00.000Z'

type Given = Partial<Skill> & { name: string; record?: Partial<SkillRecord> }
type Caller = Partial<Pick<ChangeContext, 'actor' | 'isShipped'>>

function partyOf({ record: over = {}, ...skill }: Given, caller: Caller = {}) {
  const origin = over.origin ?? 'human'
  const live = liveText(serializeSkill(skillOf({ content: `About ${skill.name}.`, summary: skill.name, ...skill })))
  const source = {
    actor: origin === 'machine' ? ('agent' as const) : ('operator' as const),
    cause: 'saved' as const,
    at: NOW,
  }
  const record = withVersion(newRecord(skill.name, origin, 'save_skill', null), documentBytes(live.text), source)
  const context = contextOf({ name: skill.name, actor: 'operator', now: LATER, gate: 'guarded', ...caller })
  return { current: { live, record: { ...record, ...over } }, context }
}

function plan(target: string, source: string, library: Given[], caller: Caller = {}): MergePlan {
  const skills = library.map((given) => skillOf({ content: `About ${given.name}.`, ...given }))
  const party = (name: string) => partyOf(library.find((given) => given.name === name) ?? { name }, caller)
  const find = (name: string) => skills.find((skill) => skill.name === name)
  const others = referrersOf(source, skills).map(({ name }) => party(name))
  return planMerge(party(target), party(source), others, find)
}

const skillIn = (made: MergePlan, name: string) => {
  const { live } = made.changes.find((change) => change.name === name)!.decision
  return parseSkillFile(live!, { file: name, pathName: name, createdAt: NOW }).skill!
}
const recordIn = (made: MergePlan, name: string) => made.changes.find((change) => change.name === name)!.decision.record

test('the target first, then everyone who names the source, the source last and into the archive', () => {
  const library = [
    { name: 'a' },
    { name: 'b' },
    { name: 'x', seeAlso: ['b'] },
    { name: 'y', dependsOn: ['b'] },
    { name: 'z' },
  ]
  const made = plan('a', 'b', library)
  expect(made.changes.map(({ name, role }) => [name, role])).toEqual([
    ['a', 'target'],
    ['x', 'referrer'],
    ['y', 'referrer'],
    ['b', 'source'],
  ])
  expect(recordIn(made, 'b')).toMatchObject({
    lifecycle: 'archived',
    supersededBy: 'a',
    archivedAt: LATER,
    lastStep: { cause: 'archive', reason: 'merged into "a"', actor: 'operator' },
  })
  expect(made.changes.map(({ decision }) => decision.live === null)).toEqual([false, false, false, true])
  expect(recordIn(made, 'a').versions.at(-1)).toMatchObject({ version: 2, cause: 'merged', actor: 'operator' })
  expect(recordIn(made, 'y').versions.at(-1)).toMatchObject({ version: 2, cause: 'merged', actor: 'operator' })
})

type FieldRow = [what: string, target: Partial<Skill>, source: Partial<Skill>, merged: Partial<Skill>]
const policy = (over: Partial<Skill['policy']>) => ({
  tools: [],
  domains: [],
  credentials: [],
  sideEffects: [],
  ...over,
})

const FIELDS: FieldRow[] = [
  ['tags united', { tags: ['x', 'y'] }, { tags: ['y', 'z'] }, { tags: ['x', 'y', 'z'] }],
  [
    'triggers without repeats',
    { triggers: ['Send it'] },
    { triggers: ['send  it', 'mail'] },
    { triggers: ['Send it', 'mail'] },
  ],
  [
    'triggers with an identifier of another case',
    { triggers: ['use smtp'] },
    { triggers: ['Use SMTP'] },
    { triggers: ['use smtp', 'Use SMTP'] },
  ],
  ['see-also without the two', { seeAlso: ['b', 'x'] }, { seeAlso: ['a', 'x', 'y'] }, { seeAlso: ['x', 'y'] }],
  ['dependencies without the two', { dependsOn: ['b', 'x'] }, { dependsOn: ['y'] }, { dependsOn: ['x', 'y'] }],
  ['a source that needs the target', {}, { dependsOn: ['a', 'y'] }, { dependsOn: ['y'] }],
  ['conflicts without their own', { conflictsWith: ['b', 'x'] }, { conflictsWith: ['a'] }, { conflictsWith: ['x'] }],
  ['the parent that there is', {}, { parent: 'p' }, { parent: 'p' }],
  ['our parent before theirs', { parent: 'q' }, { parent: 'p' }, { parent: 'q' }],
  ['made when the older was', {}, { createdAt: '2020-01-01T00:00:00.000Z' }, { createdAt: '2020-01-01T00:00:00.000Z' }],
  [
    'older by the clock, not by the letters',
    { createdAt: '2026-01-01T01:00:00+09:00' },
    { createdAt: '2026-01-01T00:00:00Z' },
    { createdAt: '2026-01-01T01:00:00+09:00' },
  ],
  ['changed now', {}, {}, { updatedAt: LATER }],
  [
    'all that either needs',
    { policy: policy({ tools: ['t'] }) },
    { policy: policy({ tools: ['u'], domains: ['d'] }) },
    { policy: policy({ tools: ['t', 'u'], domains: ['d'] }) },
  ],
  ['keys that we do not know', { extra: { k: 1 } }, { extra: { k: 2, l: 3 } }, { extra: { k: 1, l: 3 } }],
]

test.each(FIELDS)('fields: %s', (_, target, source, merged) => {
  const made = plan('a', 'b', [
    { name: 'a', ...target },
    { name: 'b', ...source },
  ])
  expect(skillIn(made, 'a')).toMatchObject({ name: 'a', ...merged })
})

type ReferrerRow = [what: string, before: Partial<Skill>, after: Partial<Skill>]

const REFERRERS: ReferrerRow[] = [
  [
    'each kind of reference',
    { dependsOn: ['b'], seeAlso: ['b'], conflictsWith: ['b'], parent: 'b' },
    { dependsOn: ['a'], seeAlso: ['a'], conflictsWith: ['a'], parent: 'a' },
  ],
  [
    'in its place and once',
    { dependsOn: ['b', 'x', 'a'], seeAlso: ['q', 'b'] },
    { dependsOn: ['a', 'x'], seeAlso: ['q', 'a'] },
  ],
  [
    'nothing else',
    { seeAlso: ['b', 'c'], parent: 'p', content: 'See b.' },
    { seeAlso: ['a', 'c'], parent: 'p', content: 'See b.', dependsOn: [] },
  ],
]

test.each(REFERRERS)('references: %s', (_, before, after) => {
  expect(skillIn(plan('a', 'b', [{ name: 'a' }, { name: 'b' }, { name: 'x1', ...before }]), 'x1')).toMatchObject(after)
})

test('a referrer keeps its approval where its content stands, as far as the record says', () => {
  const made = plan('a', 'b', [{ name: 'a' }, { name: 'b' }, { name: 'x', seeAlso: ['b'], record: { pinned: true } }])
  expect(recordIn(made, 'x')).toMatchObject({ origin: 'human', lifecycle: 'released', pinned: true })
})

type StandingRow = [
  what: string,
  target: Partial<SkillRecord>,
  source: Partial<SkillRecord>,
  merged: Pick<SkillRecord, 'origin' | 'lifecycle'>,
]
const GRANT = {
  contentHash: '0'.repeat(64),
  digest: '0'.repeat(64),
  policy: policy({}),
  files: 0,
  at: NOW,
  actor: 'operator' as const,
}

const STANDINGS: StandingRow[] = [
  ['two people', { origin: 'human' }, { origin: 'human' }, { origin: 'human', lifecycle: 'released' }],
  ['a machine into a person', { origin: 'human' }, { origin: 'machine' }, { origin: 'machine', lifecycle: 'released' }],
  [
    'a person into a machine',
    { origin: 'machine', lifecycle: 'verified' },
    { origin: 'human' },
    { origin: 'machine', lifecycle: 'verified' },
  ],
  [
    'an unapproved machine into a machine',
    { origin: 'machine', lifecycle: 'verified', approval: GRANT },
    { origin: 'machine' },
    { origin: 'machine', lifecycle: 'candidate' },
  ],
  [
    'two approved machines',
    { origin: 'machine', lifecycle: 'released', approval: GRANT },
    { origin: 'machine', approval: GRANT },
    { origin: 'machine', lifecycle: 'released' },
  ],
  [
    'into what we ship',
    { origin: 'builtin', lifecycle: 'released' },
    { origin: 'human' },
    { origin: 'human', lifecycle: 'released' },
  ],
  [
    'two that we ship',
    { origin: 'builtin', lifecycle: 'released' },
    { origin: 'builtin' },
    { origin: 'human', lifecycle: 'released' },
  ],
]

test.each(STANDINGS)('standing: %s', (_, target, source, merged) => {
  const rejection = { digest: '0'.repeat(64), note: 'no', at: NOW }
  const made = plan('a', 'b', [
    { name: 'a', record: { approval: GRANT, rejection, supersededBy: 'b', ...target } },
    { name: 'b', record: source },
  ])
  expect(recordIn(made, 'a')).toMatchObject({ ...merged, approval: null, rejection: null, supersededBy: null })
})

type RefusalRow = [
  what: string,
  target: string,
  source: string,
  library: Given[],
  code: string,
  words: RegExp,
  caller?: Caller,
]
const PAIR = [{ name: 'a' }, { name: 'b' }]
const DRAFT = {
  version: 2,
  digest: '0'.repeat(64),
  size: 1,
  files: [],
  base: null,
  at: NOW,
  actor: 'agent' as const,
  via: 'x',
  author: null,
}

const REFUSALS: RefusalRow[] = [
  ['itself', 'a', 'a', PAIR, 'bad-input', /same one twice/],
  ['a pinned target', 'a', 'b', [{ name: 'a', record: { pinned: true } }, { name: 'b' }], 'refused', /"a" is pinned/],
  ['a pinned source', 'a', 'b', [{ name: 'a' }, { name: 'b', record: { pinned: true } }], 'refused', /"b" is pinned/],
  ['into its child', 'a', 'b', [{ name: 'a', parent: 'b' }, { name: 'b' }], 'conflict', /"b" is an ancestor of "a"/],
  ['into its parent', 'a', 'b', [{ name: 'a' }, { name: 'b', parent: 'a' }], 'conflict', /"a" is an ancestor of "b"/],
  [
    'into its grandchild',
    'a',
    'b',
    [{ name: 'a', parent: 'm' }, { name: 'm', parent: 'b' }, { name: 'b' }],
    'conflict',
    /"b" is an ancestor of "a"/,
  ],
  [
    'what needs it through another',
    'a',
    'b',
    [{ name: 'a' }, { name: 'b', dependsOn: ['m'] }, { name: 'm', dependsOn: ['a'] }],
    'conflict',
    /a -> m -> a would be a cycle/,
  ],
  [
    'what it needs through another',
    'a',
    'b',
    [{ name: 'a', dependsOn: ['m'] }, { name: 'm', dependsOn: ['b'] }, { name: 'b' }],
    'conflict',
    /m -> a -> m would be a cycle/,
  ],
  [
    'into a hidden one',
    'a',
    'b',
    [{ name: 'a', record: { lifecycle: 'deprecated' } }, { name: 'b' }],
    'conflict',
    /"a" is deprecated/,
  ],
  [
    'one whose draft waits',
    'a',
    'b',
    [{ name: 'a' }, { name: 'b', record: { draft: DRAFT } }],
    'conflict',
    /"b" has a draft/,
  ],
  [
    'too much text',
    'a',
    'b',
    [
      { name: 'a', content: 'x'.repeat(600_000) },
      { name: 'b', content: 'y'.repeat(600_000) },
    ],
    'too-large',
    /content of at most 1048576 bytes/,
  ],
  [
    'too many tags',
    'a',
    'b',
    [
      { name: 'a', tags: tagsOf('a', 150) },
      { name: 'b', tags: tagsOf('b', 150) },
    ],
    'bad-input',
    /"tags"/,
  ],
  ['for an agent', 'a', 'b', PAIR, 'needs-person', /a person decides whether to merge "a" with it/, { actor: 'agent' }],
  ['for a model', 'a', 'b', PAIR, 'needs-person', /a person decides/, { actor: 'model' }],
  ['for a job', 'a', 'b', PAIR, 'refused', /only a person may merge/, { actor: 'system' }],
  ['for an installer', 'a', 'b', PAIR, 'refused', /only a person may merge/, { actor: 'installer' }],
  ['what we ship, for an agent', 'a', 'b', PAIR, 'refused', /built in/, { actor: 'agent', isShipped: () => true }],
  [
    'the impossible, for an agent too',
    'a',
    'b',
    [{ name: 'a', parent: 'b' }, { name: 'b' }],
    'conflict',
    /ancestor/,
    { actor: 'agent' },
  ],
]

function tagsOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`)
}

test.each(REFUSALS)('refused: %s', (_, target, source, library, code, words, caller = {}) => {
  expect(() => plan(target, source, library, caller)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(words) }),
  )
})

test('a cycle that stood before does not forbid a merge beside it', () => {
  const library = [{ name: 'a' }, { name: 'b' }, { name: 'm', dependsOn: ['n', 'b'] }, { name: 'n', dependsOn: ['m'] }]
  expect(skillIn(plan('a', 'b', library), 'm').dependsOn).toEqual(['n', 'a'])
})

test('a skill that is not there, and one that cannot be read', () => {
  const gone = { current: { live: undefined, record: undefined }, context: contextOf({ name: 'b', actor: 'operator' }) }
  const torn = {
    current: { live: liveText('{'), record: undefined },
    context: contextOf({ name: 'b', actor: 'operator' }),
  }
  const refusal = (code: string) => expect.objectContaining({ code })
  expect(() => planMerge(partyOf({ name: 'a' }), gone, [], () => undefined)).toThrow(refusal('not-found'))
  expect(() => planMerge(partyOf({ name: 'a' }), torn, [], () => undefined)).toThrow(refusal('damaged'))
})

test('a late referrer is redirected, left alone when it names the source no more, or when that would close a cycle', () => {
  const target = skillOf({ name: 'a', dependsOn: ['y'] })
  const find = (name: string) => (name === 'a' ? target : undefined)
  const late = (given: Given) => planRedirect(partyOf(given), 'b', 'a', find)?.decision.live
  expect(late({ name: 'x', dependsOn: ['b'] })).toContain('"dependsOn": [\n    "a"\n  ]')
  expect(late({ name: 'x', dependsOn: ['c'] })).toBe(undefined)
  expect(late({ name: 'y', dependsOn: ['b'] })).toBe(undefined)
})

// Five thousand characters as people write them: sections, commands, links, names, numbers.
function manual(subject: string, first: number): string {
  const section = (i: number) =>
    [
      `## ${subject} ${i}`,
      `When the ${subject} of host db-${subject}-${i} stops, ask Berta Ruiz in room ${first + i} before ${i + 10}:30.`,
      `Read https://docs.example.org/${subject}/${i}#steps and the file /etc/${subject}/part-${i}.conf, then call \`restart${i}Now\`.`,
      `\`\`\`sh\n# ${subject} ${i}\n\n${subject}ctl --restart part_${i} --timeout ${first * 3 + i}\n\`\`\``,
      'Wait until the light is green again.',
    ].join('\n\n')
  return [`# The ${subject} manual`, ...Array.from({ length: 17 }, (_, i) => section(i))].join('\n\n')
}

test('two skills of five thousand characters become one that has every line of both', () => {
  const [mine, theirs] = [manual('Queue', 100), manual('Cache', 400)]
  expect(Math.min(mine.length, theirs.length)).toBeGreaterThan(5_000)
  const made = plan('a', 'b', [
    { name: 'a', content: mine, summary: 'Restart the message queue' },
    { name: 'b', content: theirs, summary: 'Warm up the page cache' },
  ])
  const { content, summary } = skillIn(made, 'a')
  expect(content.startsWith(mine)).toBe(true)
  expect(missingFacts([mine, theirs], content)).toEqual([])
  const bare = (line: string) => line.replace(/^#+ /, '')
  const lines = new Set(content.split('\n').map(bare))
  expect(theirs.split('\n').filter((line) => !lines.has(bare(line)))).toEqual([])
  expect(summary).toBe('Restart the message queue; Warm up the page cache')
})

test('of any two skills that we ship nothing is lost, whichever goes into the other', () => {
  const pairs = STARTER_SKILLS.flatMap((one) => STARTER_SKILLS.map((other) => [one, other] as const))
  for (const [one, other] of pairs.filter(([a, b]) => a.name !== b.name)) {
    const made = plan('a', 'b', [
      { name: 'a', content: one.content, summary: one.summary },
      { name: 'b', content: other.content, summary: other.summary },
    ])
    const { content } = skillIn(made, 'a')
    expect(content.startsWith(one.content.trimEnd()), `${other.name} into ${one.name}`).toBe(true)
    expect(missingFacts([one.content, other.content], content)).toEqual([])
  }
})
