// Perception, the first phase of seed 000: from the words of a task to a region, and from it to the routes that may be shown.
// A region with nothing to show is no answer: the caller then searches.
import type { RoutingLesson } from './routing-lessons.ts'
import { byEffectiveWeight } from './routing-prune.ts'
import type { Route } from './routing-route.ts'
import type { RoutingSettings } from './routing-settings.ts'
import { type Perceived, perceiveRegions } from './routing-signals.ts'
import type { RoutingView } from './routing-view.ts'
import { effectiveWeight } from './routing-weight.ts'

export type RoutingCandidate = { route: Route; effective: number; lessons: RoutingLesson[] }
/** Why a route of the region is not shown. */
type HiddenRoute = { skill: string; effective: number; why: string }
export type Perception = Perceived & { candidates: RoutingCandidate[]; hidden: HiddenRoute[] }

type PerceptionParts = {
  view: RoutingView
  /** Whether the library has it and shows it unasked. */
  isListed: (skill: string) => boolean
  now: string
  settings: RoutingSettings
}

/** Every region that the words speak for, best first, also those of which no route can be shown. */
export function perceive(stems: readonly string[], parts: PerceptionParts): Perception[] {
  const signals = new Map([...parts.view.regions].map(([region, own]) => [region, own.signals]))
  return perceiveRegions(signals, stems, parts.settings).map((perceived) => ({
    ...perceived,
    ...candidatesOf(perceived.region, parts),
  }))
}

/** Best first; those with a warning about their quality last (seed: "lower its recommendation priority"). */
function candidatesOf(
  region: string,
  { view, isListed, now, settings }: PerceptionParts,
): Pick<Perception, 'candidates' | 'hidden'> {
  const routes = [...(view.regions.get(region)?.routes.values() ?? [])].sort(byEffectiveWeight(now, settings))
  const candidates: RoutingCandidate[] = []
  const hidden: HiddenRoute[] = []
  for (const route of routes) {
    const effective = effectiveWeight(route, now, settings)
    const why = whyHidden(route.skill, effective, { view, isListed, settings })
    if (why !== undefined) hidden.push({ skill: route.skill, effective, why })
    else candidates.push({ route, effective, lessons: lessonsFor(view.lessons, region, route.skill) })
  }
  const isWarned = ({ lessons }: RoutingCandidate) => lessons.some(({ kind }) => kind === 'skill_quality_warning')
  return { candidates: [...candidates.filter((c) => !isWarned(c)), ...candidates.filter(isWarned)], hidden }
}

/** Why a route is not suggested; undefined when it is. */
export function whyHidden(
  skill: string,
  effective: number,
  { view, isListed, settings }: Omit<PerceptionParts, 'now'>,
): string | undefined {
  if (view.blacklist.has(skill)) return 'blacklisted'
  if (effective < settings.hideBelow) return `effective weight ${effective.toFixed(2)} is below ${settings.hideBelow}`
  return isListed(skill) ? undefined : 'not in the library, or not shown unasked'
}

/** What is known of a region, and of a skill wherever it is used. */
export function lessonsFor(lessons: readonly RoutingLesson[], region: string, skill: string): RoutingLesson[] {
  return lessons.filter((lesson) => (lesson.region === null ? lesson.skill === skill : lesson.region === region))
}

/** One sentence without a full stop. */
export function lessonText({ kind, key, skill, confidence }: RoutingLesson): string {
  const sure = `confidence ${confidence.toFixed(1)}`
  switch (kind) {
    case 'dependency_warning':
      return `${key ?? 'a dependency'} was missing before; check it first with: which ${key ?? '<name>'} (${sure})`
    case 'skill_quality_warning':
      return `"${skill}" was reported to be described as what it is not (${sure})`
    case 'env_ready':
      return `${key ?? 'the variable'} is usually set here (${sure})`
  }
}
