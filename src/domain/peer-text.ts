// What somebody said, or said of somebody, as it may be kept and shown again: one line, without keys, addresses and numbers
// of accounts, nothing in it that a terminal obeys. Text of others stays data: whoever shows it quotes and labels it.
import { printableLine } from './printable.ts'
import { readingOf } from './scan-reading.ts'
import { findSecrets, masked } from './scan-secrets.ts'

// What is longer is cut before anything is looked for in it.
const READ_CHARS_MAX = 8_000

const ASSIGNED =
  /\b((?:api[ _-]?key|access[ _-]?key|secret|token|pass(?:word|wd|phrase)?|pwd|pin|auth(?:orization)?|bearer|cookie)s?)(\s{0,3}[=:]\s{0,3}|\s{1,3}(?:is\s{1,3})?(?=\S{0,200}\d))(?:bearer\s{1,3})?["']?[^\s"',;]{1,400}["']?/giu
const E_MAIL = /[^\s@<>()"',;:]{1,64}@[^\s@<>()"',;:]{1,255}/gu
// Private keys in bech32, and anything as long and as mixed as a key; the public name of a peer is neither.
const PRIVATE_BECH32 = /\bnsec1[a-z0-9]{10,100}/giu
const LONG_RUN =
  /\b(?!npub1|note1|https?:)(?=[A-Za-z0-9_-]{0,200}\d)(?=[A-Za-z0-9_-]{0,200}[A-Za-z])[A-Za-z0-9_-]{40,400}\b/gu
// Telephones, cards, accounts: nine digits or more, whatever stands between them.
const LONG_NUMBER = /(?<![\w.-])\+?\d(?:[ ().\-/]{0,2}\d){8,40}(?![\w-])/gu
const DATE = /^\d{4}-\d{2}-\d{2}(?:[ T]|$)/

/**
 * Never throws; linear.
 * @param charsMax of the answer, in UTF-16 units; a character is never halved.
 */
export function keptLine(text: string, charsMax: number): string {
  const read = text.slice(0, READ_CHARS_MAX)
  const spans = [...findSecrets(readingOf(read))].sort((a, b) => a.start - b.start)
  const plain = masked(read, spans, { start: 0, end: read.length })
    .replace(ASSIGNED, '$1$2[hidden]')
    .replace(E_MAIL, '[address]')
    .replace(PRIVATE_BECH32, '[hidden]')
    .replace(LONG_RUN, '[hidden]')
    .replace(LONG_NUMBER, (found) => (DATE.test(found) ? found : '[number]'))
  return shortLine(printableLine(plain).replace(/\s+/gu, ' ').trim(), charsMax)
}

/** As a quotation that cannot end before its end. */
export function quoted(line: string): string {
  return JSON.stringify(line)
}

function shortLine(line: string, charsMax: number): string {
  if (line.length <= charsMax) return line
  if (charsMax < 1) return ''
  let end = charsMax - 1
  if (/[\uD800-\uDBFF]/.test(line[end - 1] ?? '')) end -= 1
  return `${line.slice(0, end).trimEnd()}…`
}
