// A learner on a home as one process opens it, with everything real.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Lesson } from '../../src/domain/lesson.ts'
import type { Outcome } from '../../src/domain/outcomes.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import type { Journal } from '../../src/journal/journal.ts'
import { openLearner } from '../../src/recall/learner.ts'
import { learningSchema, noLearning } from '../../src/recall/learning-fold.ts'
import { smallDocument } from '../../src/store/small-document.ts'

export function openLearning(layout: HomeLayout, now: () => Date = () => new Date()) {
  const journal = openFileJournal(layout, { now, newId: randomUUID }, (error) => {
    throw error
  })
  onTestFinished(() => journal.close())
  const learner = openLearner({ journal, document: smallDocument(layout.learning, learningSchema, noLearning), now })
  return { journal, learner, ...teaching(journal), lessons: () => levelled(learner) }
}

export function teaching(journal: Pick<Journal, 'append'>) {
  const actor = 'agent' as const
  const say = (session: string, stems: string) =>
    journal.append(session, { event: 'turn', actor, stems: stems.split(' ').sort() })
  const load = (session: string, skillName: string) =>
    journal.append(session, { event: 'loaded', actor, skillName, version: 1, how: 'by-name' })
  return {
    say,
    load,
    /** A message, then the load of a skill. */
    async teach(session: string, stems: string, skill: string) {
      await say(session, stems)
      return load(session, skill)
    },
    report: (session: string, skill: string, outcome: Outcome) =>
      journal.append(session, { event: 'outcome', actor, skill, outcome }),
  }
}

/** Each lesson as `session skill verdict: stems`, after a look at what others have written. */
export async function levelled(learner: {
  stale(): void
  levelSoon(): Promise<void>
  all(): Lesson[]
}): Promise<string[]> {
  learner.stale()
  await learner.levelSoon()
  return learner.all().map(({ session, skill, verdict, stems }) => `${session} ${skill} ${verdict}: ${stems.join(' ')}`)
}

/** The files of a folder in which one of the words stands, as bytes. */
export function filesWith(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return words.some((word) => bytes.includes(word))
    })
}
