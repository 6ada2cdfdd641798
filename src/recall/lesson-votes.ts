// Asks the nearest past messages for which skills they speak.
import { countVotes, NO_VOTES, VOTERS_MAX, type Voter, type Votes } from '../domain/learned-votes.ts'
import { type Lesson, lessonWeight, turnOfLesson } from '../domain/lesson.ts'
import type { TermIndex } from './term-index.ts'

/** Lessons by id, and the index that finds their ids by stems. */
export type FoundLessons = { index: TermIndex; lessonOf: (id: string) => Lesson }

/** @param except lessons of this turn do not vote. */
export function votesOf(
  { index, lessonOf }: FoundLessons,
  terms: readonly string[],
  now: Date,
  except: Lesson | undefined,
): Votes {
  if (index.size() === 0) return NO_VOTES
  const wanted = index.wanted(terms)
  const own = index.ownScore(wanted)
  const near = index
    .search(wanted, except === undefined ? VOTERS_MAX : 2 * VOTERS_MAX)
    .map(({ name, score }) => ({ lesson: lessonOf(name), score }))
    .filter(({ lesson }) => except === undefined || turnOfLesson(lesson) !== turnOfLesson(except))
    .slice(0, VOTERS_MAX)
  const voters = near.map(
    ({ lesson, score }): Voter => ({
      skill: lesson.skill,
      likeness: Math.min(1, score / own),
      weight: lessonWeight(lesson, now),
    }),
  )
  return countVotes(voters)
}
