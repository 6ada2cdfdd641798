// What a belief or a directive may say. Its words come from a model that read what peers wrote, and stand before an agent
// later: a line that gives orders of its own, leads somewhere or ends its line is none. Few wordings; what is put
// differently is not found, and stands labelled as a belief all the same.
import { printableLine } from './printable.ts'
import { findConcealments, findOverrides } from './scan-phrases.ts'
import { readingOf } from './scan-reading.ts'
import { findSecrets } from './scan-secrets.ts'

export const BELIEF_KEY_CHARS_MAX = 64
export const BELIEF_VALUE_CHARS_MAX = 300
export const DIRECTIVE_CHARS_MAX = 300

const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Lower-case kebab, as seed 002 has it; names of peers go in as they are written, as far as letters and digits go. */
export function isBeliefKey(key: string): boolean {
  return key.length <= BELIEF_KEY_CHARS_MAX && KEY.test(key)
}

const ORDERS: readonly [what: string, pattern: RegExp][] = [
  ['a link', /\bhttps?:\/\/|\bwww\./i],
  ['markup', /<\/?[a-z][^>]{0,200}>|<\||\[\/?(?:inst|system)|^\s{0,3}#{1,6}\s|```/i],
  ['a speaker', /(?:^|[.;!?]\s)\s{0,4}(?:system|assistant|user|developer)\s{0,2}:/i],
  [
    'an order to obey',
    /\b(?:always|blindly|unconditionally|automatically|immediately|you\s{1,4}must|must\s{1,4}always)\s{1,4}(?:obey|comply|trust|approve|accept|agree|grant|transfer|send|pay|reveal|disclose|share|execute|run|call|follow|believe)\b/i,
  ],
  ['a new rule', /\b(?:new|updated|revised)\s{1,4}(?:instructions?|rules?|directives?|system\s{1,4}prompt)\s{0,2}:/i],
  [
    'a number to give',
    /\b(?:set|give|rate|score|assign|raise|keep)\b.{0,40}\btrust\b.{0,30}\b(?:to|at|of|as)?\s{0,2}[+-]?(?:10|9|8)\b/i,
  ],
]

/** Why it may not stand before an agent; undefined where it may. @param charsMax of the line. */
export function beliefFault(text: string, charsMax: number): string | undefined {
  const said = text.trim()
  if (said === '') return 'it says nothing'
  if (said.length > charsMax) return `it has ${said.length} characters, and ${charsMax} are the most`
  if (printableLine(said) !== said || /[\r\n]/.test(said)) return 'it is not one line of readable text'
  const reading = readingOf(said)
  for (const find of [findOverrides, findConcealments]) {
    if (!find(reading)[Symbol.iterator]().next().done) return 'it contains instructions'
  }
  if (!findSecrets(reading)[Symbol.iterator]().next().done) return 'it contains what looks like a key'
  const order = ORDERS.find(([, pattern]) => pattern.test(said))
  return order === undefined ? undefined : `it contains instructions (${order[0]})`
}
