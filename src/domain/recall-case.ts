// Regression cases of recall: what a message should bring up, should not bring up first, or should leave silent. Cases
// from use are a fold of what was learned, so what is forgotten is no case any more. Pure: it runs nothing.
import { sha256Of } from './digest.ts'
import { FOREIGN_MESSAGES } from './foreign-messages.ts'
import type { Lesson } from './lesson.ts'

/** A case is passed when its skill is among so many. */
export const FOUND_WITHIN = 5
/** Places beyond this are all the same. */
export const PLACES_MAX = 20
/** Of use; the newest. A person who has more learns nothing from the rest. */
export const USED_CASES_MAX = 5_000
const ID_DIGITS = 12

/** A message as it came, or the stems of one. */
export type CaseWords = string | readonly string[]

type Case = { id: string; words: CaseWords }
export type UsedCase = Case & { kind: 'find' | 'not-first'; source: 'use'; skill: string; lesson: Lesson }
export type RecallCase =
  | UsedCase
  | (Case & { kind: 'find'; source: 'file'; skill: string })
  | (Case & { kind: 'silence'; source: 'file' | 'everyday' })
export type CaseKind = RecallCase['kind']

/**
 * Where the skill of a case came up, 1 for the first; null for nowhere within PLACES_MAX. Of a case that wants silence
 * it is 1 when anything was recalled; of one that wants its skill not to be first, null also where recall is silent.
 */
export type Place = number | null

export function isPassed(kind: CaseKind, place: Place): boolean {
  switch (kind) {
    case 'find':
      return place !== null && place <= FOUND_WITHIN
    case 'not-first':
      return place !== 1
    case 'silence':
      return place === null
  }
}

/** One case for each fingerprint of stems and skill, by the newest verdict on it; what is undecided is no case. */
export function casesFromUse(lessons: readonly Lesson[]): UsedCase[] {
  const newest = new Map<string, Lesson>()
  for (const lesson of lessons) {
    if (lesson.verdict === 'open') continue
    const key = fingerprint([lesson.skill, ...lesson.stems])
    const known = newest.get(key)
    if (known === undefined || isNewer(lesson, known)) newest.set(key, lesson)
  }
  return [...newest]
    .sort(([, a], [, b]) => (isNewer(a, b) ? -1 : 1))
    .slice(0, USED_CASES_MAX)
    .map(([key, lesson]): UsedCase => {
      const { skill, stems: words } = lesson
      return lesson.verdict === 'right'
        ? { id: `use-${key}`, kind: 'find', source: 'use', words, skill, lesson }
        : { id: `wrong-${key}`, kind: 'not-first', source: 'use', words, skill, lesson }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** @param skill undefined for words that should bring up nothing. */
export function caseFromFile(words: CaseWords, skill: string | undefined): RecallCase {
  const said = typeof words === 'string' ? [words] : words
  const id = `file-${fingerprint([skill ?? '', typeof words, ...said])}`
  return skill === undefined
    ? { id, kind: 'silence', source: 'file', words }
    : { id, kind: 'find', source: 'file', words, skill }
}

/** What people say between tasks, and no skill is for. */
export function everydayCases(): RecallCase[] {
  return FOREIGN_MESSAGES.map((words) => {
    return { id: `everyday-${fingerprint([words])}`, kind: 'silence', source: 'everyday', words }
  })
}

// Says nothing of the words to one who does not guess them; the same words and skill have the same one everywhere.
function fingerprint(parts: readonly string[]): string {
  return sha256Of(JSON.stringify(parts)).slice(0, ID_DIGITS)
}

function isNewer(a: Lesson, b: Lesson): boolean {
  return a.at === b.at ? a.id > b.id : a.at > b.at
}
