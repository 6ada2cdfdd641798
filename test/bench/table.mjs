// Prints answers for people: the figures as a table, then each promise with its bar and whether it is met.
import { digits } from './figures.mjs'

/** @typedef {{ promise: string, bar: string, measured: number, met: boolean }} Bar */
/** @typedef {Record<string, string | number>} Row */
/** Notes say what is missing. @typedef {{ question: string, title: string, rows: Row[], bars: Bar[], notes?: string[] }} Answer */

/** @param {Answer} answer */
export function asText({ question, title, rows, bars, notes = [] }) {
  const verdicts = bars.map(({ promise, bar, measured, met }) => ({
    promise,
    bar,
    measured,
    verdict: met ? 'met' : 'NOT MET',
  }))
  const parts = [`${question}: ${title}`, ...notes, ...[rows, verdicts].filter((each) => each.length > 0).map(table)]
  return `\n${parts.join('\n\n')}\n`
}

/** @param {Row[]} rows columns are the keys of the first one */
function table(rows) {
  const keys = Object.keys(rows[0] ?? {})
  const texts = rows.map((row) => keys.map((key) => shown(row[key] ?? '')))
  const widths = keys.map((key, i) => Math.max(key.length, ...texts.map((text) => (text[i] ?? '').length)))
  const numeric = keys.map((key) => rows.every((row) => typeof row[key] === 'number'))
  const line = (/** @type {string[]} */ cells) =>
    cells
      .map((cell, i) => (numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(keys), line(widths.map((width) => '-'.repeat(width))), ...texts.map(line)].join('\n')
}

/** @param {string | number} value */
function shown(value) {
  return typeof value === 'number' ? digits(value) : value
}
