// The few statistics the tables need. Medians throughout: on a shared machine a mean says who else was at work.

/** @param {readonly number[]} values any order, at least one. @param {number} share 0.5 is the median. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))
  return sorted[at] ?? Number.NaN
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5)
}

/**
 * The median of the ratios within each round: both sides of a ratio ran next to each other, so what else the machine did
 * falls out of it.
 * @param {readonly number[]} ours @param {readonly number[]} theirs the same rounds, in the same order.
 */
export function pairedRatio(ours, theirs) {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/** @param {number} value three significant digits, plain notation. */
export function digits(value) {
  if (!Number.isFinite(value)) return '–'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
