// How recall did over time: what each run of the regression cases came to, and where each case stood in the last ones. Kept
// so that a person sees a trend and not only the last change. Holds ids and places, and nothing that was said.
import { z } from 'zod'
import { type CaseTrial, type Measures, measuresOf, placeSchema } from './recall-measures.ts'

/** Beyond these the oldest go. */
export const RUNS_KEPT_MAX = 200
export const PLACES_KEPT_MAX = 12

export const evalRunSchema = z.object({
  at: z.string(),
  /** Cases that should find a skill, and how many did, with learning. */
  cases: z.number(),
  at1: z.number(),
  at3: z.number(),
  at5: z.number(),
  /** The same by the text alone. */
  staticAt5: z.number(),
  falseRecalls: z.number(),
})
export type EvalRun = z.output<typeof evalRunSchema>

export const evalHistorySchema = z.object({
  runs: z.array(evalRunSchema),
  /** By the id of a case, its places with learning, the newest last. */
  places: z.record(z.string(), z.array(placeSchema)),
})
export type EvalHistory = z.output<typeof evalHistorySchema>
export const noEvalHistory = (): EvalHistory => ({ runs: [], places: {} })

/** With one more run. What is no case any more is forgotten, and everyday messages are told by their number alone. */
export function withRun(history: EvalHistory, trials: readonly CaseTrial[], at: Date): EvalHistory {
  const own = trials.filter((trial) => trial.case.source !== 'everyday')
  const places = own.map(({ case: { id }, runs }) => {
    const before = Object.hasOwn(history.places, id) ? (history.places[id] ?? []) : []
    return [id, [...before, runs.withLearning.place].slice(-PLACES_KEPT_MAX)] as const
  })
  return { runs: [...history.runs, runOf(trials, at)].slice(-RUNS_KEPT_MAX), places: Object.fromEntries(places) }
}

function runOf(trials: readonly CaseTrial[], at: Date): EvalRun {
  const { found, false: wrong } = measuresOf(trials, 'withLearning')
  const { cases, at1, at3, at5 } = found
  const staticAt5 = measuresOf(trials, 'static').found.at5
  return { at: at.toISOString(), cases, at1, at3, at5, staticAt5, falseRecalls: countOf(wrong) }
}

function countOf({ everyday, silent, wrongFirst }: Measures['false']): number {
  return everyday.count + silent.count + wrongFirst.count
}
