// How the weight of a route moves: seed 000, "Weight Algorithm", with a true sliding window and decay for each route on its
// own (DESIGN 3.4). Pure; instants in ISO 8601.
import type { Outcome } from './outcomes.ts'
import type { RoutingFailure, RoutingSettings } from './routing-settings.ts'

const DAY_MS = 86_400_000

/** Whole days from one instant to a later one; 0 where the clock ran backwards. */
function daysBetween(from: string, to: string): number {
  const days = Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS)
  return days > 0 ? days : 0
}

/** Worked out when asked and never written back. Seed: weight × max(0.3, 1 − days / 180). */
export function effectiveWeight(
  { weight, lastUsedAt }: { weight: number; lastUsedAt: string },
  now: string,
  { decayDays, decayFactorMin }: RoutingSettings,
): number {
  return weight * Math.max(decayFactorMin, 1 - daysBetween(lastUsedAt, now) / decayDays)
}

/** Those of the last seven days before `at`, the seventh included: a burst counts, a daily habit is seven at most. */
export function slidingSuccesses(
  successes: readonly string[],
  at: string,
  { windowDays }: Pick<RoutingSettings, 'windowDays'>,
): string[] {
  const to = Date.parse(at)
  return successes.filter((success) => {
    const ageMs = to - Date.parse(success)
    return ageMs >= 0 && ageMs <= windowDays * DAY_MS
  })
}

/** Seed: boost = 0.15 / (1 + successes of the last seven days), of what is left to 1. */
export function applySuccess(
  weight: number,
  recent: number,
  { boostFull }: Pick<RoutingSettings, 'boostFull'>,
): number {
  return weight + (1 - weight) * (boostFull / (1 + recent))
}

/** Seed, "Failure Update": each kind leaves its share. */
export function applyFailure(
  weight: number,
  kind: RoutingFailure,
  { failureFactors }: Pick<RoutingSettings, 'failureFactors'>,
): number {
  return weight * failureFactors[kind]
}

/** Undefined for what is no failure: a success, a change of mind, and what nobody knows. */
export function failureOf(outcome: Outcome): RoutingFailure | undefined {
  switch (outcome) {
    case 'success':
    case 'cancelled':
    case 'unknown':
      return undefined
    case 'task_mismatch':
    case 'runtime_error':
    case 'auth_error':
    case 'dependency_missing':
    case 'api_error':
      return outcome
  }
}
