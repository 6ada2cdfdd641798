// Goal: the numbers of DESIGN 3.3, worked out by hand, and never outside 0 to 1.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concernOf, performanceOf } from '../../src/domain/performance.ts'
import type { Lifecycle, Origin } from '../../src/domain/record.ts'
import { seeded } from '../support/seed.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
const of = (successes: number, failures: number, days = 0, nearDuplicates = 0) =>
  performanceOf({ successes, failures }, { since: daysAgo(days), nearDuplicates }, NOW)

type Golden = {
  successRate: number
  utility: number
  freshness: number
  redundancy: number
  failureRisk: number
  health: number
}
test.each<[what: string, got: ReturnType<typeof of>, golden: Golden]>([
  [
    'nothing was reported',
    of(0, 0),
    { successRate: 0.5, utility: 0.25, freshness: 1, redundancy: 0, failureRisk: 0.5, health: 0.6 },
  ],
  [
    'one success',
    of(1, 0),
    { successRate: 0.66667, utility: 0.4, freshness: 1, redundancy: 0, failureRisk: 0.33333, health: 0.69333 },
  ],
  [
    'five successes',
    of(5, 0),
    { successRate: 0.85714, utility: 0.85714, freshness: 1, redundancy: 0, failureRisk: 0.14286, health: 0.91429 },
  ],
  [
    'forty successes, a half-life ago',
    of(40, 0, 30),
    { successRate: 0.97619, utility: 0.97619, freshness: 0.5, redundancy: 0, failureRisk: 0.02381, health: 0.88571 },
  ],
  [
    'five failures today: freshness alone keeps the health up',
    of(0, 5),
    { successRate: 0.14286, utility: 0.07143, freshness: 1, redundancy: 0, failureRisk: 0.85714, health: 0.45714 },
  ],
  [
    'three of eight',
    of(3, 5),
    { successRate: 0.4, utility: 0.32, freshness: 1, redundancy: 0, failureRisk: 0.6, health: 0.608 },
  ],
  [
    'a hundred days old, with two near-duplicates',
    of(0, 0, 100, 2),
    { successRate: 0.5, utility: 0.25, freshness: 0.09921, redundancy: 0.6, failureRisk: 0.5, health: 0.29984 },
  ],
  [
    'four near-duplicates are as redundant as can be',
    of(0, 0, 0, 4),
    { successRate: 0.5, utility: 0.25, freshness: 1, redundancy: 1, failureRisk: 0.5, health: 0.4 },
  ],
])('%s', (_, got, golden) => {
  for (const [key, value] of Object.entries(golden)) expect(got[key as keyof Golden], key).toBeCloseTo(value, 5)
})

test.each([
  ['a day that lies ahead', daysAgo(-400)],
  ['no date', 'yesterday'],
])('%s is today', (_, since) => {
  expect(performanceOf({ successes: 0, failures: 0 }, { since, nearDuplicates: 0 }, NOW).freshness).toBe(1)
})

test('every number stays in 0 to 1 for any counts and any age; success and failure add up to 1', () => {
  const count = fc.oneof(fc.nat(50), fc.maxSafeNat())
  const age = fc.oneof(fc.integer({ min: -1_000, max: 100_000 }), fc.double({ min: 0, max: 40, noNaN: true }))
  fc.assert(
    fc.property(count, count, age, count, (successes, failures, days, nearDuplicates) => {
      const { successes: _s, failures: _f, ...numbers } = of(successes, failures, days, nearDuplicates)
      for (const [key, value] of Object.entries(numbers)) {
        expect(value, key).toBeGreaterThanOrEqual(0)
        expect(value, key).toBeLessThanOrEqual(1)
      }
      expect(numbers.successRate + numbers.failureRisk).toBeCloseTo(1, 10)
    }),
    seeded(2_000),
  )
})

test('another success never lowers the health, another failure never raises it', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), (successes, failures) => {
      const now = of(successes, failures).health
      expect(of(successes + 1, failures).health).toBeGreaterThan(now)
      expect(of(successes, failures + 1).health).toBeLessThan(now)
    }),
    seeded(500),
  )
})

type Standing = [origin: Origin, lifecycle: Lifecycle]
test.each<[what: string, got: ReturnType<typeof of>, standing: Standing, concern: string | undefined]>([
  ['always fails, however fresh', of(0, 5), ['human', 'released'], 'degrade'],
  ['fails at the very limit', of(3, 5), ['machine', 'verified'], 'degrade'],
  ['fails a little less', of(4, 5), ['machine', 'verified'], undefined],
  ['failed four times, which is too few', of(0, 4), ['human', 'released'], undefined],
  ['is old, redundant and does half well', of(2, 3, 300, 4), ['human', 'released'], 'degrade'],
  ['is a starter', of(0, 9), ['builtin', 'released'], undefined],
  ['is degraded already', of(0, 9), ['human', 'degraded'], undefined],
  ['is deprecated', of(0, 9), ['machine', 'deprecated'], undefined],
  ['is archived', of(0, 0, 300), ['machine', 'archived'], undefined],
  ['was not loaded for 100 days', of(0, 0, 100), ['machine', 'candidate'], 'stale'],
  ['was not loaded for 99 days', of(0, 0, 99), ['machine', 'candidate'], undefined],
  ['is old with two outcomes', of(1, 1, 100), ['machine', 'degraded'], 'stale'],
  ['is old with three outcomes', of(1, 2, 100), ['machine', 'verified'], undefined],
  ["is a person's, and old", of(0, 0, 900), ['human', 'released'], undefined],
])('the concern about a skill that %s', (_, got, [origin, lifecycle], concern) => {
  expect(concernOf(got, { origin, lifecycle })).toBe(concern)
})
