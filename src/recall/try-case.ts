// Runs one regression case through the candidates and the threshold that recall itself uses, by the text alone and with
// what was learned, and says what keeps a case from passing.
import { NO_VOTES, type Votes } from '../domain/learned-votes.ts'
import type { Lesson } from '../domain/lesson.ts'
import { FOUND_WITHIN, PLACES_MAX, type Place, type RecallCase } from '../domain/recall-case.ts'
import { CONFIDENCE_MIN, confidenceOf } from '../domain/recall-confidence.ts'
import type { CaseRun, CaseTrial } from '../domain/recall-measures.ts'
import { createCalibration } from './calibration.ts'
import { candidateOf, type Found, findCandidates } from './candidates.ts'
import { createLessonBook } from './lesson-book.ts'
import { NO_LESSONS } from './lessons.ts'
import { saysTooLittle } from './recall-skills.ts'
import type { SkillIndex } from './skill-index.ts'

export type Trials = {
  tryCase: (each: RecallCase) => CaseTrial
  /** Why it stands as it does with learning. */
  reasonOf: (trial: CaseTrial) => string
}

type Ranking = { vote: (terms: readonly string[], except?: Lesson) => Votes; threshold: number }

/** @param lessons that vote; the one that a case was made of does not vote on it. */
export function createTrials(index: SkillIndex, lessons: readonly Lesson[], now: Date): Trials {
  // The thresholds are made anew, since those in use may be up to a twentieth of the library old.
  const byText: Ranking = { vote: () => NO_VOTES, threshold: createCalibration(index, NO_LESSONS).threshold() }
  const byPast = lessons.length === 0 ? byText : rankingByPast(index, lessons, now)
  const find = (each: RecallCase, { vote }: Ranking) =>
    findCandidates(index, (terms) => vote(terms, lessonOf(each)), each.words, PLACES_MAX)
  const run = (each: RecallCase, ranking: Ranking) => runOf(each, find(each, ranking), ranking.threshold)
  return {
    tryCase: (each) => ({ case: each, runs: { static: run(each, byText), withLearning: run(each, byPast) } }),
    reasonOf: (trial) => reasonOf(trial, find(trial.case, byPast), index),
  }
}

function rankingByPast(index: SkillIndex, lessons: readonly Lesson[], now: Date): Ranking {
  const book = createLessonBook()
  for (const lesson of lessons) book.add(lesson)
  const vote: Ranking['vote'] = (terms, except) => book.vote(terms, now, except)
  return { vote, threshold: createCalibration(index, { vote, all: book.lessons, size: book.size }).threshold() }
}

function lessonOf(each: RecallCase): Lesson | undefined {
  return each.source === 'use' ? each.lesson : undefined
}

function runOf(each: RecallCase, found: Found, threshold: number): CaseRun {
  const [best] = found.candidates
  const confidence =
    best === undefined || saysTooLittle(each.words, found.search) ? 0 : confidenceOf(best.signal, threshold)
  const isSilent = confidence < CONFIDENCE_MIN
  const place = (): Place => {
    switch (each.kind) {
      case 'find':
        return placeOf(each.skill, found)
      case 'not-first':
        return isSilent ? null : placeOf(each.skill, found)
      case 'silence':
        return isSilent ? null : 1
    }
  }
  return { place: place(), confidence, first: best?.name ?? null }
}

function placeOf(skill: string, { candidates }: Found): Place {
  const at = candidates.findIndex(({ name }) => name === skill)
  return at < 0 || at >= PLACES_MAX ? null : at + 1
}

function reasonOf({ case: each, runs: { withLearning: run } }: CaseTrial, found: Found, index: SkillIndex): string {
  const confidence = `confidence ${run.confidence.toFixed(2)}`
  if (each.kind === 'silence') return `recalls ${run.first} with ${confidence}`
  if (each.kind === 'not-first') return `is still first, with ${confidence}`
  if (run.place !== null && run.place <= FOUND_WITHIN) {
    return saysTooLittle(each.words, found.search)
      ? `place ${run.place}, but the message says too little to be answered`
      : `place ${run.place}, but recall is silent: ${confidence} of the best, and ${CONFIDENCE_MIN} is needed`
  }
  const candidate = candidateOf(index, found, each.skill)
  if (candidate === undefined) return 'no skill of this name is in the library'
  const against = candidate.learned < 0 ? ', and the past speaks against it' : ''
  if (candidate.text.terms.length === 0 && candidate.score <= 0) return `it holds none of these words${against}`
  const held = candidate.text.terms.map(({ term }) => term).join(' ') || 'none'
  const place = run.place === null ? `beyond place ${PLACES_MAX}` : `place ${run.place}`
  return `${place}, first is ${run.first}; of the ${found.search.terms.length} words it holds: ${held}${against}`
}
