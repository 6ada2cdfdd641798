// Goal: routes are a fold of reports that does not mind their order, nor where it was interrupted, nor that the oldest are
// let go.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTCOMES } from '../../src/domain/outcomes.ts'
import { ROUTING_DEFAULTS as S } from '../../src/domain/routing-settings.ts'
import { learnedFrom, type RoutingUse, settleUses, USES_KEPT_MAX, usesInOrder } from '../../src/domain/routing-uses.ts'
import { seeded } from '../support/seed.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const NOTHING = { until: '', routes: [], lessons: [] }
const never = { removedAt: () => undefined, edits: [] }
const use = (i: number, over: Partial<RoutingUse> = {}): RoutingUse => ({
  ...{ id: `id-${i}`, session: 's', skill: 'mail', use: `key:${i}`, region: 'mail', outcome: 'success', key: null },
  ...{ at: new Date(START + i * 3_600_000).toISOString(), seq: i, env: {}, misleading: false },
  ...over,
})
const learned = (uses: RoutingUse[]) => learnedFrom(NOTHING, usesInOrder(uses), never, S)

const story = fc
  .array(
    fc.record({
      outcome: fc.constantFrom(...OUTCOMES),
      skill: fc.constantFrom('mail', 'tea'),
      region: fc.constantFrom('mail', 'kitchen'),
      key: fc.constantFrom(null, 'jq', 'ffmpeg'),
      use: fc.constantFrom('a', 'b', 'c', 'd'),
      session: fc.constantFrom('s', 't'),
    }),
    { maxLength: 40 },
  )
  .map((steps) => steps.map((step, i) => use(i, step)))

test('any order of the same reports, some of them twice, makes the same routes and lessons', () => {
  const property = fc.property(story, fc.infiniteStream(fc.nat()), (uses, dice) => {
    const keys = new Map(uses.map((one) => [one, dice.next().value as number]))
    const shuffled = [...uses, ...uses.slice(0, 5)].sort((a, b) => keys.get(a)! - keys.get(b)!)
    expect(learned(shuffled)).toEqual(learned(uses))
  })
  fc.assert(property, seeded(100))
})

test('what is let go stays in what it made', () => {
  const uses = Array.from({ length: USES_KEPT_MAX + 700 }, (_, i) =>
    use(i, { outcome: i % 5 === 0 ? 'dependency_missing' : 'success', key: i % 5 === 0 ? 'jq' : null }),
  )
  const { settled, uses: kept } = settleUses(NOTHING, usesInOrder(uses), [], S)
  expect(kept).toHaveLength(USES_KEPT_MAX)
  expect(learnedFrom(settled, kept, never, S)).toEqual(learned(uses))
})
