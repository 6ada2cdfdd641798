// The settings of routing memory, for the one schema of config.ts: every number of domain/routing-settings.ts under its own
// name, within a range in which the rules still mean what they say, and whether a reflex may be granted without a person.
import { z } from 'zod'
import {
  ROUTING_DEFAULTS as D,
  REFLEX_GRANTS,
  type RoutingFailure,
  type RoutingSettings,
} from '../domain/routing-settings.ts'

const ENV = 'SKILL_CORTEX_ROUTING_'
const YEARS_10_DAYS = 3_650

/** A weight, a confidence or a part of one. */
function share<E extends string>(fallback: number, env: E, min = 0) {
  return { schema: z.coerce.number().min(min).max(1), fallback, env: `${ENV}${env}` as const }
}

function whole<E extends string>(fallback: number, env: E, min: number, max: number) {
  return { schema: z.coerce.number().int().min(min).max(max), fallback, env: `${ENV}${env}` as const }
}

export const ROUTING_CONFIG = {
  'routing.reflex': { schema: z.enum(REFLEX_GRANTS), fallback: D.reflex, env: `${ENV}REFLEX` },
  'routing.weightFirst': share(D.weightFirst, 'WEIGHT_FIRST'),
  'routing.boostFull': share(D.boostFull, 'BOOST_FULL'),
  'routing.windowDays': whole(D.windowDays, 'WINDOW_DAYS', 1, 365),
  'routing.failureFactors.task_mismatch': share(D.failureFactors.task_mismatch, 'FAILURE_TASK_MISMATCH'),
  'routing.failureFactors.runtime_error': share(D.failureFactors.runtime_error, 'FAILURE_RUNTIME_ERROR'),
  'routing.failureFactors.auth_error': share(D.failureFactors.auth_error, 'FAILURE_AUTH_ERROR'),
  'routing.failureFactors.dependency_missing': share(D.failureFactors.dependency_missing, 'FAILURE_DEPENDENCY_MISSING'),
  'routing.failureFactors.api_error': share(D.failureFactors.api_error, 'FAILURE_API_ERROR'),
  'routing.decayDays': whole(D.decayDays, 'DECAY_DAYS', 1, YEARS_10_DAYS),
  'routing.decayFactorMin': share(D.decayFactorMin, 'DECAY_FACTOR_MIN'),
  'routing.hideBelow': share(D.hideBelow, 'HIDE_BELOW'),
  'routing.pruneBelow': share(D.pruneBelow, 'PRUNE_BELOW'),
  // Lower than these a reflex would rest on next to nothing.
  'routing.reflexStreakMin': whole(D.reflexStreakMin, 'REFLEX_STREAK_MIN', 3, 1_000),
  'routing.reflexWeightMin': share(D.reflexWeightMin, 'REFLEX_WEIGHT_MIN', 0.7),
  'routing.retentionSuccessesMin': whole(D.retentionSuccessesMin, 'RETENTION_SUCCESSES_MIN', 1, 1_000),
  'routing.retentionWeightMin': share(D.retentionWeightMin, 'RETENTION_WEIGHT_MIN'),
  'routing.retentionCharsBelow': whole(D.retentionCharsBelow, 'RETENTION_CHARS_BELOW', 1, 1_000_000),
  'routing.regionsMax': whole(D.regionsMax, 'REGIONS_MAX', 1, 1_000),
  'routing.routesMax': whole(D.routesMax, 'ROUTES_MAX', 1, 50),
  'routing.signalsMax': whole(D.signalsMax, 'SIGNALS_MAX', 2, 100),
  'routing.signalsPerMessageMax': whole(D.signalsPerMessageMax, 'SIGNALS_PER_MESSAGE_MAX', 1, 20),
  // One word that agrees is no evidence: learned words would then suggest something for nearly every task.
  'routing.signalsAgreeingMin': whole(D.signalsAgreeingMin, 'SIGNALS_AGREEING_MIN', 2, 10),
  'routing.signalsShareMin': share(D.signalsShareMin, 'SIGNALS_SHARE_MIN'),
  'routing.lessonsMax': whole(D.lessonsMax, 'LESSONS_MAX', 0, 300),
  'routing.lessonConfidenceFirst': share(D.lessonConfidenceFirst, 'LESSON_CONFIDENCE_FIRST'),
  'routing.lessonConfidenceStep': share(D.lessonConfidenceStep, 'LESSON_CONFIDENCE_STEP', 0.01),
  'routing.lessonPruneBelow': share(D.lessonPruneBelow, 'LESSON_PRUNE_BELOW'),
  'routing.lessonSightingsMin': whole(D.lessonSightingsMin, 'LESSON_SIGHTINGS_MIN', 1, 100),
} as const

type Key = keyof typeof ROUTING_CONFIG
/** As config.ts holds them; the others beside them do not matter here. */
export type RoutingConfig = { readonly [K in Key]: z.output<(typeof ROUTING_CONFIG)[K]['schema']> }

export function routingSettings(config: RoutingConfig): RoutingSettings {
  const failures = Object.keys(D.failureFactors) as RoutingFailure[]
  const plain = Object.keys(D).filter((key): key is PlainKey => key !== 'failureFactors')
  const factors = failures.map((kind) => [kind, config[`routing.failureFactors.${kind}`]])
  return {
    ...D,
    ...Object.fromEntries(plain.map((key) => [key, config[`routing.${key}`]])),
    failureFactors: { ...D.failureFactors, ...Object.fromEntries(factors) },
  }
}

type PlainKey = Exclude<keyof RoutingSettings, 'failureFactors'>

/** Settings that are each allowed and together make little sense. */
export function routingFaults(config: RoutingConfig): string[] {
  const { pruneBelow, hideBelow, lessonConfidenceFirst, lessonPruneBelow, weightFirst } = routingSettings(config)
  return [
    ...(pruneBelow > hideBelow
      ? ['routing.pruneBelow is above routing.hideBelow: no route is ever hidden, only dropped']
      : []),
    ...(weightFirst < hideBelow ? ['routing.weightFirst is below routing.hideBelow: no new route is ever shown'] : []),
    ...(lessonConfidenceFirst < lessonPruneBelow
      ? ['routing.lessonConfidenceFirst is below routing.lessonPruneBelow: no lesson is ever kept']
      : []),
  ]
}
