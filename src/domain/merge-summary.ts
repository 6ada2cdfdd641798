// One summary of two: whoever would have found either by its summary must find the merged skill by this one. Within the
// fifteen words of our own summaries where that is possible; the words come first, the limit second.
import { analyze, words } from './analyzer.ts'
import { missingFacts } from './kept-facts.ts'
import { SUMMARY_CHARS_MAX } from './skill-limits.ts'
import { SUMMARY_WORDS_MAX } from './summary.ts'

/** Never longer than a summary may be; what would make it so is left out word by word, from the end of `source`. */
export function mergedSummary(target: string, source: string): string {
  const [own, other] = [oneLine(target), oneLine(source)]
  if (own === '' || other === '') return (own || other).slice(0, SUMMARY_CHARS_MAX)
  if (covers(own, other)) return own
  if (covers(other, own) && wordCount(other) <= SUMMARY_WORDS_MAX) return other
  const whole = joined(own, other)
  if (wordCount(whole) <= SUMMARY_WORDS_MAX && whole.length <= SUMMARY_CHARS_MAX) return whole
  let summary = own
  const known = new Set(analyze(own))
  for (const word of words(other)) {
    const terms = analyze(word)
    if (terms.every((term) => known.has(term))) continue
    const next = summary === own ? joined(own, word) : `${summary} ${word}`
    if (next.length > SUMMARY_CHARS_MAX) break
    summary = next
    for (const term of terms) known.add(term)
  }
  return summary
}

function covers(summary: string, other: string): boolean {
  const terms = new Set(analyze(summary))
  return analyze(other).every((term) => terms.has(term)) && missingFacts([other], summary).length === 0
}

function joined(own: string, other: string): string {
  return `${own.replace(/[\s.;,:]+$/, '')}; ${other}`
}

function wordCount(text: string): number {
  return text.split(/\s+/).length
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
