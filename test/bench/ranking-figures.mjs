// How good rankings are, against labels. Labels are incomplete everywhere, so Recall is an under-estimate.

/** So many hits are asked for; a right one behind them counts as none. */
export const HITS_JUDGED = 10
const RECALLED_WITHIN = 5

/** In percent. @typedef {{ recallAt5: number, hitAt1: number, mrr: number }} Quality */

/** @param {readonly { hits: readonly string[], relevant: readonly string[] }[]} answers @returns {Quality} NaN without answers */
export function qualityOf(answers) {
  let [recall, first, reciprocal] = [0, 0, 0]
  for (const { hits, relevant } of answers) {
    const right = new Set(relevant)
    recall += hits.slice(0, RECALLED_WITHIN).filter((name) => right.has(name)).length / right.size
    const rank = hits.slice(0, HITS_JUDGED).findIndex((name) => right.has(name))
    if (rank === 0) first += 1
    if (rank >= 0) reciprocal += 1 / (rank + 1)
  }
  const percent = (/** @type {number} */ sum) => (100 * sum) / answers.length
  return { recallAt5: percent(recall), hitAt1: percent(first), mrr: percent(reciprocal) }
}

/** Whether a right one is among the first five. @param {readonly string[]} hits @param {readonly string[]} relevant */
export function isRecalled(hits, relevant) {
  return hits.slice(0, RECALLED_WITHIN).some((name) => relevant.includes(name))
}

/** @param {readonly number[]} values at least one */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The columns of a quality. @param {Quality} quality */
export function columns({ recallAt5, hitAt1, mrr }) {
  return { 'R@5': rounded(recallAt5), 'Hit@1': rounded(hitAt1), MRR: rounded(mrr) }
}

/** A percentage with one digit, which is as much as a few hundred messages tell. @param {number} percent */
export function rounded(percent) {
  return Number(percent.toFixed(1))
}

/** @param {string} promise @param {number} measured @param {number} min @param {string} [unit] @returns {import('./table.mjs').Bar} */
export function atLeast(promise, measured, min, unit = '%') {
  return { promise, bar: `>= ${min} ${unit}`, measured: rounded(measured), met: rounded(measured) >= min }
}

/** @param {string} promise @param {number} measured @param {number} max @param {string} [unit] @returns {import('./table.mjs').Bar} */
export function atMost(promise, measured, max, unit = '%') {
  return { promise, bar: `<= ${max} ${unit}`, measured: rounded(measured), met: rounded(measured) <= max }
}
