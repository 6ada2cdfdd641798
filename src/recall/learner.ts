// Learning from use, as recall and people see it: votes of past messages, and the say over what is kept. Beside the text
// index and never in it: without lessons recall is the static ranking, to the last bit.
import type { Forgetting } from '../domain/forgetting.ts'
import type { NewLedgerEvent } from '../domain/journal-event.ts'
import type { Actor } from '../domain/record.ts'
import type { Journal } from '../journal/journal.ts'
import type { SmallDocument } from '../store/small-document.ts'
import { blankForgotten } from './forgotten-stems.ts'
import { type LearningCheckpoint, openLearningFold } from './learning-fold.ts'
import { LEVEL_AGE_MS_MAX, type Lessons } from './lessons.ts'

export type Learner = Lessons & {
  pause(actor: Actor): Promise<void>
  resume(actor: Actor): Promise<void>
  /**
   * Drops lessons, also in other processes, and takes out of the journal what is kept of the messages meant, but for
   * stems that other lessons rest on. What an earlier call could not finish (no space, no rights) is finished with it.
   */
  forget(what: Pick<Forgetting, 'scope' | 'of'>, actor: Actor): Promise<Forgotten>
  save(): Promise<void>
}

/** How many lessons are gone, and of how many messages and calls of tools the words. */
export type Forgotten = { lessons: number; messages: number }

export type LearnerParts = {
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger' | 'appendLedger' | 'blank'>
  document: SmallDocument<LearningCheckpoint>
  now: () => Date
}

export function openLearner({ journal, document, now }: LearnerParts): Learner {
  const fold = openLearningFold(journal, document)
  let leveledAt = Number.NEGATIVE_INFINITY
  const level = async () => {
    await fold.level()
    leveledAt = performance.now()
  }
  const tell = async (event: NewLedgerEvent) => {
    await journal.appendLedger(event)
    await level()
  }
  return {
    async levelSoon() {
      if (performance.now() - leveledAt > LEVEL_AGE_MS_MAX) await level()
    },
    stale() {
      leveledAt = Number.NEGATIVE_INFINITY
    },
    isLearning: () => !fold.isPaused(),
    vote: (terms, except) => fold.book().vote(terms, now(), except),
    all: () => fold.book().lessons(),
    size: () => fold.book().size(),
    changes: fold.changes,
    freeze: () => fold.book().freeze(),
    pause: (actor) => tell({ event: 'learning-paused', actor }),
    resume: (actor) => tell({ event: 'learning-resumed', actor }),
    async forget(what, actor) {
      await level()
      const before = fold.book().lessons()
      await tell({ event: 'wording-forgotten', actor, ...what })
      const gone = before.filter(({ id }) => !fold.book().holds(id))
      await fold.saveAnew()
      const messages = await blankForgotten(journal, fold.forgettings())
      return { lessons: gone.length, messages }
    },
    save: fold.save,
  }
}
