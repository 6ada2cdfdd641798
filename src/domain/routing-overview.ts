// Routing memory as people and programs are shown it, the same at the terminal, over HTTP and as a resource.
import { z } from 'zod'
import { OUTCOMES } from './outcomes.ts'
import { rounded } from './rounded.ts'
import { lessonText, whyHidden } from './routing-candidates.ts'
import type { RouteHistory } from './routing-history.ts'
import { LESSON_KINDS } from './routing-lessons.ts'
import { byEffectiveWeight } from './routing-prune.ts'
import type { Route } from './routing-route.ts'
import type { RoutingSettings } from './routing-settings.ts'
import type { RoutingView } from './routing-view.ts'
import { effectiveWeight } from './routing-weight.ts'

const routeShape = z.object({
  name: z.string(),
  weight: z.number().describe('As it was when the route was used last.'),
  effectiveWeight: z.number().describe('Now: it fades with the days without use.'),
  successes: z.number(),
  failures: z.number(),
  streak: z.number().describe('Successes since the last failure.'),
  lastUsedAt: z.string(),
  lastFailure: z.object({ kind: z.enum(OUTCOMES), at: z.string(), key: z.string().nullable() }).nullable(),
  reflex: z.boolean().describe('A person granted that its plan needs no yes, and nothing ended that.'),
  hidden: z.string().optional().describe('Why it is not suggested.'),
  worthKeeping: z.boolean().optional().describe('It has proven itself, and nobody has kept it yet.'),
  weights: z
    .array(z.object({ at: z.string(), weight: z.number() }))
    .describe('What each use made of the stored weight, oldest first; the newest 30 of a route that was learned.'),
})
const lessonShape = z.object({
  id: z.string(),
  kind: z.enum(LESSON_KINDS),
  region: z.string().nullable(),
  skill: z.string(),
  key: z.string().nullable(),
  confidence: z.number(),
  createdAt: z.string(),
  text: z.string(),
})
export const routingShape = z.object({
  lessons: z.array(lessonShape).describe('The most certain first.'),
  regions: z.array(
    z.object({
      region: z.string(),
      signals: z.array(z.string()).describe('Stems that speak for it.'),
      against: z.array(z.string()).describe('Stems that speak against it.'),
      routes: z.array(routeShape).describe('Best first.'),
    }),
  ),
  blacklist: z.array(z.string()),
  learning: z.object({
    isOn: z.boolean().describe('The setting recall.learn.'),
    isPaused: z.boolean().describe('A person paused it: no report moves anything.'),
  }),
  stats: z.object({ searches: z.number(), hits: z.number(), reflexesFired: z.number(), installs: z.number() }),
})
export type RoutingOverview = z.output<typeof routingShape>

type OverviewParts = {
  view: RoutingView
  stats: RoutingOverview['stats']
  isReflex: (region: string, route: Route) => boolean
  isListed: (skill: string) => boolean
  isWorthKeeping: (region: string, route: Route) => boolean
  history: RouteHistory
  learning: RoutingOverview['learning']
  now: string
  settings: RoutingSettings
}

export function routingOverview(parts: OverviewParts): RoutingOverview {
  const { view, stats, learning, now, settings } = parts
  return {
    regions: [...view.regions].map(([region, { signals, routes }]) => ({
      ...{ region, signals: signals.for, against: signals.against },
      routes: [...routes.values()]
        .sort(byEffectiveWeight(now, settings))
        .map((route) => shownRoute(region, route, parts)),
    })),
    lessons: view.lessons.map((lesson) => {
      const { id, kind, region, skill, key, confidence, createdAt } = lesson
      return { id, kind, region, skill, key, confidence, createdAt, text: lessonText(lesson) }
    }),
    blacklist: [...view.blacklist].sort(),
    learning,
    stats,
  }
}

function weightsOf(region: string, name: string, { history }: OverviewParts): { at: string; weight: number }[] {
  return (history.get(region)?.get(name) ?? []).map(({ at, weight }) => ({ at, weight: rounded(weight) }))
}

function shownRoute(region: string, route: Route, parts: OverviewParts): z.output<typeof routeShape> {
  const { skill: name, weight, successes, failures, streak, lastUsedAt, lastFailure } = route
  const effective = effectiveWeight(route, parts.now, parts.settings)
  const hidden = whyHidden(name, effective, parts)
  return {
    ...{ name, weight: rounded(weight), effectiveWeight: rounded(effective), successes, failures, streak },
    ...{ lastUsedAt, lastFailure, reflex: parts.isReflex(region, route) },
    ...(hidden === undefined ? {} : { hidden }),
    ...(parts.isWorthKeeping(region, route) ? { worthKeeping: true } : {}),
    weights: weightsOf(region, name, parts),
  }
}
