// How the weight of each route came to be what it is: one point for each use that moved it, from the same reports and by the
// same rules as the routes themselves. What went into older uses is one first point.
import { freshRoute, routeAfter } from './routing-route.ts'
import type { RoutingSettings } from './routing-settings.ts'
import { holding, type RoutingUse, type SettledUses } from './routing-uses.ts'
import { failureOf } from './routing-weight.ts'

/** Of one route, the newest. */
export const HISTORY_POINTS_MAX = 30

export type WeightPoint = { at: string; weight: number }
/** Region to skill to its points, oldest first. */
export type RouteHistory = ReadonlyMap<string, ReadonlyMap<string, readonly WeightPoint[]>>

/** @param ordered oldest first, each report once. */
export function routeHistory(
  { routes: settled }: SettledUses,
  ordered: readonly RoutingUse[],
  settings: RoutingSettings,
): RouteHistory {
  const routes = new Map(settled.map(({ region, route }) => [keyOf(region, route.skill), route]))
  const history = new Map<string, Map<string, WeightPoint[]>>()
  for (const { region, route } of settled)
    add(history, region, route.skill, { at: route.lastUsedAt, weight: route.weight })
  for (const use of holding(ordered)) {
    const { region, skill, outcome, at } = use
    if (outcome !== 'success' && failureOf(outcome) === undefined) continue
    const key = keyOf(region, skill)
    const route = routeAfter(routes.get(key) ?? freshRoute(skill, at, settings), use, settings)
    routes.set(key, route)
    add(history, region, skill, { at, weight: route.weight })
  }
  return history
}

function keyOf(region: string, skill: string): string {
  return JSON.stringify([region, skill])
}

function add(
  history: Map<string, Map<string, WeightPoint[]>>,
  region: string,
  skill: string,
  point: WeightPoint,
): void {
  const own = history.get(region) ?? new Map<string, WeightPoint[]>()
  const points = own.get(skill) ?? []
  points.push(point)
  if (points.length > HISTORY_POINTS_MAX) points.shift()
  history.set(region, own.set(skill, points))
}
