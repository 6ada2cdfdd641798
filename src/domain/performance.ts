// How well a skill does, as numbers from 0 to 1 (DESIGN 3.3): pure functions of what was counted and of its age. They are
// shown and, one day, acted upon; they never decide what is recalled.
import type { Lifecycle, Origin } from './record.ts'

// Up to so many successes raise the utility; more only hold it.
const SUCCESSES_FULL = 5
const FRESHNESS_HALF_LIFE_DAYS = 30
const REDUNDANCY_OF_ONE = 0.3
const WEIGHTS = { utility: 0.4, uniqueness: 0.2, freshness: 0.2, safety: 0.2 }
const DAY_MS = 86_400_000

export const DEGRADE_OUTCOMES_MIN = 5
export const DEGRADE_HEALTH_BELOW = 0.3
// Freshness and uniqueness alone keep the health of a skill that always fails above 0.4: failing counts by itself.
export const DEGRADE_FAILURE_RISK_MIN = 0.6
export const STALE_FRESHNESS_BELOW = 0.1
export const STALE_OUTCOMES_BELOW = 3

/** Outcomes that the skill answers for; whole numbers from 0. */
export type Verdicts = { successes: number; failures: number }

export type Performance = Verdicts & {
  /** 0.5 for a skill of which nothing was reported. */
  successRate: number
  utility: number
  freshness: number
  redundancy: number
  failureRisk: number
  health: number
}

/**
 * @param since the last load, or the creation of a skill that was never loaded.
 * @param nearDuplicates how many other skills say nearly the same.
 */
export function performanceOf(
  { successes, failures }: Verdicts,
  { since, nearDuplicates }: { since: string; nearDuplicates: number },
  now: Date,
): Performance {
  const verdicts = { successes, failures }
  const parts = {
    utility: utility(verdicts),
    freshness: freshness(since, now),
    redundancy: redundancy(nearDuplicates),
    failureRisk: failureRisk(verdicts),
  }
  return { ...verdicts, successRate: successRate(verdicts), ...parts, health: health(parts) }
}

/** The mean of Beta(1 + successes, 1 + failures): few reports move it little. */
export function successRate({ successes, failures }: Verdicts): number {
  return (1 + successes) / (2 + successes + failures)
}

/** Half of the success rate without any success, all of it from the fifth on. */
export function utility(verdicts: Verdicts): number {
  return successRate(verdicts) * (0.5 + 0.5 * Math.min(1, verdicts.successes / SUCCESSES_FULL))
}

/** Halves every 30 days. A day that lies ahead, or that cannot be read, is today: clocks jump. */
export function freshness(since: string, now: Date): number {
  const days = (now.getTime() - Date.parse(since)) / DAY_MS
  return days > 0 ? 2 ** (-days / FRESHNESS_HALF_LIFE_DAYS) : 1
}

export function redundancy(nearDuplicates: number): number {
  return Math.min(1, REDUNDANCY_OF_ONE * nearDuplicates)
}

/** 1 - successRate, computed so that 3 of 8 is 0.6 exactly. */
export function failureRisk({ successes, failures }: Verdicts): number {
  return (1 + failures) / (2 + successes + failures)
}

export function health(of: Pick<Performance, 'utility' | 'freshness' | 'redundancy' | 'failureRisk'>): number {
  const sum =
    WEIGHTS.utility * of.utility +
    WEIGHTS.uniqueness * (1 - of.redundancy) +
    WEIGHTS.freshness * of.freshness +
    WEIGHTS.safety * (1 - of.failureRisk)
  return Math.min(1, sum)
}

export type Concern = 'degrade' | 'stale'

/** What these numbers would have the health job do (DESIGN 3.2). Starters are never degraded; people's skills never go stale. */
export function concernOf(of: Performance, standing: { origin: Origin; lifecycle: Lifecycle }): Concern | undefined {
  const { origin, lifecycle } = standing
  if (lifecycle === 'deprecated' || lifecycle === 'archived') return undefined
  const isEnough = of.successes + of.failures >= DEGRADE_OUTCOMES_MIN
  if (origin !== 'builtin' && lifecycle !== 'degraded' && isEnough && isFailing(of)) return 'degrade'
  return origin === 'machine' && isStale(of) ? 'stale' : undefined
}

/** Whether the numbers are bad enough, however few the outcomes are. */
export function isFailing({ health, failureRisk }: Pick<Performance, 'health' | 'failureRisk'>): boolean {
  return health < DEGRADE_HEALTH_BELOW || failureRisk >= DEGRADE_FAILURE_RISK_MIN
}

export function isStale({ freshness, successes, failures }: Verdicts & Pick<Performance, 'freshness'>): boolean {
  return freshness < STALE_FRESHNESS_BELOW && successes + failures < STALE_OUTCOMES_BELOW
}
