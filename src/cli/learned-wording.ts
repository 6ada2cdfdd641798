// What was learned of wording, as people and programs are shown it: per skill in figures, and single lessons on request.
import { LOADED_HOW } from '../domain/journal-event.ts'
import { type Lesson, lessonWeight } from '../domain/lesson.ts'
import { rounded } from '../domain/rounded.ts'
import { LESSONS_PER_SKILL_MAX } from '../recall/lesson-book.ts'
import type { CommandHome } from './command.ts'

const VERDICTS = ['right', 'wrong', 'open'] as const
type Counts<Keys extends string> = Record<Keys, number>

export type LearnedSkill = {
  name: string
  /** False for a skill that was archived or whose file is gone: what was learned of it waits for its return. */
  isStanding: boolean
  lessons: number
  newestAt: string
  oldestAt: string
  how: Counts<Lesson['how']>
  verdicts: Counts<Lesson['verdict']>
}
/** `weight` is what the lesson counts now: 1 in full, below 0 against its skill. */
export type ShownLesson = Omit<Lesson, 'id'> & { weight: number }
/** On request of one skill or session, or both. */
export type LessonFilter = { skill?: string | undefined; session?: string | undefined }

export type LearnedWording = {
  /** Off by the setting: nothing is learned, and what was learned does not count. Paused: it counts. */
  learning: 'on' | 'paused' | 'off'
  setting: { isOn: boolean; origin: string }
  isPaused: boolean
  lessonsPerSkillMax: number
  lessons: number
  sessions: number
  skills: LearnedSkill[]
  /** Only when asked for some; newest first. */
  listed?: ShownLesson[]
}

export async function readLearnedWording(
  { learner, learnSetting, shelf }: CommandHome,
  filter: LessonFilter,
  now: Date,
): Promise<LearnedWording> {
  await learner.levelSoon()
  const lessons = lessonsOf(learner.all(), filter)
  const isListed = filter.skill !== undefined || filter.session !== undefined
  const listed = lessons.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map((lesson) => shownLesson(lesson, now))
  const isPaused = !learner.isLearning()
  return {
    learning: !learnSetting.isOn ? 'off' : isPaused ? 'paused' : 'on',
    setting: learnSetting,
    isPaused,
    lessonsPerSkillMax: LESSONS_PER_SKILL_MAX,
    lessons: lessons.length,
    sessions: new Set(lessons.map(({ session }) => session)).size,
    skills: learnedSkills(lessons, (name) => shelf.entry(name) !== undefined),
    ...(isListed ? { listed } : {}),
  }
}

export function lessonsOf(lessons: readonly Lesson[], { skill, session }: LessonFilter): Lesson[] {
  return lessons.filter(
    (lesson) =>
      (skill === undefined || lesson.skill === skill) && (session === undefined || lesson.session === session),
  )
}

/** @param lessons by skill, then oldest first. */
function learnedSkills(lessons: readonly Lesson[], isStanding: (name: string) => boolean): LearnedSkill[] {
  const bySkill = new Map<string, Lesson[]>()
  for (const lesson of lessons) bySkill.set(lesson.skill, [...(bySkill.get(lesson.skill) ?? []), lesson])
  return [...bySkill].map(([name, own]) => ({
    name,
    isStanding: isStanding(name),
    lessons: own.length,
    newestAt: own.at(-1)!.at,
    oldestAt: own[0]!.at,
    how: counts(LOADED_HOW, own, ({ how }) => how),
    verdicts: counts(VERDICTS, own, ({ verdict }) => verdict),
  }))
}

function counts<Key extends string>(
  keys: readonly Key[],
  lessons: readonly Lesson[],
  keyOf: (lesson: Lesson) => Key,
): Counts<Key> {
  const entries = keys.map((key) => [key, lessons.filter((lesson) => keyOf(lesson) === key).length] as const)
  return Object.fromEntries(entries) as Counts<Key>
}

function shownLesson(lesson: Lesson, now: Date): ShownLesson {
  const { id: _id, ...rest } = lesson
  return { ...rest, weight: rounded(lessonWeight(lesson, now)) }
}
