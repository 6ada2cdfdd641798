// What failures and successes teach about a region or a skill: the three kinds of seed 000, "Lesson Type Definitions", and no
// others. Pure: the lessons after a report, from those before it. Names alone are kept, never values and never notes.
import { withoutEntities } from './entity-filter.ts'
import type { Outcome } from './outcomes.ts'
import { isCredentialName } from './policy-rules.ts'
import type { RoutingSettings } from './routing-settings.ts'

export const LESSON_KINDS = ['dependency_warning', 'skill_quality_warning', 'env_ready'] as const

/** What was seen, and a lesson as soon as its confidence is not 0. */
export type RoutingLesson = {
  /** `dependency_warning:<region>:<key>` and so on: the same thing seen again is the same lesson. */
  id: string
  kind: (typeof LESSON_KINDS)[number]
  /** Null for a lesson on a skill, wherever it is used. */
  region: string | null
  /** The dependency or the variable. */
  key: string | null
  /** The skill that it is on, or that reported it last. */
  skill: string
  sightings: number
  /** 0 to 1; 0 while it was not seen often enough. */
  confidence: number
  createdAt: string
  seenAt: string
}

export type LessonEvent = {
  skill: string
  region: string
  outcome: Outcome
  key: string | null
  at: string
  /** The variables that the skill declares, and whether each was set. */
  env: Readonly<Record<string, boolean>>
  /** The reporter says that the skill's description promised what it does not do. */
  misleading: boolean
}

/** What a person made of a lesson: both are optional, one is there. */
export type LessonEdit = { lesson: string; at: string; key: string | undefined; confidence: number | undefined }

type Said = { kind: RoutingLesson['kind']; event: LessonEvent; key: string | null }

/** Events in their order. @param before what earlier events taught. */
export function lessonsFromEvents(
  before: readonly RoutingLesson[],
  events: readonly LessonEvent[],
  settings: RoutingSettings,
): RoutingLesson[] {
  const lessons = new Map(before.map((lesson) => [lesson.id, lesson]))
  for (const event of events) {
    for (const lesson of [...lessons.values()].filter((one) => isContradicted(one, event))) {
      const next = shaken(lesson, settings)
      if (next === undefined) lessons.delete(lesson.id)
      else lessons.set(lesson.id, next)
    }
    for (const said of confirmed(event)) {
      const lesson = seenAgain(lessons.get(lessonIdOf(said)), said, settings)
      lessons.set(lesson.id, lesson)
    }
  }
  return [...lessons.values()]
}

/** Starts at 0.6; each confirmation adds 0.1 up to 1, each contradiction takes 0.1 (DESIGN 3.4). */
export function confidence(
  before: number,
  what: 'confirmed' | 'contradicted',
  { lessonConfidenceFirst, lessonConfidenceStep }: RoutingSettings,
): number {
  if (before === 0) return what === 'confirmed' ? lessonConfidenceFirst : 0
  const next = what === 'confirmed' ? before + lessonConfidenceStep : before - lessonConfidenceStep
  return Math.min(1, Math.max(0, Math.round(next * 100) / 100))
}

/** A lesson under another key takes the place of what was known of that key. Without such a lesson nothing changes. */
export function withEdit(
  lessons: readonly RoutingLesson[],
  { lesson: id, key, confidence: said }: LessonEdit,
): RoutingLesson[] {
  const lesson = lessons.find((one) => one.id === id)
  if (lesson === undefined) return [...lessons]
  const keyed = key === undefined ? lesson : { ...lesson, key, id: lessonId(lesson.kind, lesson.region, key) }
  const edited = said === undefined ? keyed : { ...keyed, confidence: said }
  return [...lessons.filter((one) => one.id !== id && one.id !== edited.id), edited]
}

/** The id that a lesson has under another key; null for a kind that has none. */
export function lessonIdWith({ kind, region }: Pick<RoutingLesson, 'kind' | 'region'>, key: string): string | null {
  return kind === 'skill_quality_warning' ? null : lessonId(kind, region, key)
}

/** Whether a key may stand in a lesson of this kind. */
export function isKeyFor(kind: RoutingLesson['kind'], key: string): boolean {
  switch (kind) {
    case 'dependency_warning':
      return key === key.toLowerCase() && isLessonKey(key)
    case 'env_ready':
      return isVariableName(key)
    case 'skill_quality_warning':
      return false
  }
}

/** Whether a key may be written down: a variable, or a program or package that names nobody. */
export function isLessonKey(key: string): boolean {
  if (isVariableName(key)) return true
  return DEPENDENCY_PATTERN.test(key) && withoutEntities(key.toLowerCase(), () => false).length > 0
}

function isVariableName(name: string): boolean {
  return VARIABLE_PATTERN.test(name) && isCredentialName(name)
}

// A name; no path, no address.
const DEPENDENCY_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/
const VARIABLE_PATTERN = /^[A-Z][A-Z0-9_]{0,99}$/

function confirmed(event: LessonEvent): Said[] {
  const { outcome, key, misleading, env } = event
  const set = Object.keys(env).filter((name) => env[name] === true && isVariableName(name))
  return [
    ...(outcome === 'dependency_missing' && key !== null && DEPENDENCY_PATTERN.test(key)
      ? [{ kind: 'dependency_warning' as const, event, key: key.toLowerCase() }]
      : []),
    ...(outcome === 'task_mismatch' && misleading
      ? [{ kind: 'skill_quality_warning' as const, event, key: null }]
      : []),
    ...set.filter((name) => !isDenied(event, name)).map((key) => ({ kind: 'env_ready' as const, event, key })),
  ]
}

// A success shows that what the same skill lacked is there now, and that it does what it says.
function isContradicted({ kind, skill, region, key }: RoutingLesson, event: LessonEvent): boolean {
  switch (kind) {
    case 'dependency_warning':
      return event.outcome === 'success' && region === event.region && skill === event.skill
    case 'skill_quality_warning':
      return event.outcome === 'success' && skill === event.skill
    case 'env_ready':
      return region === event.region && (event.env[key!] === false || isDenied(event, key!))
  }
}

function isDenied({ outcome, key }: LessonEvent, name: string): boolean {
  return outcome === 'auth_error' && key === name
}

// Undefined: nothing of it is left. A variable counts only when it was there in uses that follow each other.
function shaken(lesson: RoutingLesson, settings: RoutingSettings): RoutingLesson | undefined {
  if (lesson.confidence === 0) return lesson.kind === 'env_ready' ? undefined : lesson
  const next = confidence(lesson.confidence, 'contradicted', settings)
  return next < settings.lessonPruneBelow ? undefined : { ...lesson, confidence: next }
}

function seenAgain(before: RoutingLesson | undefined, said: Said, settings: RoutingSettings): RoutingLesson {
  const { kind, event, key } = said
  const sightings = (before?.sightings ?? 0) + 1
  const isEnough = kind === 'skill_quality_warning' || sightings >= settings.lessonSightingsMin
  return {
    id: lessonIdOf(said),
    kind,
    region: kind === 'skill_quality_warning' ? null : event.region,
    key,
    skill: event.skill,
    sightings,
    confidence: isEnough ? confidence(before?.confidence ?? 0, 'confirmed', settings) : 0,
    createdAt: before?.createdAt ?? event.at,
    seenAt: event.at,
  }
}

function lessonIdOf({ kind, event, key }: Said): string {
  return kind === 'skill_quality_warning' ? `${kind}:${event.skill}` : lessonId(kind, event.region, key ?? '')
}

function lessonId(kind: RoutingLesson['kind'], region: string | null, key: string): string {
  return `${kind}:${region}:${key}`
}
