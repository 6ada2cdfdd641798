// Every number of routing memory, named. The tables are those of seed 000 (weight algorithm, reflex, pruning) and of the
// skill that it was split from (first weight, hiding, lessons, retention); repairs as DESIGN 3.4.
import type { Outcome } from './outcomes.ts'

/** The kinds of failure that move a weight; what is no failure, or says nothing, moves none. */
export type RoutingFailure = Exclude<Outcome, 'success' | 'cancelled' | 'unknown'>

/** Who may say that the plan of a well-proven route needs no yes: a person, or the rules by themselves. */
export const REFLEX_GRANTS = ['operator', 'automatic'] as const

export type RoutingSettings = {
  reflex: (typeof REFLEX_GRANTS)[number]
  /** 0 to 1. */
  weightFirst: number
  /** What the first success in seven days takes of the way to 1. */
  boostFull: number
  windowDays: number
  /** What a failure leaves of the weight. */
  failureFactors: Record<RoutingFailure, number>
  decayDays: number
  decayFactorMin: number
  /** Below it a route is not shown. */
  hideBelow: number
  /** Below it a route is dropped. */
  pruneBelow: number
  reflexStreakMin: number
  /** Stored to be eligible, effective to fire. */
  reflexWeightMin: number
  retentionSuccessesMin: number
  retentionWeightMin: number
  retentionCharsBelow: number
  regionsMax: number
  routesMax: number
  signalsMax: number
  /** How many words one message may add to a region. */
  signalsPerMessageMax: number
  /** How many signals a task must share with a region. */
  signalsAgreeingMin: number
  /** And which part of the task's words these must be: two of twenty say little. */
  signalsShareMin: number
  lessonsMax: number
  lessonConfidenceFirst: number
  lessonConfidenceStep: number
  lessonPruneBelow: number
  /** From how many sightings on a dependency is warned of, or a variable counts as ready. */
  lessonSightingsMin: number
}

export const ROUTING_DEFAULTS: RoutingSettings = {
  reflex: 'operator',
  weightFirst: 0.5,
  boostFull: 0.15,
  windowDays: 7,
  failureFactors: {
    task_mismatch: 0.4,
    runtime_error: 0.6,
    auth_error: 0.8,
    dependency_missing: 0.85,
    api_error: 0.9,
  },
  decayDays: 180,
  decayFactorMin: 0.3,
  hideBelow: 0.3,
  pruneBelow: 0.1,
  reflexStreakMin: 5,
  reflexWeightMin: 0.9,
  retentionSuccessesMin: 3,
  retentionWeightMin: 0.8,
  retentionCharsBelow: 8_000,
  regionsMax: 80,
  routesMax: 5,
  signalsMax: 10,
  signalsPerMessageMax: 4,
  signalsAgreeingMin: 2,
  signalsShareMin: 0.3,
  lessonsMax: 30,
  lessonConfidenceFirst: 0.6,
  lessonConfidenceStep: 0.1,
  lessonPruneBelow: 0.3,
  lessonSightingsMin: 2,
}
