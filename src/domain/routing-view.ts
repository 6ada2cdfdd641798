// Routing memory as it is asked: regions with their words and routes, lessons, the blacklist. Made of what was learned, of
// what a person wrote into cortex.json, and of the triggers that the authors of its skills wrote; a written route holds until
// the same one is learned.
import { analyze } from './analyzer.ts'
import type { CortexCandidate, CortexDocument } from './cortex-document.ts'
import type { RoutingLesson } from './routing-lessons.ts'
import { byEffectiveWeight, pruneRouting } from './routing-prune.ts'
import type { Route } from './routing-route.ts'
import type { RoutingSettings } from './routing-settings.ts'
import type { Signals } from './routing-signals.ts'
import type { Learned } from './routing-uses.ts'

type RoutingRegion = { signals: Signals; routes: ReadonlyMap<string, Route> }
export type RoutingView = {
  /** By last use, the newest first; then those that only have words. */
  regions: ReadonlyMap<string, RoutingRegion>
  /** The most certain first. */
  lessons: RoutingLesson[]
  blacklist: ReadonlySet<string>
}

type ViewParts = {
  learned: Learned
  signals: ReadonlyMap<string, Signals>
  document: CortexDocument
  blacklist: ReadonlySet<string>
  /** What the author of a skill says that it is for; none of a skill that is not there. */
  triggersOf: (skill: string) => readonly string[]
  now: string
  settings: RoutingSettings
}

export function routingView(parts: ViewParts): RoutingView {
  const { learned, signals, document, blacklist, triggersOf, now, settings } = parts
  const routes = new Map([...learned.routes].map(([region, own]) => [region, new Map(own)]))
  for (const { region, route } of writtenRoutes(document)) {
    const own = routes.get(region) ?? new Map<string, Route>()
    if (!own.has(route.skill)) own.set(route.skill, route)
    routes.set(region, own)
  }
  const written = writtenSignals(document)
  const lessons = [...learned.lessons, ...writtenLessons(document)]
  const pruned = pruneRouting({ routes, lessons }, now, settings)
  const names = [...pruned.routes.keys(), ...[...written.keys()].filter((region) => !pruned.routes.has(region))]
  const regions = names.map((region) => {
    const own = signals.get(region) ?? { for: [], against: [] }
    const routes = pruned.routes.get(region) ?? new Map<string, Route>()
    const triggers = triggerWords(routes.values(), triggersOf, now, settings)
    const words = [...new Set([...(written.get(region) ?? []), ...triggers, ...own.for])]
    const signalsHere = { for: words.slice(0, settings.signalsMax), against: own.against }
    return [region, { signals: signalsHere, routes }] as const
  })
  return { regions: new Map(regions), lessons: pruned.lessons, blacklist }
}

const WRITTEN = 'written:'
export function isWrittenLesson(id: string): boolean {
  return id.startsWith(WRITTEN)
}

export function isWrittenRoute({ last_used_at }: CortexCandidate): boolean {
  return last_used_at === undefined
}

function writtenRoutes({ cortex }: CortexDocument): { region: string; route: Route }[] {
  return Object.entries(cortex.motor).flatMap(([region, { candidates, last_used: lastUsedAt }]) =>
    candidates.filter(isWrittenRoute).map(({ slug: skill, weight, runs: { success: successes, fail: failures } }) => ({
      region,
      route: { skill, weight, successes, failures, streak: 0, recent: [], lastUsedAt, lastFailure: null },
    })),
  )
}

// Words as a person writes them, read as recall reads a message.
function writtenSignals({ cortex }: CortexDocument): Map<string, string[]> {
  const byRegion = new Map<string, string[]>()
  for (const { signal, region, learned } of cortex.sensory.patterns) {
    if (learned !== true) byRegion.set(region, [...(byRegion.get(region) ?? []), ...analyze(signal.join('\n'))])
  }
  return byRegion
}

// The best routes first. Half of a region's words at most: authors say what a skill is for, use says what it is asked by.
function triggerWords(
  routes: Iterable<Route>,
  triggersOf: ViewParts['triggersOf'],
  now: string,
  settings: RoutingSettings,
): string[] {
  const best = [...routes].sort(byEffectiveWeight(now, settings))
  const words = best.flatMap(({ skill }) => analyze(triggersOf(skill).join('\n')))
  return [...new Set(words)].slice(0, Math.floor(settings.signalsMax / 2))
}

function writtenLessons({ cortex }: CortexDocument): RoutingLesson[] {
  return cortex.prefrontal.lessons
    .filter(({ id }) => id === undefined)
    .map(({ type: kind, region, slug, key, confidence, created }, at) => ({
      id: `${WRITTEN}${at + 1}`,
      ...{ kind, region: region ?? null, key: key ?? null, skill: slug ?? '', confidence },
      ...{ sightings: 0, createdAt: created, seenAt: created },
    }))
}
