// What a run of the regression cases comes to: how many skills were found and how high, what was recalled that should
// not have been, and which cases stand otherwise than the last time. Counts only; shares are made where they are shown.

import { z } from 'zod'
import { FOUND_WITHIN, isPassed, type Place, type RecallCase } from './recall-case.ts'
import { CONFIDENCE_MIN } from './recall-confidence.ts'

/** How one way of ranking did on one case. */
export type CaseRun = {
  place: Place
  /** 0 to 1: of the best skill there was. Below CONFIDENCE_MIN recall is silent. */
  confidence: number
  /** The best skill there was; null when no skill matched. */
  first: string | null
}
/** By the text alone, and with what the past adds. */
export type CaseRuns = { static: CaseRun; withLearning: CaseRun }
export const RANKINGS = ['static', 'withLearning'] as const

export type CaseTrial = { case: RecallCase; runs: CaseRuns }

export type Measures = {
  /** Of `cases` that should find a skill: at place 1, within 3, within 5, and how many recall would answer at all. */
  found: { cases: number; at1: number; at3: number; at5: number; answered: number }
  /** Of messages that should bring up nothing, or not that skill first: how many do. */
  false: { everyday: Share; silent: Share; wrongFirst: Share }
}
export type Share = { count: number; of: number }

export function measuresOf(trials: readonly CaseTrial[], ranking: (typeof RANKINGS)[number]): Measures {
  const finds = trials.filter((trial) => trial.case.kind === 'find').map(({ runs }) => runs[ranking])
  const within = (countMax: number) => finds.filter(({ place }) => place !== null && place <= countMax).length
  const failed = (wanted: (each: RecallCase) => boolean): Share => {
    const these = trials.filter((trial) => wanted(trial.case))
    const count = these.filter((trial) => !isPassed(trial.case.kind, trial.runs[ranking].place)).length
    return { count, of: these.length }
  }
  return {
    found: {
      cases: finds.length,
      at1: within(1),
      at3: within(3),
      at5: within(FOUND_WITHIN),
      answered: finds.filter(({ confidence }) => confidence >= CONFIDENCE_MIN).length,
    },
    false: {
      everyday: failed(({ source }) => source === 'everyday'),
      silent: failed(({ kind, source }) => kind === 'silence' && source === 'file'),
      wrongFirst: failed(({ kind }) => kind === 'not-first'),
    },
  }
}

/** Whether Recall@5 with learning reaches so many percent. Undefined when there is nothing to measure it on. */
export function reaches({ found }: Measures, percent: number): boolean | undefined {
  return found.cases === 0 ? undefined : found.at5 * 100 >= percent * found.cases
}

type Places = Record<(typeof RANKINGS)[number], Place>
export const placeSchema: z.ZodType<Place> = z.number().int().min(1).nullable()
/** What is kept for the next time: ids and places, and nothing that was said. */
export const evalResultsSchema = z.record(z.string(), z.object({ static: placeSchema, withLearning: placeSchema }))
export type EvalResults = z.output<typeof evalResultsSchema>
export const noEvalResults = (): EvalResults => ({})

export function resultsOf(trials: readonly CaseTrial[]): EvalResults {
  return Object.fromEntries(trials.map((trial) => [trial.case.id, placesOf(trial)]))
}

export type Change = { case: RecallCase; before: Places; after: Places }
export type Changes = {
  /** Passed before and not now, by one ranking at least. */
  lost: Change[]
  /** The other way round, and lost by none. */
  won: Change[]
  /** Cases that were not there the last time, and that are not there any more. */
  added: number
  removed: number
}

/** @param last undefined or empty: there was no last time. */
export function changesSince(last: EvalResults, trials: readonly CaseTrial[]): Changes | undefined {
  if (Object.keys(last).length === 0) return undefined
  const changes = trials.flatMap((trial): Change[] => {
    const before = Object.hasOwn(last, trial.case.id) ? last[trial.case.id] : undefined
    return before === undefined ? [] : [{ case: trial.case, before, after: placesOf(trial) }]
  })
  const turned = (change: Change, to: boolean) =>
    RANKINGS.some((ranking) => {
      const passed = (places: Places) => isPassed(change.case.kind, places[ranking])
      return passed(change.before) !== to && passed(change.after) === to
    })
  const lost = changes.filter((change) => turned(change, false))
  return {
    lost,
    won: changes.filter((change) => turned(change, true) && !lost.includes(change)),
    added: trials.length - changes.length,
    removed: Object.keys(last).length - changes.length,
  }
}

function placesOf({ runs }: CaseTrial): Places {
  return { static: runs.static.place, withLearning: runs.withLearning.place }
}
