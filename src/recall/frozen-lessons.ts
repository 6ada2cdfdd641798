// Lessons as one block of bytes that can be asked at once: of thousands only the nearest few are ever unpacked. For
// whoever asks once and ends; it takes no new ones.
import type { Votes } from '../domain/learned-votes.ts'
import type { Lesson } from '../domain/lesson.ts'
import { byCodeUnit } from './bm25f.ts'
import { votesOf } from './lesson-votes.ts'
import { snapshotArrays, snapshotBytes } from './snapshot-bytes.ts'
import { encodeStrings, stringTable } from './string-table.ts'
import { createTermIndex, type TermIndex, type TermIndexArrays } from './term-index.ts'

// To be changed with the shape of a lesson, with how its stems are weighed, and with the layout below.
const TITLE = 'skill-cortex lessons 1'

export type FrozenLessons = {
  vote(terms: readonly string[], now: Date, except?: Lesson): Votes
  /** In the order of their ids. */
  all(): Lesson[]
  size(): number
}

/** @param index of the same ids. */
export function freezeLessons(byId: ReadonlyMap<string, Lesson>, index: TermIndex): Uint8Array {
  // In the order of the index's names, so that an id and its lesson have the same place.
  const sorted = [...byId].sort(([a], [b]) => byCodeUnit(a, b))
  const texts = encodeStrings(sorted.map(([, lesson]) => JSON.stringify(lesson)))
  return snapshotBytes(TITLE, { ...index.freeze(), lessonBytes: texts.bytes, lessonStarts: texts.starts })
}

/** @returns undefined for what is damaged or of another version. */
export function frozenLessons(bytes: Uint8Array): FrozenLessons | undefined {
  // The title tells which arrays there are.
  const arrays = snapshotArrays(TITLE, bytes) as (TermIndexArrays & LessonArrays) | undefined
  if (arrays === undefined) return undefined
  const index = createTermIndex(undefined, arrays)
  const ids = stringTable({ bytes: arrays.nameBytes, starts: arrays.nameStarts })
  const texts = stringTable({ bytes: arrays.lessonBytes, starts: arrays.lessonStarts })
  const lessonAt = (i: number): Lesson => JSON.parse(texts.at(i))
  const found = { index, lessonOf: (id: string) => lessonAt(ids.indexOf(id)) }
  return {
    vote: (terms, now, except) => votesOf(found, terms, now, except),
    all: () => Array.from({ length: ids.size }, (_, i) => lessonAt(i)),
    size: () => ids.size,
  }
}

type LessonArrays = { lessonBytes: Uint8Array; lessonStarts: Uint32Array }
