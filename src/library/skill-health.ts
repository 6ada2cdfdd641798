// A skill's performance as people are shown it: its numbers, and what they would have the health job do.
import { type Concern, concernOf, type Performance, performanceOf } from '../domain/performance.ts'
import type { Lifecycle, Origin } from '../domain/record.ts'
import { rounded } from '../domain/rounded.ts'
import type { SkillTally } from '../domain/skill-tally.ts'

export type SkillHealth = {
  name: string
  origin: Origin
  lifecycle: Lifecycle
  /** Rounded; the concern is found before. */
  performance: Performance
  tally: SkillTally
  concern: Concern | null
}

/** @param nearDuplicates how many other skills say nearly the same. */
export function skillHealth(
  { skill, origin, lifecycle }: { skill: { name: string; createdAt: string }; origin: Origin; lifecycle: Lifecycle },
  tally: SkillTally,
  nearDuplicates: number,
  now: Date,
): SkillHealth {
  const exact = performanceOf(tally, { since: tally.lastUsedAt ?? skill.createdAt, nearDuplicates }, now)
  const concern = concernOf(exact, { origin, lifecycle }) ?? null
  return { name: skill.name, origin, lifecycle, performance: shownOf(exact), tally, concern }
}

/** In one line of a list. */
export function flatHealth({ name, origin, lifecycle, performance, tally, concern }: SkillHealth) {
  const { recalled, loads, lastUsedAt, streak } = tally
  return { name, origin, lifecycle, ...performance, recalled, loads, lastUsedAt, streak, concern }
}

function shownOf(exact: Performance): Performance {
  const { successes, failures, successRate, utility, freshness, redundancy, failureRisk, health } = exact
  return {
    successes,
    failures,
    successRate: rounded(successRate),
    utility: rounded(utility),
    freshness: rounded(freshness),
    redundancy: rounded(redundancy),
    failureRisk: rounded(failureRisk),
    health: rounded(health),
  }
}
