// Whether a new text says something nearly twice that the old one did not: a list of warnings that grows by one for each
// failure is read by nobody. Code, headings and short lines may repeat themselves.
import { markdownLines } from './markdown-blocks.ts'
import { COMPARED_TERMS_MIN, cosine, type Weighed, weighed } from './similarity.ts'

/** A line that has been reworded is closer than any two that say different things. */
const NEAR_LINES_MIN = 0.8
/** Of the added ones; each is held against every other. */
const LINES_COMPARED_MAX = 200
const LINES_MAX = 2_000

/** The first added line that nearly repeats another line of `next`. Linear in the text but for a bounded number of lines. */
export function repeatedLine(before: string, next: string): string | undefined {
  const known = new Set(proseOf(before))
  const lines = proseOf(next).slice(0, LINES_MAX)
  const texts = lines.map(weighed)
  const added = lines.flatMap((line, i) => (known.has(line) ? [] : [i])).slice(0, LINES_COMPARED_MAX)
  const repeats = added.find((i) => texts.some((other, j) => j !== i && isNear(texts[i]!, other)))
  return repeats === undefined ? undefined : lines[repeats]
}

function isNear(a: Weighed, b: Weighed): boolean {
  return a.weights.size >= COMPARED_TERMS_MIN && b.weights.size >= COMPARED_TERMS_MIN && cosine(a, b) >= NEAR_LINES_MIN
}

function proseOf(text: string): string[] {
  return markdownLines(text)
    .filter(({ line, fence, fenced }) => !fence && !fenced && line.trim() !== '' && !/^ {0,3}#{1,6}\s/.test(line))
    .map(({ line }) => line.trim())
}
