// How much there is to go by for a judgement of a peer: of the number of interactions and the time they span, and of nothing
// else, so that no judge raises its own evidence. Evidence, not goodness. Constants of DESIGN 3.5.

const DAY_MS = 86_400_000
/** Interactions that lie closer together are one: a burst is no evidence. */
export const BURST_MS = 60_000
/** More say nothing more. */
export const INTERACTIONS_COUNTED_MAX = 100

// From interactions to a score, between the knots on a logarithmic scale.
const BAND: readonly [interactions: number, score: number][] = [
  [1, 1],
  [3, 2],
  [6, 4],
  [16, 6],
  [31, 7],
  [51, 9],
  [INTERACTIONS_COUNTED_MAX, 10],
]
// A span below so many days gives no more than the score.
const SPAN_CAPS: readonly [days: number, score: number][] = [
  [1, 3],
  [7, 5],
  [30, 7],
  [180, 8],
]
export const INFO_SCORE_MAX = 10

/**
 * A whole number from 0 to 10 that never falls when either argument rises.
 * @param interactions as `countedInteractions` counts them. @param spanMs from the first to the last.
 */
export function infoScore(interactions: number, spanMs: number): number {
  if (!(interactions >= 1)) return 0
  const cap = SPAN_CAPS.find(([days]) => spanMs < days * DAY_MS)?.[1] ?? INFO_SCORE_MAX
  return Math.floor(Math.min(bandOf(interactions), cap))
}

/**
 * The most interactions of which no two lie within BURST_MS. One more never makes them fewer, and their order does not matter.
 * @param instants in milliseconds, the earliest first.
 */
export function countedInteractions(instants: readonly number[]): number {
  return countingInstants(instants).length
}

/** Those that count: each the first at least BURST_MS after the one before it. */
export function countingInstants(instants: readonly number[]): number[] {
  let last = Number.NEGATIVE_INFINITY
  return instants.filter((at) => {
    if (at - last < BURST_MS) return false
    last = at
    return true
  })
}

function bandOf(interactions: number): number {
  const above = BAND.findIndex(([from]) => interactions < from)
  if (above < 0) return INFO_SCORE_MAX
  const [[fromCount, fromScore], [toCount, toScore]] = [BAND[above - 1]!, BAND[above]!]
  const share = Math.log(interactions / fromCount) / Math.log(toCount / fromCount)
  return fromScore + share * (toScore - fromScore)
}
