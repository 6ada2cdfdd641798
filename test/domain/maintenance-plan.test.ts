// Goal: what the health job does with a skill, and why it leaves it alone, one row for each case (DESIGN 3.2).
import { expect, test } from 'vitest'
import { planMaintenance } from '../../src/domain/maintenance-plan.ts'
import type { SkillFacts } from '../../src/domain/maintenance-rules.ts'
import { type LastStep, type Lifecycle, newRecord, type Origin, type SkillRecord } from '../../src/domain/record.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()

/** Outcomes as a word: s a success, f a failure, the newest last, one a day until yesterday. */
function tallied(outcomes: string): SkillFacts['tally'] {
  const all = [...outcomes].map((letter) => (letter === 's' ? ('success' as const) : ('failure' as const)))
  const latest = all.map((verdict, i) => ({ verdict, at: daysAgo(all.length - i) })).slice(-3)
  const count = (verdict: string) => all.filter((each) => each === verdict).length
  const run = /(s*)$/.exec(outcomes)![1]!.length
  const streak = { successes: run, failures: run > 0 ? 0 : /(f*)$/.exec(outcomes)![1]!.length }
  return { successes: count('success'), failures: count('failure'), streak, latest, lastUsedAt: null }
}

type Given = Partial<Omit<SkillFacts, 'tally' | 'record'>> & {
  outcomes?: string
  tally?: Partial<SkillFacts['tally']>
  step?: Partial<LastStep>
  record?: Partial<SkillRecord>
}
function factsOf({ outcomes = '', tally, step, record, ...over }: Given): SkillFacts {
  const { name = 'tea', origin = 'machine', lifecycle = 'candidate' } = over
  const lastStep: LastStep | null =
    step === undefined
      ? null
      : { cause: 'degrade', from: 'candidate', actor: 'system', at: daysAgo(90), reason: null, ...step }
  return {
    ...{ name, origin, lifecycle, createdAt: daysAgo(10), nearDuplicates: [], neededBy: [] },
    ...over,
    record: { ...newRecord(name, origin, 'save_skill', null), lifecycle, lastStep, ...record },
    tally: { ...tallied(outcomes), ...tally },
  }
}

function told(given: Given, now = NOW): string {
  const { steps, flagged, left } = planMaintenance([factsOf(given)], now)
  return [
    ...steps.map(({ step, reason }) => `${step}: ${reason}`),
    ...flagged.map(({ why }) => `flagged ${why}`),
    ...left.map(({ why, reason }) => `left ${why}: ${reason}`),
  ].join('; ')
}

const degraded = (at = daysAgo(90)) => ({ lifecycle: 'degraded' as const, step: { at } })
const deprecated = (days: number, over: Partial<LastStep> = {}) => ({
  lifecycle: 'deprecated' as const,
  step: { cause: 'deprecate' as const, at: daysAgo(days), ...over },
})
const OLD = { createdAt: daysAgo(120) }
const arrived = (at: string): Partial<SkillRecord> => ({
  via: 'import',
  versions: [{ version: 1, digest: 'd'.repeat(64), at, actor: 'installer', cause: 'saved', manifest: [] }],
})
const BY_PERSON = { cause: 'promote', from: 'degraded', actor: 'operator' } as const

test.each<[what: string, given: Given, told: string]>([
  ['was never used', {}, ''],
  ['works', { outcomes: 'sssss' }, ''],
  [
    'always fails, and was loaded today',
    { outcomes: 'fffff', tally: { lastUsedAt: daysAgo(0) } },
    'degrade: 5 of 5 reported uses failed',
  ],
  ['fails at the very limit', { outcomes: 'sssfffff' }, 'degrade: 5 of 8 reported uses failed'],
  ['fails a little less', { outcomes: 'ssssfffff' }, ''],
  ['is verified and fails', { outcomes: 'fffff', lifecycle: 'verified' }, 'degrade: 5 of 5 reported uses failed'],
  ['is released and fails', { outcomes: 'fffff', lifecycle: 'released' }, 'degrade: 5 of 5 reported uses failed'],
  [
    'is ill rather than failing: old, and said five times',
    { outcomes: 'sffsf', createdAt: daysAgo(300), nearDuplicates: near('a', 'b', 'c', 'd') },
    'degrade: health 0.206, and 3 of 5 reported uses failed; flagged near-duplicate; flagged near-duplicate; flagged near-duplicate; flagged near-duplicate',
  ],
  [
    'failed four times',
    { outcomes: 'ffff' },
    'left too-few-outcomes: 4 of 4 reported uses failed; 5 are needed to judge it',
  ],
  ['failed once', { outcomes: 'f' }, 'left too-few-outcomes: 1 of 1 reported use failed; 5 are needed to judge it'],
  [
    'failed often and now works',
    { outcomes: 'fffffffffsss' },
    'left run-of-successes: 9 of 12 reported uses failed, but the last 3 succeeded',
  ],
  ['failed often and worked twice', { outcomes: 'fffffffffss' }, 'degrade: 9 of 11 reported uses failed'],
  ['worked three times and failed again', { outcomes: 'fffffffffsssf' }, 'degrade: 10 of 13 reported uses failed'],
  [
    'is a starter',
    { outcomes: 'fffff', origin: 'builtin', lifecycle: 'released' },
    'left builtin: 5 of 5 reported uses failed, but it came with the program',
  ],
  [
    'is pinned',
    { outcomes: 'fffff', record: { pinned: true } },
    'left pinned: 5 of 5 reported uses failed, but a person pinned it',
  ],
  [
    'was written by a person',
    { outcomes: 'fffff', origin: 'human', lifecycle: 'released' },
    'flagged failing; left human-written: 5 of 5 reported uses failed; a person wrote it, so it is only flagged',
  ],
  [
    'a person brought back after its last failure',
    { outcomes: 'fffff', step: { ...BY_PERSON, at: daysAgo(0.5) } },
    'left person-decided: 5 of 5 reported uses failed, but no use failed since a person decided on it on 2026-11-20',
  ],
  [
    'a person brought back, and that failed again',
    { outcomes: 'fffff', step: { ...BY_PERSON, at: daysAgo(1.5) } },
    'degrade: 5 of 5 reported uses failed',
  ],
  [
    'a person will bring back tomorrow',
    { outcomes: 'fffff', step: { ...BY_PERSON, at: daysAgo(-1) } },
    'degrade: 5 of 5 reported uses failed',
  ],

  [
    'is degraded and worked three times since',
    { ...degraded(), outcomes: 'fffffsss' },
    'recover: 3 successes in a row since it was degraded on 2026-08-23',
  ],
  [
    'is degraded and worked twice since',
    { ...degraded(), outcomes: 'fffffss' },
    'left not-recovered: 2 of 3 successes in a row since it was degraded on 2026-08-23',
  ],
  [
    'is degraded and worked three times, once before',
    { ...degraded(daysAgo(2.5)), outcomes: 'fffffsss' },
    'left not-recovered: 2 of 3 successes in a row since it was degraded on 2026-11-18',
  ],
  [
    'is degraded and failed again',
    { ...degraded(), outcomes: 'fffffsssf' },
    'left not-recovered: 0 of 3 successes in a row since it was degraded on 2026-08-23',
  ],
  [
    'is degraded, a person wrote it, and it works',
    { ...degraded(), origin: 'human', outcomes: 'sss' },
    'recover: 3 successes in a row since it was degraded on 2026-08-23',
  ],
  [
    'is degraded, pinned, and works',
    { ...degraded(), outcomes: 'sss', record: { pinned: true } },
    'left pinned: it is degraded, but a person pinned it',
  ],
  [
    'is degraded, nobody knows since when, and works',
    { lifecycle: 'degraded', outcomes: 'fffffsss' },
    'recover: 3 successes in a row',
  ],
  [
    'is degraded, nobody knows since when',
    { lifecycle: 'degraded', outcomes: 'fffff' },
    'left not-recovered: 0 of 3 successes in a row',
  ],
  [
    'was degraded by a clock that ran ahead, and works',
    { ...degraded(daysAgo(-300)), outcomes: 'fsss' },
    'recover: 3 successes in a row',
  ],
  [
    'was degraded on no day at all, and works',
    { ...degraded('soon'), outcomes: 'fsss' },
    'recover: 3 successes in a row',
  ],

  ['nobody used for 120 days', OLD, 'deprecate: not used any more: freshness 0.063 and 0 reported uses'],
  ['nobody used for 99 days', { createdAt: daysAgo(99) }, ''],
  ['is old and was loaded lately', { ...OLD, tally: { lastUsedAt: daysAgo(3) } }, ''],
  [
    'is old, with two outcomes',
    { ...OLD, outcomes: 'sf' },
    'deprecate: not used any more: freshness 0.063 and 2 reported uses',
  ],
  ['is old, with three outcomes', { ...OLD, outcomes: 'ssf' }, ''],
  ['is old and a person wrote it', { ...OLD, origin: 'human', lifecycle: 'released' }, ''],
  ['is old and came with the program', { ...OLD, origin: 'builtin', lifecycle: 'released' }, ''],
  [
    'is old and pinned',
    { ...OLD, record: { pinned: true } },
    'left pinned: freshness 0.063 and 0 reported uses, but a person pinned it',
  ],
  [
    'is old and needed',
    { ...OLD, neededBy: [{ name: 'cup', lifecycle: 'released' }] },
    'left needed: freshness 0.063 and 0 reported uses, but "cup" needs it',
  ],
  [
    'is old and needed by what was put away',
    { ...OLD, neededBy: [{ name: 'cup', lifecycle: 'deprecated' }] },
    'deprecate: not used any more: freshness 0.063 and 0 reported uses',
  ],
  [
    'is old, but came here last week',
    { ...OLD, record: arrived(daysAgo(7)) },
    'left waiting: freshness 0.063 and 0 reported uses, but it came here only on 2026-11-14',
  ],
  [
    'is old, and came here long ago',
    { ...OLD, record: arrived(daysAgo(110)) },
    'deprecate: not used any more: freshness 0.063 and 0 reported uses',
  ],
  [
    'is old, and when it came cannot be read',
    { ...OLD, record: arrived('once') },
    'left waiting: freshness 0.063 and 0 reported uses, but it came here only on once',
  ],
  [
    'is old, and was saved here last week',
    { ...OLD, record: { ...arrived(daysAgo(7)), via: 'save_skill' } },
    'deprecate: not used any more: freshness 0.063 and 0 reported uses',
  ],
  [
    'is old, and a person brought it back last week',
    { ...OLD, step: { cause: 'promote', from: 'deprecated', actor: 'operator', at: daysAgo(7) } },
    'left person-decided: freshness 0.063 and 0 reported uses, but a person decided on it on 2026-11-14',
  ],
  ['is of tomorrow', { createdAt: daysAgo(-1) }, ''],
  ['is of no day', { createdAt: 'once' }, ''],

  ['was deprecated 60 days ago', { ...OLD, ...deprecated(60) }, 'archive: deprecated 60 days ago and not loaded since'],
  [
    'a person deprecated 61 days ago',
    { ...OLD, ...deprecated(61, { actor: 'operator' }) },
    'archive: deprecated 61 days ago and not loaded since',
  ],
  [
    'was deprecated 59 days ago',
    { ...OLD, ...deprecated(59) },
    'left waiting: deprecated 59 days ago; it is archived after 60',
  ],
  [
    'was deprecated and loaded since',
    { ...OLD, ...deprecated(70), tally: { lastUsedAt: daysAgo(9) } },
    'left loaded-since: deprecated 70 days ago, but loaded since',
  ],
  [
    'was loaded and then deprecated',
    { ...OLD, ...deprecated(70), tally: { lastUsedAt: daysAgo(80) } },
    'archive: deprecated 70 days ago and not loaded since',
  ],
  [
    'was deprecated and loaded on no day',
    { ...OLD, ...deprecated(70), tally: { lastUsedAt: '?' } },
    'left loaded-since: deprecated 70 days ago, but loaded since',
  ],
  [
    'was deprecated and is needed',
    {
      ...deprecated(70),
      neededBy: [
        { name: 'cup', lifecycle: 'deprecated' },
        { name: 'pot', lifecycle: 'released' },
      ],
    },
    'left needed: deprecated 70 days ago, but "cup" and 1 more need it',
  ],
  [
    'was deprecated and pinned',
    { ...deprecated(70), record: { pinned: true } },
    'left pinned: it is deprecated, but a person pinned it',
  ],
  ['a person wrote and deprecated', { ...deprecated(70), origin: 'human' }, ''],
  [
    'was deprecated, nobody knows when',
    { lifecycle: 'deprecated' },
    'left unknown: when it was deprecated is not known',
  ],
  ['will be deprecated', deprecated(-400), 'left unknown: when it was deprecated is not known'],
  [
    'is deprecated though last degraded',
    { lifecycle: 'deprecated', step: { at: daysAgo(90) } },
    'left unknown: when it was deprecated is not known',
  ],
  ['is archived', { ...OLD, lifecycle: 'archived' }, ''],

  [
    'has outcomes that are no number',
    { ...OLD, tally: { successes: Number.NaN } },
    'left unknown: its outcomes cannot be read',
  ],
  ['has fewer failures than none', { tally: { failures: -1 } }, 'left unknown: its outcomes cannot be read'],
])('a skill that %s', (_, given, expected) => {
  expect(told(given)).toBe(expected)
})

function near(...names: string[]) {
  return names.map((name) => ({ name, similarity: 0.9 }))
}

test('a clock that went back by years, or shows nothing, does not put anything away', () => {
  for (const now of [new Date('2020-01-01T00:00:00.000Z'), new Date(Number.NaN)]) {
    expect(told(OLD, now)).toBe('')
    expect(told({ ...OLD, ...deprecated(70) }, now)).toBe('left unknown: when it was deprecated is not known')
  }
})

test('a pair is flagged once, at the name that comes first; below the limit, itself and twice the same are none', () => {
  const plan = planMaintenance(
    [
      factsOf({
        name: 'b',
        nearDuplicates: [
          ...near('a', 'a', 'b'),
          { name: 'c', similarity: 0.74 },
          { name: 'c', similarity: Number.NaN },
        ],
      }),
      factsOf({ name: 'a', nearDuplicates: near('b') }),
      factsOf({ name: 'c' }),
    ],
    NOW,
  )
  expect(plan.flagged).toEqual([
    { name: 'a', why: 'near-duplicate', of: 'b', similarity: 0.9, reason: 'says nearly what "b" says' },
  ])
  expect([...plan.numbers].map(([name, { redundancy }]) => [name, redundancy])).toEqual([
    ['b', 0.3],
    ['a', 0.3],
    ['c', 0],
  ])
  expect(plan.unremarkable).toBe(1)
})

test("builtin and pinned skills are never touched, and people's only ever recover, in every state with any past", () => {
  const lifecycles: Lifecycle[] = ['candidate', 'verified', 'released', 'degraded', 'deprecated', 'archived']
  const steps = (['human', 'builtin', 'machine'] as Origin[]).flatMap((origin) =>
    [true, false].flatMap((pinned) =>
      lifecycles.flatMap((lifecycle) =>
        ['', 'fffff', 'fffffsss'].flatMap((outcomes) => {
          const given = {
            origin,
            lifecycle,
            outcomes,
            ...OLD,
            record: { pinned },
            step: { cause: 'deprecate' as const, at: daysAgo(99) },
          }
          const plan = planMaintenance([factsOf(given)], NOW)
          return plan.steps.map(({ step }) => `${origin}${pinned ? ' pinned' : ''} ${lifecycle} ${outcomes}: ${step}`)
        }),
      ),
    ),
  )
  expect(steps).toEqual([
    'human degraded fffffsss: recover',
    'builtin degraded fffffsss: recover',
    'machine candidate : deprecate',
    'machine candidate fffff: degrade',
    'machine verified : deprecate',
    'machine verified fffff: degrade',
    'machine released : deprecate',
    'machine released fffff: degrade',
    'machine degraded : deprecate',
    'machine degraded fffffsss: recover',
    'machine deprecated : archive',
    'machine deprecated fffff: archive',
    'machine deprecated fffffsss: archive',
  ])
})

test('of a thousand and more pairs the most alike are listed, and the others are counted', () => {
  const facts = Array.from({ length: 1_003 }, (_, i) =>
    factsOf({ name: `n${i}`, nearDuplicates: [{ name: `m${i}`, similarity: 0.99 - i / 10_000 }] }),
  )
  const { flagged, pairsLeftOut, unremarkable } = planMaintenance(facts, NOW)
  expect([flagged.length, pairsLeftOut, unremarkable]).toEqual([1_000, 3, 0])
  const named = new Set(flagged.map(({ name }) => name))
  expect(['m0', 'm999', 'm1000', 'm1002'].map((name) => named.has(name))).toEqual([true, true, false, false])
})
