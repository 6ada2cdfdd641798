// Everything that recall needs to answer at once, as one block of bytes: the index, what is shown of each skill with the
// stamp of its file, the threshold, and what was learned. A process that starts trusts an entry as long as the stamp is
// that of the file; the rest it looks at. Can be deleted at any time.
import type { IndexEngine } from './index-engine.ts'
import { snapshotArrays, snapshotBytes } from './snapshot-bytes.ts'

// To be changed with the shapes below.
const TITLE = 'skill-cortex snapshot 2'

/** What is shown of a skill without its text. */
export type SkillCard = {
  name: string
  stamp: string
  summary: string
  seeAlso: string[]
  loads: number
  /** Of the record that `hidden` and `warning` were taken from; absent when there was none. */
  recordStamp?: string
  /** Of one that stands in a mounted folder: the file of its text, absolute. */
  textPath?: string
  /** It may not come up, and is not in the index. */
  hidden?: boolean
  /** Shown with it. */
  warning?: string
}

export type SnapshotHead = {
  engine: IndexEngine
  threshold: number
  isLearning: boolean
  skills: SkillCard[]
}

export type IndexSnapshot = {
  head: SnapshotHead
  /** As `frozenLessons` reads it. */
  lessons: Uint8Array
  /** As the engine reads it. */
  index: Uint8Array
}

export function encodeIndexSnapshot({ head, lessons, index }: IndexSnapshot): Uint8Array {
  return snapshotBytes(TITLE, { head: Buffer.from(JSON.stringify(head), 'utf8'), lessons, index })
}

/** Undefined for what is damaged or of another version. */
export function decodeIndexSnapshot(bytes: Uint8Array): IndexSnapshot | undefined {
  const arrays = snapshotArrays(TITLE, bytes)
  if (arrays === undefined) return undefined
  // The checksum and the title stood, so this is what we wrote.
  const head: SnapshotHead = JSON.parse(Buffer.from(arrays.head as Uint8Array).toString('utf8'))
  return { head, lessons: arrays.lessons as Uint8Array, index: arrays.index as Uint8Array }
}
