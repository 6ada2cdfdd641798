// What was learned, as the snapshot holds it: a hook folds nothing itself, so it may be a minute behind the server.
import { frozenLessons } from '../recall/frozen-lessons.ts'
import type { IndexSnapshot } from '../recall/index-snapshot.ts'
import { type Lessons, NO_LESSONS } from '../recall/lessons.ts'

/** @param mayLearn by setting, whatever the snapshot says. Without a snapshot nobody knows of a pause: nothing is learned. */
export function hookLessons(
  snapshot: IndexSnapshot | undefined,
  { mayLearn, now }: { mayLearn: boolean; now: Date },
): Lessons {
  const frozen = snapshot === undefined || !mayLearn ? undefined : frozenLessons(snapshot.lessons)
  if (frozen === undefined) return NO_LESSONS
  return {
    ...NO_LESSONS,
    isLearning: () => snapshot?.head.isLearning === true,
    vote: (terms, except) => frozen.vote(terms, now, except),
    all: frozen.all,
    size: frozen.size,
  }
}
