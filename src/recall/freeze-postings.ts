// Copies postings into the flat arrays of a snapshot, in three runs over them and without sorting any.
import { byCodeUnit } from './bm25f.ts'
import type { PostingArrays } from './frozen-postings.ts'
import type { PostingList } from './posting-list.ts'
import { encodeStrings } from './string-table.ts'

/** @param documents the number that each slot's document is to have; -1 for a slot that is free. */
export function freezePostings(lists: PostingList[], documents: Int32Array, documentCount: number): PostingArrays {
  lists.sort((a, b) => byCodeUnit(a.term, b.term))
  const listStarts = runningTotals(lists.map((list) => list.size))
  const termCounts = new Uint32Array(documentCount)
  for (const { slots, size } of lists) {
    for (let i = 0; i < size; i++) termCounts[documents[slots[i]!]!]! += 1
  }
  const holdingStarts = runningTotals(termCounts)
  const total = listStarts.at(-1)!
  const { terms, weights, fieldBits } = byDocument(lists, documents, holdingStarts)
  const listSlots = new Int32Array(total)
  const listWeights = new Float32Array(total)
  const listFieldBits = new Uint8Array(total)
  const holdings = new Int32Array(2 * total)
  const ends = listStarts.slice()
  for (let document = 0; document < documentCount; document++) {
    const from = holdingStarts[document]!
    const count = holdingStarts[document + 1]! - from
    for (let row = 0; row < count; row++) {
      const term = terms[from + row]!
      const at = ends[term]!
      ends[term] = at + 1
      listSlots[at] = document
      listWeights[at] = weights[from + row]!
      listFieldBits[at] = fieldBits[from + row]!
      holdings[2 * from + row] = term
      holdings[2 * from + count + row] = at - listStarts[term]!
    }
  }
  const { bytes: termBytes, starts: termStarts } = encodeStrings(lists.map((list) => list.term))
  return { termBytes, termStarts, listStarts, listSlots, listWeights, listFieldBits, holdingStarts, holdings }
}

// The postings turned round: for each document its terms, ascending because the lists come in that order.
function byDocument(lists: readonly PostingList[], documents: Int32Array, starts: Uint32Array) {
  const total = starts.at(-1)!
  const terms = new Int32Array(total)
  const weights = new Float32Array(total)
  const fieldBits = new Uint8Array(total)
  const ends = starts.slice()
  for (const [term, list] of lists.entries()) {
    for (let i = 0; i < list.size; i++) {
      const document = documents[list.slots[i]!]!
      const at = ends[document]!
      ends[document] = at + 1
      terms[at] = term
      weights[at] = list.weights[i]!
      fieldBits[at] = list.fieldBits[i]!
    }
  }
  return { terms, weights, fieldBits }
}

// [2, 3] becomes [0, 2, 5].
function runningTotals(sizes: ArrayLike<number>): Uint32Array {
  const totals = new Uint32Array(sizes.length + 1)
  for (let i = 0; i < sizes.length; i++) totals[i + 1] = totals[i]! + sizes[i]!
  return totals
}
