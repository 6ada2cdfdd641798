// Puts recall together: the index with its snapshot, what was learned, and the threshold of silence.
import { readSnapshot, writeSnapshot } from '../files/snapshot-file.ts'
import { type Calibration, createCalibration } from './calibration.ts'
import { createSkillIndex, type IndexEngine } from './index-engine.ts'
import { createIndexKeeper, type IndexKeeper, type KeptSkill } from './index-keeper.ts'
import { type Learner, type LearnerParts, openLearner } from './learner.ts'
import { type Lessons, NO_LESSONS } from './lessons.ts'
import type { SkillIndex } from './skill-index.ts'

export type RecallInputs = LearnerParts & {
  engine: IndexEngine
  /** Off: what was learned neither votes nor grows. */
  isLearning: boolean
  snapshotPath: string
  /** Every skill that may be recalled, as it stands now. */
  skills: () => readonly KeptSkill[]
  loadsOf: (name: string) => number
  onTrouble: (error: unknown) => void
}

export type OpenRecall = {
  index: SkillIndex
  lessons: Lessons
  /** Also when recall itself does not learn: for people who look at what was learned, or want it forgotten. */
  learner: Learner
  calibration: Calibration
  keeper: IndexKeeper
  /** Keeps what the next process can begin from. */
  save(): Promise<void>
}

export function openRecall(inputs: RecallInputs): OpenRecall {
  const { engine, isLearning, snapshotPath, skills, loadsOf } = inputs
  const index = createSkillIndex(engine)
  const learner = openLearner(inputs)
  const lessons = isLearning ? learner : NO_LESSONS
  const calibration = createCalibration(index, lessons)
  const keeper = createIndexKeeper({ engine, index, calibration, lessons, isLearning, loadsOf })
  keeper.begin(skills(), readSnapshot(snapshotPath, inputs.onTrouble))
  const write = (bytes: Uint8Array) => writeSnapshot(snapshotPath, bytes)
  const keepSnapshot = () => keeper.keep(skills(), write)
  return {
    index,
    lessons,
    learner: {
      ...learner,
      // Hooks know of a pause, and of what was learned, by the snapshot alone; and what is forgotten stands in it.
      pause: (actor) => learner.pause(actor).then(keepSnapshot),
      resume: (actor) => learner.resume(actor).then(keepSnapshot),
      async forget(what, actor) {
        try {
          return await learner.forget(what, actor)
        } finally {
          keeper.keepAnew(skills(), write)
        }
      },
    },
    calibration,
    keeper,
    async save() {
      // What is written here must not bring back what another process has just had forgotten.
      lessons.stale()
      await lessons.levelSoon()
      await learner.save()
      keepSnapshot()
    },
  }
}
