// Goal: weights move by the numbers of seed 000, with the repairs of the design: the golden figures, row by row.
import { describe, expect, test } from 'vitest'
import { freshRoute, type Route, retentionSuggested, routeAfter, streak } from '../../src/domain/routing-route.ts'
import { ROUTING_DEFAULTS } from '../../src/domain/routing-settings.ts'
import { applyFailure, applySuccess, effectiveWeight, slidingSuccesses } from '../../src/domain/routing-weight.ts'

const DAY = 86_400_000
const START = Date.parse('2026-01-01T08:00:00.000Z')
const day = (days: number) => new Date(START + days * DAY).toISOString()
const used = (route: Route, outcome: Parameters<typeof routeAfter>[1]['outcome'], at: string) =>
  routeAfter(route, { outcome, at, key: null }, ROUTING_DEFAULTS)
const fresh = () => freshRoute('mail', day(0), ROUTING_DEFAULTS)

function successes(count: number, everyDays: number): number[] {
  let route = fresh()
  return Array.from({ length: count }, (_, i) => {
    route = used(route, 'success', day(i * everyDays))
    return route.weight
  })
}
const reaches = (weights: number[], weight: number) => weights.findIndex((each) => each >= weight) + 1

test('five successes in one week lead from 0.5 to 0.6513', () => {
  const shown = successes(5, 0.5).map((weight) => Math.round(weight * 10_000) / 10_000)
  expect(shown).toEqual([0.575, 0.6069, 0.6265, 0.6405, 0.6513])
})

test('with daily use the weight reaches 0.90 at the 71st success, for the window slides', () => {
  expect(reaches(successes(120, 1), 0.9)).toBe(71)
})

test('with more than a week between them it takes ten, and six to 0.80', () => {
  const weights = successes(12, 7.1)
  expect([reaches(weights, 0.9), reaches(weights, 0.8)]).toEqual([10, 6])
})

test('a hundred successes in one day are no reflex', () => {
  expect(successes(100, 0.001).at(-1)!).toBeLessThan(0.9)
})

test('the weight never reaches 1', () => {
  const weights = successes(2_000, 8)
  expect(weights.every((weight, i) => weight <= 1 && weight >= (weights[i - 1] ?? 0))).toBe(true)
  expect(applySuccess(0.9999, 0, ROUTING_DEFAULTS)).toBeLessThan(1)
})

test('boosts shrink with the successes of the last seven days', () => {
  const boosts = [0, 1, 2].map((recent) => applySuccess(0, recent, ROUTING_DEFAULTS))
  expect(boosts).toEqual([0.15, 0.075, 0.05].map((boost) => expect.closeTo(boost, 12)))
})

describe.each([
  ['task_mismatch', 0.4],
  ['runtime_error', 0.6],
  ['auth_error', 0.8],
  ['dependency_missing', 0.85],
  ['api_error', 0.9],
] as const)('%s', (kind, factor) => {
  test(`leaves ${factor} of the weight, counts as a failure and ends the streak`, () => {
    expect(applyFailure(1, kind, ROUTING_DEFAULTS)).toBe(factor)
    const before = used(fresh(), 'success', day(1))
    expect(used(before, kind, day(2))).toMatchObject({
      ...{ weight: before.weight * factor, successes: 1, failures: 1, streak: 0, lastUsedAt: day(2) },
      lastFailure: { kind, at: day(2) },
    })
  })
})

test.each(['cancelled', 'unknown'] as const)('%s moves nothing', (outcome) => {
  const before = used(fresh(), 'success', day(1))
  expect(used(before, outcome, day(9))).toEqual(before)
})

test('one runtime error leaves a new route at 0.30, shown on that day and hidden on the next', () => {
  const route = used(fresh(), 'runtime_error', day(0))
  expect(effectiveWeight(route, day(0.9), ROUTING_DEFAULTS)).toBe(0.3)
  expect(effectiveWeight(route, day(1), ROUTING_DEFAULTS)).toBeLessThan(0.3)
})

test.each([
  [0, 1],
  [18, 0.9],
  [90, 0.5],
  [126, 0.3],
  [180, 0.3],
  [3_650, 0.3],
])('after %d days without use %d of the weight counts', (days, share) => {
  const route = { weight: 0.8, lastUsedAt: day(0) }
  expect(effectiveWeight(route, day(days), ROUTING_DEFAULTS)).toBeCloseTo(0.8 * share, 12)
})

test('a clock that ran backwards adds nothing', () => {
  expect(effectiveWeight({ weight: 0.8, lastUsedAt: day(5) }, day(0), ROUTING_DEFAULTS)).toBe(0.8)
})

test('use of one route does not refresh another', () => {
  const idle = used(fresh(), 'success', day(0))
  const busy = used(fresh(), 'success', day(90))
  expect(effectiveWeight(idle, day(90), ROUTING_DEFAULTS)).toBeLessThan(
    effectiveWeight(busy, day(90), ROUTING_DEFAULTS),
  )
})

test('successes older than seven days leave the window, one of exactly seven days is in it', () => {
  const at = [day(0), day(0.5), day(3)]
  expect(slidingSuccesses(at, day(7), ROUTING_DEFAULTS)).toEqual(at)
  expect(slidingSuccesses(at, day(7.6), ROUTING_DEFAULTS)).toEqual([day(3)])
})

test('a streak is of successes that no failure came between', () => {
  const outcomes = ['success', 'success', 'cancelled', 'unknown', 'success'] as const
  expect(outcomes.reduce(streak, 0)).toBe(3)
  expect(streak(3, 'api_error')).toBe(0)
})

test.each([
  [3, 0.8, 7_999, true],
  [2, 0.8, 7_999, false],
  [3, 0.79, 7_999, false],
  [3, 0.8, 8_000, false],
])('keeping is suggested with %d successes, weight %d and %d characters: %s', (count, weight, chars, isSuggested) => {
  expect(retentionSuggested({ successes: count, weight }, chars, ROUTING_DEFAULTS)).toBe(isSuggested)
})
