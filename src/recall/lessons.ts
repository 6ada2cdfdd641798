// What recall needs of what was learned, whoever keeps it.
import { NO_VOTES, type Votes } from '../domain/learned-votes.ts'
import type { Lesson } from '../domain/lesson.ts'
import { freezeLessons } from './frozen-lessons.ts'
import { createTermIndex } from './term-index.ts'

/** How far behind other processes recall may be. */
export const LEVEL_AGE_MS_MAX = 2_000

export type Lessons = {
  /** Reads what the journal has gained, when the last time is longer ago than LEVEL_AGE_MS_MAX or `stale` was called. */
  levelSoon(): Promise<void>
  /** A load or an outcome was just journalled here. */
  stale(): void
  /** False while nothing is to be written down. What was learned stays, and votes. */
  isLearning(): boolean
  /** @param except a lesson whose turn does not vote: how a lesson is held against the others. */
  vote(terms: readonly string[], except?: Lesson): Votes
  /** By skill, then oldest first. */
  all(): Lesson[]
  size(): number
  /** Grows whenever a process that begins anew should know something else: lessons, verdicts, a pause. */
  changes(): number
  /** As `frozenLessons` reads it. */
  freeze(): Uint8Array
}

/** Recall that does not learn and has learned nothing. */
export const NO_LESSONS: Lessons = {
  levelSoon: async () => {},
  stale: () => {},
  isLearning: () => false,
  vote: () => NO_VOTES,
  all: () => [],
  size: () => 0,
  changes: () => 0,
  freeze: () => freezeLessons(new Map(), createTermIndex()),
}
