// The inverted index: for each term the skills that hold it, and for each skill the places where it is entered, so
// that it can be taken out again. Skills are small integers (slots) here. A list has no holes: what is taken out is
// replaced by the last entry, so both changes cost what the skill has terms, however large the library is.
import type { Occurrence } from './bm25f.ts'

/** One term's skills, in no order: `weights[i]` is the weighted frequency in `slots[i]`, for i below `size`. */
export type PostingList = {
  readonly id: number
  readonly term: string
  slots: Int32Array
  weights: Float32Array
  size: number
}

export type Postings = {
  /** The slot must be empty. */
  add(slot: number, terms: ReadonlyMap<string, Occurrence>): void
  /** The slot must be taken. */
  remove(slot: number): void
  /** To be read at once, as the next change may alter it. Undefined when no skill holds the term. */
  listOf(term: string): PostingList | undefined
  /** How the term of a list stands in one skill. */
  occurrence(list: PostingList, slot: number): Occurrence | undefined
}

/** One skill's terms by ascending id of their lists, and for each its place in that list and its field bits. */
type Holding = { listIds: number[]; places: number[]; fieldBits: number[] }

export function createPostings(): Postings {
  const listByTerm = new Map<string, PostingList>()
  const lists: PostingList[] = []
  const freeIds: number[] = []
  const holdings: (Holding | undefined)[] = []

  function listFor(term: string): PostingList {
    const known = listByTerm.get(term)
    if (known !== undefined) return known
    const list = emptyList(freeIds.pop() ?? lists.length, term)
    lists[list.id] = list
    listByTerm.set(term, list)
    return list
  }

  function takeOut(list: PostingList, place: number): void {
    const movedSlot = fillFromEnd(list, place)
    if (movedSlot !== undefined) {
      const { listIds, places } = holdings[movedSlot]!
      places[sortedIndex(listIds, list.id)] = place
    }
    if (list.size > 0) return
    listByTerm.delete(list.term)
    freeIds.push(list.id)
  }

  return {
    add(slot, terms) {
      const entries = [...terms].map(([term, occurrence]) => ({ list: listFor(term), ...occurrence }))
      entries.sort((a, b) => a.list.id - b.list.id)
      holdings[slot] = {
        listIds: entries.map(({ list }) => list.id),
        places: entries.map(({ list, weight }) => append(list, slot, weight)),
        fieldBits: entries.map(({ fieldBits }) => fieldBits),
      }
    },
    remove(slot) {
      const { listIds, places } = holdings[slot]!
      // A skill enters a list once, so no turn of this loop moves an entry of the skill itself.
      for (const [i, id] of listIds.entries()) takeOut(lists[id]!, places[i]!)
      holdings[slot] = undefined
    },
    listOf: (term) => listByTerm.get(term),
    occurrence(list, slot) {
      const { listIds, places, fieldBits } = holdings[slot]!
      const i = sortedIndex(listIds, list.id)
      return i < 0 ? undefined : { weight: list.weights[places[i]!]!, fieldBits: fieldBits[i]! }
    },
  }
}

// Most terms stand in one skill or two.
function emptyList(id: number, term: string): PostingList {
  return { id, term, slots: new Int32Array(2), weights: new Float32Array(2), size: 0 }
}

// Returns the place of the new entry.
function append(list: PostingList, slot: number, weight: number): number {
  if (list.size === list.slots.length) {
    const capacity = Math.ceil(1.5 * list.size)
    const { slots, weights } = list
    list.slots = new Int32Array(capacity)
    list.slots.set(slots)
    list.weights = new Float32Array(capacity)
    list.weights.set(weights)
  }
  list.slots[list.size] = slot
  list.weights[list.size] = weight
  list.size += 1
  return list.size - 1
}

// Moves the last entry to the place and returns its slot, or undefined when the place was the last.
function fillFromEnd(list: PostingList, place: number): number | undefined {
  list.size -= 1
  if (place === list.size) return undefined
  const slot = list.slots[list.size]!
  list.slots[place] = slot
  list.weights[place] = list.weights[list.size]!
  return slot
}

// Binary search; -1 when the value is not there.
function sortedIndex(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = ascending[middle]!
    if (found === value) return middle
    if (found < value) low = middle + 1
    else high = middle - 1
  }
  return -1
}
