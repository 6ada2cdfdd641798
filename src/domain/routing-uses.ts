// The reports that routing learns from, in order, and what they make of routes and lessons. The same set of reports makes the
// same routes, in whatever order they were read: that is what lets several processes learn at once.
import { z } from 'zod'
import { OUTCOMES } from './outcomes.ts'
import { LESSON_KINDS, type LessonEdit, lessonsFromEvents, type RoutingLesson, withEdit } from './routing-lessons.ts'
import { byCodeUnit, type Routes } from './routing-prune.ts'
import { freshRoute, type Route, routeAfter } from './routing-route.ts'
import type { RoutingSettings } from './routing-settings.ts'

/** Single reports are kept for the newest so many; older ones stand in what they made. */
export const USES_KEPT_MAX = 2_000
const SETTLED_REGIONS_MAX = 400
const SETTLED_LESSONS_MAX = 300

const count = z.number().int().min(0)
export const useSchema = z.object({
  id: z.string(),
  session: z.string(),
  skill: z.string(),
  /** Which use of the skill in this session: a later report on it replaces the earlier one. */
  use: z.string(),
  region: z.string(),
  outcome: z.enum(OUTCOMES),
  key: z.string().nullable(),
  at: z.string(),
  seq: count,
  env: z.record(z.string(), z.boolean()),
  misleading: z.boolean(),
})
export type RoutingUse = z.infer<typeof useSchema>

const routeSchema: z.ZodType<Route> = z.object({
  skill: z.string(),
  weight: z.number(),
  successes: count,
  failures: count,
  streak: count,
  recent: z.array(z.string()),
  lastUsedAt: z.string(),
  lastFailure: z.object({ kind: z.enum(OUTCOMES), at: z.string(), key: z.string().nullable() }).nullable(),
})
const routingLessonSchema: z.ZodType<RoutingLesson> = z.object({
  id: z.string(),
  kind: z.enum(LESSON_KINDS),
  region: z.string().nullable(),
  key: z.string().nullable(),
  skill: z.string(),
  sightings: count,
  confidence: z.number(),
  createdAt: z.string(),
  seenAt: z.string(),
})
export const settledSchema = z.object({
  /** When the last of them was reported; '' before the first. What a person made of lessons up to then is in them. */
  until: z.string().default(''),
  routes: z.array(z.object({ region: z.string(), route: routeSchema })),
  lessons: z.array(routingLessonSchema),
})
/** What reports that are no longer kept have made. */
export type SettledUses = z.infer<typeof settledSchema>

export const NOTHING_SETTLED: SettledUses = { until: '', routes: [], lessons: [] }

export type Learned = { routes: Routes; lessons: RoutingLesson[] }

/** What people decided about lessons. */
export type LessonDecisions = {
  /** When a person removed a lesson: what was seen up to then teaches it no more. */
  removedAt: (lessonId: string) => string | undefined
  /** In order. */
  edits: readonly LessonEdit[]
}

/** Oldest first, each report once. */
export function usesInOrder(uses: readonly RoutingUse[]): RoutingUse[] {
  const byId = new Map<string, RoutingUse>()
  for (const use of [...uses].sort(compareUses)) {
    const id = JSON.stringify([use.session, use.id])
    if (!byId.has(id)) byId.set(id, use)
  }
  return [...byId.values()]
}

/** What a person made of a lesson holds from then on, and later uses move it like any other. */
export function learnedFrom(
  settled: SettledUses,
  ordered: readonly RoutingUse[],
  { removedAt, edits }: LessonDecisions,
  settings: RoutingSettings,
): Learned {
  const routes = new Map<string, Map<string, Route>>()
  for (const { region, route } of settled.routes) put(routes, region, route)
  let lessons = settled.lessons.filter((lesson) => !isRemoved(lesson))
  const waiting = edits.filter((edit) => edit.at > settled.until)
  for (const use of holding(ordered)) {
    const { region, skill, at } = use
    while (waiting[0] !== undefined && waiting[0].at <= at) lessons = withEdit(lessons, waiting.shift()!)
    const before = routes.get(region)?.get(skill) ?? freshRoute(skill, at, settings)
    if (use.outcome === 'cancelled' || use.outcome === 'unknown') continue
    put(routes, region, routeAfter(before, use, settings))
    lessons = lessonsFromEvents(lessons, [use], settings).filter((lesson) => !isRemoved(lesson))
  }
  for (const edit of waiting) lessons = withEdit(lessons, edit)
  return { routes, lessons: lessons.filter((lesson) => !isRemoved(lesson)) }

  function isRemoved({ id, seenAt }: RoutingLesson): boolean {
    const at = removedAt(id)
    return at !== undefined && seenAt <= at
  }
}

/** Lets the oldest go into what they made. @param uses in order. */
export function settleUses(
  settled: SettledUses,
  uses: RoutingUse[],
  edits: readonly LessonEdit[],
  settings: RoutingSettings,
): { settled: SettledUses; uses: RoutingUse[] } {
  const over = uses.length - USES_KEPT_MAX
  if (over <= 0) return { settled, uses }
  const held = new Set(holding(uses))
  const gone = uses.slice(0, over).filter((use) => held.has(use))
  const until = uses[over - 1]!.at
  const said = { removedAt: () => undefined, edits: edits.filter(({ at }) => at <= until) }
  const { routes, lessons } = learnedFrom(settled, gone, said, settings)
  const newest = [...routes].sort(([, a], [, b]) => byCodeUnit(newestOf(b), newestOf(a))).slice(0, SETTLED_REGIONS_MAX)
  return {
    settled: {
      until,
      routes: newest.flatMap(([region, own]) => [...own.values()].map((route) => ({ region, route }))),
      lessons: lessons.sort((a, b) => byCodeUnit(b.seenAt, a.seenAt)).slice(0, SETTLED_LESSONS_MAX),
    },
    uses: uses.slice(over),
  }
}

/** Of several reports on one use the last one. */
export function holding(ordered: readonly RoutingUse[]): RoutingUse[] {
  const last = new Map(ordered.map((use) => [useId(use), use]))
  return ordered.filter((use) => last.get(useId(use)) === use)
}

function useId({ skill, session, use }: RoutingUse): string {
  return JSON.stringify([skill, session, use])
}

function put(routes: Map<string, Map<string, Route>>, region: string, route: Route): void {
  routes.set(region, (routes.get(region) ?? new Map()).set(route.skill, route))
}

function newestOf(own: ReadonlyMap<string, Route>): string {
  return (
    [...own.values()]
      .map(({ lastUsedAt }) => lastUsedAt)
      .sort()
      .at(-1) ?? ''
  )
}

function compareUses(a: RoutingUse, b: RoutingUse): number {
  return a.seq - b.seq || byCodeUnit(a.at, b.at) || byCodeUnit(a.session, b.session) || byCodeUnit(a.id, b.id)
}
