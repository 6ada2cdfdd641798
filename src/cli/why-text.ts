// Why a message brings up what it does, and why not the rest, for people: what was looked up, how sure recall is, what
// each word adds, and for each skill that was not recalled the reason.
import { printableLine } from '../domain/printable.ts'
import type { RecallHit, Why } from '../recall/recall-result.ts'
import { columns } from './columns.ts'
import { counted, listed } from './wording.ts'

/** What goes before the hits. */
export function whyText(why: Why): string {
  return [lookedUp(why), ...repaired(why), ...confident(why), learned(why)].map(printableLine).join('\n')
}

/** What goes after them; undefined when nothing was left out. */
export function whyNotText({ others }: Why): string | undefined {
  if (others.length === 0) return undefined
  const rows = others.map(({ name, score, confidence, reason }) => [name, `${score}`, `${confidence}`, reason])
  return `Not recalled:\n${indented(columns(['name', 'score', 'confidence', 'why not'], rows), '  ')}`
}

/** What each word and the past add to the score of one hit; undefined when nobody asked. */
export function partsText({ terms = [], learned: past }: RecallHit): string | undefined {
  const rows = terms.map(({ term, score, fields }) => [term, `${score}`, `in ${listed(fields)}`])
  if (past !== undefined && past.messages > 0) {
    rows.push(['(learned)', `${past.score}`, `from ${counted(past.messages, 'similar message')}`])
  }
  return rows.length === 0 ? undefined : columns(['word', 'adds', 'where'], rows)
}

/** Each line moved to the right. */
export function indented(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => by + line)
    .join('\n')
}

function lookedUp({ terms }: Why): string {
  return terms.length === 0
    ? 'Looked up: nothing, as no word says enough.'
    : `Looked up, as stems: ${terms.join(', ')}.`
}

function repaired({ repairs }: Why): string[] {
  return repairs.map(({ word, meant }) => `No skill holds "${word}"; it was read as "${meant}".`)
}

// Without a candidate there is nothing to be sure of, and no threshold was sought.
function confident({ threshold, confidence, confidenceNeeded }: Why): string[] {
  if (threshold === 0) return []
  return [
    `Confidence in the best: ${confidence}. Recall speaks from ${confidenceNeeded} on, in this library at a fit of ${threshold}.`,
  ]
}

function learned({ learned: { lessons, likenessBest } }: Why): string {
  if (lessons === 0) return 'Learned wording: none that counts here.'
  const nearest =
    likenessBest === 0
      ? 'none comes from a message like this one'
      : `the nearest comes from a message that is ${Math.round(likenessBest * 100)}% like this one`
  return `Learned wording: ${counted(lessons, 'lesson')}; ${nearest}.`
}
