// What keeps a line from being a summary that a model may set.
import { SUMMARY_CHARS_MAX } from './skill-limits.ts'
import { SUMMARY_WORDS_MAX } from './summary.ts'

/** Why not, or undefined. */
export function summaryFault(summary: string): string | undefined {
  const line = summary.trim()
  if (!/[\p{L}\p{N}]/u.test(line)) return 'it says nothing'
  if (/[\u0000-\u001f\u007f\u0085\u2028\u2029]/.test(line)) return 'it is more than one line'
  const words = line.split(/\s+/).length
  if (words > SUMMARY_WORDS_MAX) return `it has ${words} words, and ${SUMMARY_WORDS_MAX} are the most`
  return line.length > SUMMARY_CHARS_MAX ? `it is longer than ${SUMMARY_CHARS_MAX} characters` : undefined
}
