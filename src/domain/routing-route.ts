// One route: a skill that serves a region, and how it did there. Pure: the route after a use, from the route before it.
import type { Outcome } from './outcomes.ts'
import type { RoutingSettings } from './routing-settings.ts'
import { applyFailure, applySuccess, failureOf, slidingSuccesses } from './routing-weight.ts'

export type Route = {
  skill: string
  /** 0 to 1, never reaching 1. */
  weight: number
  successes: number
  failures: number
  /** Successes since the last failure. */
  streak: number
  /** Those within the window of the last use. */
  recent: string[]
  lastUsedAt: string
  lastFailure: { kind: Outcome; at: string; key: string | null } | null
}

/** What a report on a use tells a route. */
type RouteUse = { outcome: Outcome; at: string; key: string | null }

export function freshRoute(skill: string, at: string, { weightFirst }: Pick<RoutingSettings, 'weightFirst'>): Route {
  const nothing = { successes: 0, failures: 0, streak: 0, recent: [], lastFailure: null }
  return { skill, weight: weightFirst, ...nothing, lastUsedAt: at }
}

/** The same route for `cancelled` and `unknown`: they move nothing. */
export function routeAfter(route: Route, { outcome, at, key }: RouteUse, settings: RoutingSettings): Route {
  const lastUsedAt = at > route.lastUsedAt ? at : route.lastUsedAt
  if (outcome === 'success') {
    const recent = slidingSuccesses(route.recent, at, settings)
    return {
      ...route,
      weight: applySuccess(route.weight, recent.length, settings),
      successes: route.successes + 1,
      streak: streak(route.streak, outcome),
      recent: [...recent, at],
      lastUsedAt,
    }
  }
  const kind = failureOf(outcome)
  if (kind === undefined) return route
  return {
    ...route,
    weight: applyFailure(route.weight, kind, settings),
    failures: route.failures + 1,
    streak: streak(route.streak, outcome),
    lastUsedAt,
    lastFailure: { kind, at, key },
  }
}

/** Consecutive successes after one more report: any failure of the run begins anew (lessons page, E 1.2, row 1). */
export function streak(before: number, outcome: Outcome): number {
  if (outcome === 'success') return before + 1
  return failureOf(outcome) === undefined ? before : 0
}

/** Lessons page, E 1.1, phase 4.5; seed, "Cached Skills vs. Long-term Skills". */
export function retentionSuggested(
  { successes, weight }: Pick<Route, 'successes' | 'weight'>,
  chars: number,
  { retentionSuccessesMin, retentionWeightMin, retentionCharsBelow }: RoutingSettings,
): boolean {
  return successes >= retentionSuccessesMin && weight >= retentionWeightMin && chars < retentionCharsBelow
}
