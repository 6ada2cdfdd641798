// Ranked search over documents that are already terms: an inverted index that is changed in place. A change costs what
// the one document has terms, a search what its terms have postings; nothing is ever rebuilt. Skills are such documents,
// and so are remembered messages.
import {
  byCodeUnit,
  explainedHit,
  inverseFrequency,
  lengthNorm,
  type MessageTerm,
  saturation,
  WEIGHT_UNIT,
  type WeighedDocument,
} from './bm25f.ts'
import { freezePostings } from './freeze-postings.ts'
import { frozenPostings, type PostingArrays } from './frozen-postings.ts'
import type { PostingList } from './posting-list.ts'
import { createPostings, type TermWatch } from './postings.ts'
import { createScoreBoard, type Standing } from './score-board.ts'
import type { IndexHit } from './skill-index.ts'
import { encodeStrings, stringTable } from './string-table.ts'

export type TermIndex = {
  /** Adds a document, or replaces the one of this name. */
  put(name: string, document: WeighedDocument): void
  remove(name: string): void
  /** The terms as they are to be searched for, until the next change. */
  wanted(terms: readonly string[]): WantedTerm[]
  holders(term: string): number
  /** Every term that some document holds, in no order. */
  terms(): string[]
  /** Best first, equal scores by name. */
  search(message: readonly WantedTerm[], countMax: number): Standing[]
  explain(message: readonly WantedTerm[], name: string): IndexHit | undefined
  /** What these terms, once each, would score in a document that is just them. */
  ownScore(message: readonly WantedTerm[]): number
  size(): number
  freeze(): TermIndexArrays
}

/** A term with its list, looked up once for the search and every explanation. */
export type WantedTerm = MessageTerm & { list: PostingList | undefined }

export type TermIndexArrays = PostingArrays & { nameBytes: Uint8Array; nameStarts: Uint32Array; lengths: Int32Array }

const UNWATCHED: TermWatch = { onFirst: () => {}, onLast: () => {} }

/** @param frozen to begin from; its arrays are used and changed. */
export function createTermIndex(watch: TermWatch = UNWATCHED, frozen?: TermIndexArrays): TermIndex {
  const postings = createPostings(watch, frozen === undefined ? undefined : frozenPostings(frozen))
  const board = createScoreBoard()
  // A document lives in a slot until it changes. Free slots are used again; their names and lengths are stale.
  const names = frozen === undefined ? [] : namesOf(frozen)
  const slotByName = new Map(names.map((name, slot) => [name, slot]))
  const freeSlots: number[] = []
  let lengths = frozen?.lengths ?? new Int32Array(64)
  let lengthTotal = lengths.reduce((sum, length) => sum + length, 0)
  if (names.length > 0) board.fit(names.length - 1)

  const norm = () => lengthNorm(lengthTotal / slotByName.size)
  function remove(name: string): void {
    const slot = slotByName.get(name)
    if (slot === undefined) return
    postings.remove(slot)
    slotByName.delete(name)
    freeSlots.push(slot)
    lengthTotal -= lengths[slot]!
  }

  return {
    remove,
    put(name, { length, terms }) {
      remove(name)
      const slot = freeSlots.pop() ?? names.length
      if (slot >= lengths.length) lengths = longer(lengths, 2 * slot + 1)
      board.fit(slot)
      postings.add(slot, terms)
      slotByName.set(name, slot)
      names[slot] = name
      lengths[slot] = length
      lengthTotal += length
    },
    wanted: (terms) =>
      terms.map((term) => {
        const list = postings.listOf(term)
        return { term, list, idf: inverseFrequency(slotByName.size, list?.size ?? 0) }
      }),
    holders: (term) => postings.listOf(term)?.size ?? 0,
    terms: () => postings.lists().map(({ term }) => term),
    search(message, countMax) {
      const now = norm()
      for (const { list, idf } of message) if (list !== undefined) board.addUp(list, idf, lengths, now)
      return board.takeBest(names, countMax)
    },
    explain(message, name) {
      const slot = slotByName.get(name)
      if (slot === undefined) return undefined
      return explainedHit(name, lengths[slot]!, norm(), message, ({ list }) =>
        list === undefined ? undefined : postings.occurrence(list, slot),
      )
    },
    ownScore(message) {
      const now = norm()
      const length = message.length * WEIGHT_UNIT
      return message.reduce((sum, { idf }) => sum + idf * saturation(WEIGHT_UNIT, length, now), 0)
    },
    size: () => slotByName.size,
    freeze() {
      const sorted = [...slotByName].sort(([a], [b]) => byCodeUnit(a, b))
      const { bytes: nameBytes, starts: nameStarts } = encodeStrings(sorted.map(([name]) => name))
      const documents = new Int32Array(names.length).fill(-1)
      for (const [document, [, slot]] of sorted.entries()) documents[slot] = document
      return {
        ...freezePostings(postings.lists(), documents, sorted.length),
        nameBytes,
        nameStarts,
        lengths: Int32Array.from(sorted, ([, slot]) => lengths[slot]!),
      }
    },
  }
}

function namesOf({ nameBytes: bytes, nameStarts: starts }: TermIndexArrays): string[] {
  const table = stringTable({ bytes, starts })
  return Array.from({ length: table.size }, (_, i) => table.at(i))
}

function longer(array: Int32Array, length: number): Int32Array {
  const grown = new Int32Array(length)
  grown.set(array)
  return grown
}
