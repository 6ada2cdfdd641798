// The lessons that hold, found by likeness to a message. What comes in may come in any order and more than once (several
// sessions, several processes): the same lessons make the same book.
import { type Forgetting, isForgotten } from '../domain/forgetting.ts'
import type { Votes } from '../domain/learned-votes.ts'
import type { Lesson } from '../domain/lesson.ts'
import { byCodeUnit, WEIGHT_UNIT } from './bm25f.ts'
import { freezeLessons } from './frozen-lessons.ts'
import { votesOf } from './lesson-votes.ts'
import { createTermIndex } from './term-index.ts'

/** Oldest out. With 50, Recall@5 on a set with 50 uses a skill falls by three points; beyond 200 nothing is gained. */
export const LESSONS_PER_SKILL_MAX = 200

export type LessonBook = {
  add(lesson: Lesson): void
  judge(id: string, verdict: 'right' | 'wrong'): void
  /**
   * Drops what was learned up to then, and refuses it when it comes again.
   * @returns how many are gone, and whether that made room for older ones that the cap had put out.
   */
  forget(forgetting: Forgetting): { gone: number; madeRoom: boolean }
  holds(id: string): boolean
  /** @param except lessons of this turn do not vote: how a lesson is held against the others. */
  vote(terms: readonly string[], now: Date, except?: Lesson): Votes
  /** By skill, then oldest first. */
  lessons(): Lesson[]
  size(): number
  /** As `frozenLessons` reads it. */
  freeze(): Uint8Array
}

export function createLessonBook(): LessonBook {
  const byId = new Map<string, Lesson>()
  const bySkill = new Map<string, Set<string>>()
  const index = createTermIndex()
  const forgettings: Forgetting[] = []

  function drop(id: string): void {
    const lesson = byId.get(id)
    if (lesson === undefined) return
    byId.delete(id)
    index.remove(id)
    const ids = bySkill.get(lesson.skill)!
    ids.delete(id)
    if (ids.size === 0) bySkill.delete(lesson.skill)
  }
  const oldestFirst = (ids: Iterable<string>) => [...ids].map((id) => byId.get(id)!).sort(byAge)

  return {
    add(lesson) {
      if (byId.has(lesson.id) || forgettings.some((forgetting) => isForgotten(lesson, forgetting))) return
      byId.set(lesson.id, lesson)
      index.put(lesson.id, weighedStems(lesson.stems))
      const ids = bySkill.get(lesson.skill) ?? new Set()
      bySkill.set(lesson.skill, ids.add(lesson.id))
      if (ids.size > LESSONS_PER_SKILL_MAX) drop(oldestFirst(ids)[0]!.id)
    },
    judge(id, verdict) {
      const lesson = byId.get(id)
      if (lesson !== undefined) byId.set(id, { ...lesson, verdict })
    },
    forget(forgetting) {
      forgettings.push(forgetting)
      const gone = [...byId.values()].filter((lesson) => isForgotten(lesson, forgetting))
      const madeRoom = gone.some(({ skill }) => bySkill.get(skill)!.size === LESSONS_PER_SKILL_MAX)
      for (const { id } of gone) drop(id)
      return { gone: gone.length, madeRoom }
    },
    holds: (id) => byId.has(id),
    vote: (terms, now, except) => votesOf({ index, lessonOf: (id) => byId.get(id)! }, terms, now, except),
    lessons: () => [...bySkill].sort(([a], [b]) => byCodeUnit(a, b)).flatMap(([, ids]) => oldestFirst(ids)),
    size: () => byId.size,
    freeze: () => freezeLessons(byId, index),
  }
}

function weighedStems(stems: readonly string[]) {
  const distinct = [...new Set(stems)]
  const terms = new Map(distinct.map((stem) => [stem, { weight: WEIGHT_UNIT, fieldBits: 0 }]))
  return { length: WEIGHT_UNIT * distinct.length, terms }
}

function byAge(a: Lesson, b: Lesson): number {
  return byCodeUnit(a.at, b.at) || byCodeUnit(a.id, b.id)
}
