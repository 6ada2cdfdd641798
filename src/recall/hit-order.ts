// The order of hits, the same in every engine, and the best few of many by it without sorting the many.
import { byCodeUnit } from './bm25f.ts'

export type Ranked = { name: string; score: number }

/** Best first, equal scores by name, so that no order of insertion shows. */
export function byRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || byCodeUnit(a.name, b.name)
}

/**
 * Enters a hit into a ranked list of at most `countMax`, in place; the last one falls out when there are more.
 * Made for short lists: a long one that fills up worst first costs its length for each hit.
 */
export function enterRanked<Hit extends Ranked>(ranked: Hit[], hit: Hit, countMax: number): void {
  let low = 0
  let high = ranked.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (byRank(ranked[middle]!, hit) < 0) low = middle + 1
    else high = middle
  }
  ranked.splice(low, 0, hit)
  if (ranked.length > countMax) ranked.pop()
}
