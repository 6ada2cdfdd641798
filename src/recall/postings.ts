// The inverted index: for each term the documents that hold it, and for each document the places where it is entered,
// so that it can be taken out again. Documents are small integers (slots) here. A list has no holes: what is taken out
// is replaced by the last entry, so both changes cost what the document has terms, however large the library is.
import type { Occurrence } from './bm25f.ts'
import type { FrozenPostings, Holding } from './frozen-postings.ts'
import { append, fillFromEnd, type PostingList } from './posting-list.ts'
import { createPostingLists } from './posting-lists.ts'

export type Postings = {
  /** The slot must be empty. */
  add(slot: number, terms: ReadonlyMap<string, Occurrence>): void
  /** The slot must be taken. */
  remove(slot: number): void
  /** To be read at once, as the next change may alter it. Undefined when no document holds the term. */
  listOf(term: string): PostingList | undefined
  /** How the term of a list stands in one document. */
  occurrence(list: PostingList, slot: number): Occurrence | undefined
  /** Every list that is not empty, in no order. */
  lists(): PostingList[]
}

/** Told of each term that a first document holds, and of each that the last one gave up. */
export type TermWatch = { onFirst(term: string): void; onLast(term: string): void }

const NO_TERMS: Holding = new Int32Array(0)

export function createPostings(watch: TermWatch, frozen?: FrozenPostings): Postings {
  const lists = createPostingLists(frozen)
  const holdings: (Holding | undefined)[] = []

  const holdingOf = (slot: number): Holding => {
    holdings[slot] ??= frozen!.holdingAt(slot)
    return holdings[slot]
  }
  function takeOut(list: PostingList, place: number): void {
    const movedSlot = fillFromEnd(list, place)
    if (movedSlot !== undefined) {
      const holding = holdingOf(movedSlot)
      holding[rowLength(holding) + indexOfId(holding, list.id)] = place
    }
    if (list.size > 0) return
    lists.release(list)
    watch.onLast(list.term)
  }
  return {
    add(slot, terms) {
      const entries = [...terms].map(([term, occurrence]) => ({ list: lists.findOrMake(term), occurrence }))
      entries.sort((a, b) => a.list.id - b.list.id)
      const holding = new Int32Array(2 * entries.length)
      for (const [i, { list, occurrence }] of entries.entries()) {
        if (list.size === 0) watch.onFirst(list.term)
        holding[i] = list.id
        holding[entries.length + i] = append(list, slot, occurrence)
      }
      holdings[slot] = holding
    },
    remove(slot) {
      const holding = holdingOf(slot)
      const n = rowLength(holding)
      // A document enters a list once, so no turn of this loop moves an entry of the document itself.
      for (let i = 0; i < n; i++) takeOut(lists.at(holding[i]!), holding[n + i]!)
      holdings[slot] = NO_TERMS
    },
    listOf(term) {
      const list = lists.find(term)
      return list === undefined || list.size === 0 ? undefined : list
    },
    occurrence(list, slot) {
      const holding = holdingOf(slot)
      const i = indexOfId(holding, list.id)
      if (i < 0) return undefined
      const place = holding[rowLength(holding) + i]!
      return { weight: list.weights[place]!, fieldBits: list.fieldBits[place]! }
    },
    lists: lists.all,
  }
}

function rowLength(holding: Holding): number {
  return holding.length / 2
}

// Binary search in the first row; -1 when the list is not there.
function indexOfId(holding: Holding, id: number): number {
  let low = 0
  let high = rowLength(holding) - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = holding[middle]!
    if (found === id) return middle
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}
