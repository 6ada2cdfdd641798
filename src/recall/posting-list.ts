// One list of an inverted index, without holes: what is taken out is replaced by the last entry.
import type { Occurrence } from './bm25f.ts'

/**
 * One term's documents, in no order: for i below `size`, `weights[i]` is the weighted frequency in document `slots[i]`, and
 * `fieldBits[i]` has a bit for each field that holds the term.
 */
export type PostingList = {
  readonly id: number
  readonly term: string
  slots: Int32Array
  weights: Float32Array
  fieldBits: Uint8Array
  size: number
}

/** @returns the place of the new entry. */
export function append(list: PostingList, slot: number, { weight, fieldBits }: Occurrence): number {
  if (list.size === list.slots.length) grow(list)
  list.slots[list.size] = slot
  list.weights[list.size] = weight
  list.fieldBits[list.size] = fieldBits
  list.size += 1
  return list.size - 1
}

/** Moves the last entry to the place. @returns its slot, or undefined when the place was the last. */
export function fillFromEnd(list: PostingList, place: number): number | undefined {
  list.size -= 1
  if (place === list.size) return undefined
  const slot = list.slots[list.size]!
  list.slots[place] = slot
  list.weights[place] = list.weights[list.size]!
  list.fieldBits[place] = list.fieldBits[list.size]!
  return slot
}

// Most terms stand in one document or two.
export function emptyList(id: number, term: string): PostingList {
  return { id, term, slots: new Int32Array(2), weights: new Float32Array(2), fieldBits: new Uint8Array(2), size: 0 }
}

function grow(list: PostingList): void {
  const capacity = Math.ceil(1.5 * list.size) + 1
  const { slots, weights, fieldBits } = list
  list.slots = new Int32Array(capacity)
  list.slots.set(slots)
  list.weights = new Float32Array(capacity)
  list.weights.set(weights)
  list.fieldBits = new Uint8Array(capacity)
  list.fieldBits.set(fieldBits)
}
