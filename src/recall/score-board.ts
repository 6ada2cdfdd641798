// Where a search adds up scores: one number a slot, all 0 between searches. A search clears what it touched, so its
// cost follows the postings it reads and not the size of the library.
import { K1, type LengthNorm } from './bm25f.ts'
import { enterRanked, type Ranked } from './hit-order.ts'
import type { PostingList } from './posting-list.ts'

export type Standing = Ranked & { slot: number }

export type ScoreBoard = {
  /** Makes room for a slot. Not between `addUp` and `takeBest`. */
  fit(slot: number): void
  /** Adds what one term is worth in each document that holds it. */
  addUp(list: PostingList, idf: number, lengths: Int32Array, norm: LengthNorm): void
  /** The best slots, in rank order; clears the board. */
  takeBest(names: readonly string[], countMax: number): Standing[]
}

export function createScoreBoard(): ScoreBoard {
  let scores = new Float64Array(64)
  let touched = new Int32Array(64)
  let touchedCount = 0

  return {
    fit(slot) {
      if (slot < scores.length) return
      scores = new Float64Array(2 * slot)
      touched = new Int32Array(2 * slot)
    },
    addUp({ slots, weights, size }, idf, lengths, { base, slope }) {
      // The hot loop, a few nanoseconds a posting: `idf * saturation(…)` written out, to the same last bit. Each
      // contribution is above 0, so 0 means not touched yet.
      for (let i = 0; i < size; i++) {
        const slot = slots[i]!
        const before = scores[slot]!
        if (before === 0) touched[touchedCount++] = slot
        const weight = weights[i]!
        scores[slot] = before + idf * ((weight * (K1 + 1)) / (base + slope * lengths[slot]! + weight))
      }
    },
    takeBest(names, countMax) {
      const best: Standing[] = []
      let scoreMin = 0
      for (let i = 0; i < touchedCount; i++) {
        const slot = touched[i]!
        const score = scores[slot]!
        scores[slot] = 0
        if (score < scoreMin) continue
        enterRanked(best, { slot, score, name: names[slot]! }, countMax)
        if (best.length === countMax) scoreMin = best.at(-1)?.score ?? Number.POSITIVE_INFINITY
      }
      touchedCount = 0
      return best
    },
  }
}
