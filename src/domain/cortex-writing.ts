// Routing memory into its document: what was learned takes the place of what we wrote before, and what a person wrote stays
// as it is. The document keeps keys that this version does not know.
import type { CortexCandidate, CortexDocument, CortexLesson, CortexPattern } from './cortex-document.ts'
import type { RoutingLesson } from './routing-lessons.ts'
import { lastUse } from './routing-prune.ts'
import type { Route } from './routing-route.ts'
import type { RoutingSettings } from './routing-settings.ts'
import type { Signals } from './routing-signals.ts'
import type { Learned } from './routing-uses.ts'
import { isWrittenLesson, isWrittenRoute, type RoutingView } from './routing-view.ts'
import { slidingSuccesses } from './routing-weight.ts'

/** What the library knows of a skill, for its candidate; undefined when it is not there. */
export type CandidateFacts = {
  source: CortexCandidate['source']
  version: number
  sideEffects: readonly string[]
  chars: number
  reflex: boolean
}

type CortexParts = {
  view: RoutingView
  learned: Learned
  signals: ReadonlyMap<string, Signals>
  facts: (region: string, skill: string) => CandidateFacts | undefined
  stats: { searches: number; hits: number; reflexesFired: number; installs: number }
  memory: NonNullable<CortexDocument['memory']>
  now: string
  settings: RoutingSettings
}

export function cortexWith(before: CortexDocument, parts: CortexParts): CortexDocument {
  const { cortex } = before
  const { view, stats, memory } = parts
  const lessons = cortex.prefrontal.lessons.filter(({ id }) => id === undefined)
  const learned = view.lessons.filter(({ id }) => !isWrittenLesson(id))
  return {
    ...before,
    cortex: {
      ...cortex,
      sensory: { ...cortex.sensory, patterns: patterns(cortex.sensory.patterns, parts) },
      motor: motor(cortex.motor, parts),
      prefrontal: { ...cortex.prefrontal, lessons: [...lessons, ...learned.map(lessonOf)] },
    },
    blacklist: [...view.blacklist].sort(),
    stats: {
      ...before.stats,
      ...{ searches: stats.searches, installs: stats.installs },
      ...{ cache_hits: stats.hits, reflexes_fired: stats.reflexesFired },
    },
    memory,
  }
}

function patterns(before: readonly CortexPattern[], { view, signals }: CortexParts): CortexPattern[] {
  const written = before.filter(({ learned }) => learned !== true)
  const ours = [...view.regions.keys()].flatMap((region) => {
    const own = signals.get(region)
    return own === undefined || own.for.length === 0
      ? []
      : [{ signal: own.for, region, learned: true, ...(own.against.length === 0 ? {} : { against: own.against }) }]
  })
  return [...written, ...ours]
}

type Motor = CortexDocument['cortex']['motor']

function motor(before: Motor, parts: CortexParts): Motor {
  const { view, learned } = parts
  const entries = new Map<string, Motor[string]>()
  for (const [region, own] of Object.entries(before)) {
    const written = own.candidates.filter(isWrittenRoute)
    if (written.length > 0) entries.set(region, { ...own, candidates: written })
  }
  for (const [region, { routes }] of view.regions) {
    const known = entries.get(region)
    const written = known?.candidates ?? []
    const ours = [...routes.values()].filter(({ skill }) => learned.routes.get(region)?.has(skill))
    if (ours.length === 0) continue
    const others = written.filter(({ slug }) => !ours.some(({ skill }) => skill === slug))
    entries.set(region, {
      ...known,
      candidates: [...others, ...ours.map((route) => candidateOf(region, route, parts))],
      last_used: lastUse(ours).slice(0, 10),
    })
  }
  return Object.fromEntries(entries)
}

function candidateOf(region: string, route: Route, { facts: factsOf, now, settings }: CortexParts): CortexCandidate {
  const { skill, weight, successes, failures, streak, lastUsedAt, lastFailure } = route
  const facts = factsOf(region, skill)
  const recent = slidingSuccesses(route.recent, now, settings)
  return {
    slug: skill,
    source: facts?.source ?? 'local',
    version: facts === undefined ? 'gone' : String(facts.version),
    weight,
    runs: { success: successes, fail: failures, recent_successes_7d: recent.length },
    last_fail:
      lastFailure === null
        ? null
        : { type: lastFailure.kind, detail: lastFailure.key ?? '', date: lastFailure.at.slice(0, 10) },
    side_effects: [...(facts?.sideEffects ?? [])],
    skill_md_chars: facts?.chars ?? 0,
    reflex: facts?.reflex ?? false,
    ...{ last_used_at: lastUsedAt, streak },
  }
}

function lessonOf({ id, kind, region, key, skill, confidence, createdAt }: RoutingLesson): CortexLesson {
  const common = { id, confidence, created: createdAt.slice(0, 10) }
  switch (kind) {
    case 'dependency_warning':
      return { type: kind, region: region ?? '', key: key ?? '', action: 'check_bin_before_install', ...common }
    case 'skill_quality_warning':
      return { type: kind, slug: skill, detail: 'described as what it is not, and did not fit a task', ...common }
    case 'env_ready':
      return { type: kind, region: region ?? '', key: key ?? '', ...common }
  }
}
