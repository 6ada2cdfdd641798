// What routing memory lets go, row by row as in seed 000, "Pruning Strategy". What it lets go of stays in the journal. Ties
// go by age, then by name, so that every process keeps the same.
import type { RoutingLesson } from './routing-lessons.ts'
import type { Route } from './routing-route.ts'
import type { RoutingSettings } from './routing-settings.ts'
import { effectiveWeight } from './routing-weight.ts'

/** Region to skill to route. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>
type Pruned = { routes: Map<string, Map<string, Route>>; lessons: RoutingLesson[] }

/** @param lessons those that have no confidence yet are not counted and stay out. */
export function pruneRouting(
  { routes, lessons }: { routes: Routes; lessons: readonly RoutingLesson[] },
  now: string,
  settings: RoutingSettings,
): Pruned {
  const regions = [...routes]
    .map(([region, own]) => [region, keptRoutes([...own.values()], now, settings)] as const)
    .filter(([, own]) => own.length > 0)
    .sort(([a, ownA], [b, ownB]) => byCodeUnit(lastUse(ownB), lastUse(ownA)) || byCodeUnit(a, b))
    .slice(0, settings.regionsMax)
  const kept = new Map(regions.map(([region, own]) => [region, new Map(own.map((route) => [route.skill, route]))]))
  return { routes: kept, lessons: keptLessons(lessons, (region) => kept.has(region), settings) }
}

/** Best first: by effective weight, then the one used last, then by name. */
export function byEffectiveWeight(now: string, settings: RoutingSettings): (a: Route, b: Route) => number {
  return (a, b) =>
    effectiveWeight(b, now, settings) - effectiveWeight(a, now, settings) ||
    byCodeUnit(b.lastUsedAt, a.lastUsedAt) ||
    byCodeUnit(a.skill, b.skill)
}

/** When any route of a region was used last. */
export function lastUse(routes: readonly Pick<Route, 'lastUsedAt'>[]): string {
  return routes.reduce((last, { lastUsedAt }) => (lastUsedAt > last ? lastUsedAt : last), '')
}

function keptRoutes(routes: readonly Route[], now: string, settings: RoutingSettings): Route[] {
  return routes
    .filter((route) => effectiveWeight(route, now, settings) >= settings.pruneBelow)
    .sort(byEffectiveWeight(now, settings))
    .slice(0, settings.routesMax)
}

function keptLessons(
  lessons: readonly RoutingLesson[],
  isKept: (region: string) => boolean,
  { lessonsMax, lessonPruneBelow }: RoutingSettings,
): RoutingLesson[] {
  return lessons
    .filter(({ confidence, region }) => confidence >= lessonPruneBelow && (region === null || isKept(region)))
    .sort((a, b) => b.confidence - a.confidence || byCodeUnit(b.seenAt, a.seenAt) || byCodeUnit(a.id, b.id))
    .slice(0, lessonsMax)
}

export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
