// Postings as a few flat arrays: how an index is saved, and what a restored one reads from without unpacking it all.
// Documents and terms are numbered in their sorted order, so equal contents make equal bytes.
import type { PostingList } from './posting-list.ts'
import { type StringTable, stringTable } from './string-table.ts'

/** What one document has of the lists, in two rows of equal length: the ids of its lists, ascending, and its place in each. */
export type Holding = Int32Array

export type FrozenPostings = {
  readonly terms: StringTable
  /** The list of the term with this number. The arrays may be written to, up to their length. */
  listAt(id: number): Omit<PostingList, 'id' | 'term'>
  holdingAt(slot: number): Holding
}

/** Row i of `lists` and of `holdings` goes from `…Starts[i]` to `…Starts[i + 1]`, counted in postings. */
export type PostingArrays = {
  termBytes: Uint8Array
  termStarts: Uint32Array
  listStarts: Uint32Array
  listSlots: Int32Array
  listWeights: Float32Array
  listFieldBits: Uint8Array
  holdingStarts: Uint32Array
  /** Two numbers for each posting, as in Holding. */
  holdings: Int32Array
}

export function frozenPostings(arrays: PostingArrays): FrozenPostings {
  const { listStarts, listSlots, listWeights, listFieldBits, holdingStarts, holdings } = arrays
  return {
    terms: stringTable({ bytes: arrays.termBytes, starts: arrays.termStarts }),
    listAt(id) {
      const from = listStarts[id]!
      const to = listStarts[id + 1]!
      return {
        slots: listSlots.subarray(from, to),
        weights: listWeights.subarray(from, to),
        fieldBits: listFieldBits.subarray(from, to),
        size: to - from,
      }
    },
    holdingAt: (slot) => holdings.subarray(2 * holdingStarts[slot]!, 2 * holdingStarts[slot + 1]!),
  }
}
