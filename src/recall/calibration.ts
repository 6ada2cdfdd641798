// Finds the library's threshold of silence by asking it things that no skill is for, and things that it was right about.
// A hundred searches, done at the first recall and again when the library or what was learned has changed by a twentieth.
import { FOREIGN_MESSAGES } from '../domain/foreign-messages.ts'
import { fitThreshold } from '../domain/recall-confidence.ts'
import { findCandidates } from './candidates.ts'
import type { Lessons } from './lessons.ts'
import type { SkillIndex } from './skill-index.ts'

const CHANGED_SHARE_MAX = 0.05
const LESSONS_ASKED_MAX = 100
// A past answer counts as right when its skill came up among so many.
const RIGHT_WITHIN = 5

export type Calibration = {
  threshold(): number
  /** A skill was added, changed or removed. */
  skillChanged(): void
}

export function createCalibration(index: SkillIndex, lessons: Pick<Lessons, 'vote' | 'all' | 'size'>): Calibration {
  let changes = 0
  let known: { threshold: number; lessons: number } | undefined
  const isStale = () =>
    known === undefined ||
    changes > CHANGED_SHARE_MAX * index.size() ||
    Math.abs(lessons.size() - known.lessons) > CHANGED_SHARE_MAX * known.lessons
  return {
    threshold() {
      if (known === undefined || isStale()) {
        const evidence = {
          skills: index.size(),
          foreign: foreignSignals(index, lessons),
          right: rightSignals(index, lessons),
        }
        known = { threshold: fitThreshold(evidence), lessons: lessons.size() }
        changes = 0
      }
      return known.threshold
    },
    skillChanged() {
      changes += 1
    },
  }
}

function foreignSignals(index: SkillIndex, lessons: Pick<Lessons, 'vote'>): number[] {
  return FOREIGN_MESSAGES.map(
    (message) => findCandidates(index, (terms) => lessons.vote(terms), message, 1).candidates[0]?.signal ?? 0,
  )
}

// Spread evenly over the lessons, so that equal lessons give an equal threshold.
function rightSignals(index: SkillIndex, lessons: Pick<Lessons, 'vote' | 'all'>): number[] {
  const all = lessons.all().filter((lesson) => lesson.verdict !== 'wrong')
  const step = Math.max(1, Math.floor(all.length / LESSONS_ASKED_MAX))
  return all
    .filter((_, i) => i % step === 0)
    .flatMap((lesson) => {
      const { candidates } = findCandidates(index, (terms) => lessons.vote(terms, lesson), lesson.stems, RIGHT_WITHIN)
      const came = candidates.slice(0, RIGHT_WITHIN).some(({ name }) => name === lesson.skill)
      return came ? [candidates[0]!.signal] : []
    })
}
