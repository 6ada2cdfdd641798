// Entities that their form gives away, whoever knows the word: addresses, paths, file names, numbers in every form,
// identifiers, keys, handles. What is left are words. Works on one run without spaces; linear in it.

import { WORD_CHARS_MAX } from './analyzer.ts'
import { lazily, patternFor, textPattern } from './ascii.ts'
import { kindOfFile } from './file-kinds.ts'
import { STOP_WORDS } from './stop-words.ts'
import { TOOL_NAMES } from './tool-names.ts'

export type Piece =
  | { kind: 'word'; text: string; start: number; end: number; possessive: boolean }
  | { kind: 'gap'; leaves: string | undefined; start: number; end: number; number: boolean }

type Known = (word: string) => boolean

const ADDRESS = /^(?:www\.|(?:mailto|tel|sms|data|urn|skype|magnet|bitcoin):)/iu
export const CORE = textPattern(/[A-Za-z0-9](?:.*[A-Za-z0-9])?/s, () => /[\p{L}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su)
export const SEGMENT = textPattern(/(?:[A-Za-z0-9'_+#&-]|\.(?!\.))+/g, () => /(?:[\p{L}\p{M}\p{N}'’_+#&-]|\.(?!\.))+/gu)

// IPv6, MAC addresses and the like.
const COLONS = /^[0-9a-f]*(?::[0-9a-f.]*){2,}$/iu
const CURRENCY_OR_VARIABLE = /[#$%€£¥₹]$/u

/** The words and gaps of a run of characters without a space, which stands at `offset` in its line. */
export function piecesOf(run: string, offset: number, known: Known): Piece[] {
  const scheme = schemeStart(run)
  if (scheme >= 0) {
    return [...piecesOf(run.slice(0, scheme), offset, known), gap(run.slice(scheme), offset + scheme)]
  }
  const core = patternFor(run, CORE).exec(run)
  if (core === null) return []
  const text = core[0]
  // Handles, addresses, packages of a scope, and the host of an ssh command alike.
  if (run.includes('@') || ADDRESS.test(text)) return [gap(run, offset)]
  if (run.includes('\\')) return [gap(run, offset, kindOfFile(text))]
  if (run.includes('/') && !TOOL_NAMES.has(text.toLowerCase()) && isPath(run, text, known)) {
    return [gap(run, offset, kindOfFile(text))]
  }
  const before = run.slice(0, core.index)
  if (CURRENCY_OR_VARIABLE.test(before) || COLONS.test(withColons(run, core.index, text))) {
    return [gap(run, offset, undefined, /^\p{N}/u.test(text))]
  }
  return [...run.matchAll(patternFor(run, SEGMENT))].flatMap((segment) =>
    ofSegment(segment[0], offset + segment.index, known),
  )
}

// "::1" and "fe80::" with the colons that a word would lose.
function withColons(run: string, start: number, text: string): string {
  const end = start + text.length
  return `${run.slice(Math.max(0, start - 2), start).replace(/[^:]/g, '')}${text}${run.startsWith('::', end) ? '::' : ''}`
}

// Where the scheme of a URL begins, or -1.
function schemeStart(run: string): number {
  let start = run.indexOf('://')
  while (start > 0 && /[\w+.-]/.test(run[start - 1]!)) start--
  return start
}

// "read/write" is two words as long as one of them is known; "/tmp", "src/main.ts", "acme/billing-api" and
// "a/b/c" are paths or names of repositories.
function isPath(run: string, text: string, known: Known): boolean {
  if (/^[([{*_'’]*(?:[/~.$%]|\w:\/)/u.test(run) || kindOfFile(text) !== undefined) return true
  const parts = text.split('/')
  if (parts.some((part) => part === '' || !/^[\p{L}\p{M}]+$/u.test(part))) return true
  const knows = (part: string) => known(part) || isStop(part)
  return parts.length > 2 ? !parts.every(knows) : !parts.some(knows)
}

const SECRET_PREFIX =
  /^(?:sk|pk|rk|gh[a-z]|glpat|xox[a-z]|akia|asia|hf|npm|pypi|sg|whsec|shpat|dop|key|tok)[-_]\S{8,}$/iu
const HEX = /^(?=.{7})[0-9a-f-]+$/iu
// Longer than any English word that is in use.
const ENDLESS = /^[a-z]{30,}$/iu
const KNOWN_PARTS_CHARS_MAX = 32

function ofSegment(raw: string, offset: number, known: Known): Piece[] {
  const match = patternFor(raw, CORE).exec(raw)
  if (match === null) return []
  const start = offset + match.index
  const dotted = raw[match.index - 1] === '.'
  const suffix = /^[+#]+/.exec(raw.slice(match.index + match[0].length))?.[0] ?? ''
  for (const tool of [match[0] + suffix, ...(dotted ? [`.${match[0]}`] : [])]) {
    if (TOOL_NAMES.has(tool.toLowerCase())) return [word(tool, tool[0] === '.' ? start - 1 : start)]
  }
  const text = match[0]
  if (text.length > WORD_CHARS_MAX) return [gap(text, start)]
  const kind = kindOfFile(dotted ? `.${text}` : text)
  if (kind !== undefined) return [gap(text, start, kind)]
  if (SECRET_PREFIX.test(text) || HEX.test(text) || ENDLESS.test(text)) {
    return [gap(text, start)]
  }
  if (/\p{N}/u.test(text)) return ofNumbered(text, start, known)
  if (text.includes('.')) return [gap(text, start)]
  return ofLetters(text, start, known)
}

const ticket = lazily(() => /^\p{Lu}[\p{Lu}\p{N}]+-\p{N}+$/u)

// "python3.11" leaves "python" and "e2e-tests" both its words; "ABC-123", "v1.2.3" and "alice2024" leave nothing.
function ofNumbered(text: string, start: number, known: Known): Piece[] {
  const number = /^[\p{N}]/u.test(text)
  if (text.length > KNOWN_PARTS_CHARS_MAX || ticket().test(text)) return [gap(text, start, undefined, number)]
  const words: Piece[] = []
  for (const part of text.matchAll(/[^-_.'’&+#]+/gu)) {
    const letters = /^\p{L}{3,}(?=\p{N}+$)/u.exec(part[0])?.[0]
    const kept = isKeyword(part[0], known)
      ? part[0]
      : letters !== undefined && TOOL_NAMES.has(letters.toLowerCase())
        ? letters
        : ''
    if (kept !== '') words.push(word(kept, start + part.index))
  }
  return words.length > 0 ? words : [gap(text, start, undefined, number)]
}

// Of words with digits only tools, and what a library calls by such a name ("gemma2"); never "Q3", "2M" or "FY24".
function isKeyword(part: string, known: Known): boolean {
  if (TOOL_NAMES.has(part.toLowerCase())) return true
  if (!/\p{N}/u.test(part)) return part.length > 1 && known(part)
  return /^(?!fy|cw|kw)\p{L}{2,}\p{N}{1,2}$/iu.test(part) && known(part)
}

function ofLetters(text: string, start: number, known: Known): Piece[] {
  const parts = [...text.matchAll(/[^-_&+#]+/gu)]
  // "user_id" and "state-of-the-art" are English; "acme_prod" and "blue-falcon-web" are names that somebody gave.
  const isIdentifier = text.includes('_') || (parts.length > 2 && !parts.slice(1, -1).some((part) => isStop(part[0])))
  if (isIdentifier && !parts.every((part) => known(part[0]) || isStop(part[0]))) return [gap(text, start)]
  return parts.flatMap((part) => ofApostrophe(part[0], start + part.index))
}

function isStop(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase())
}

const CONTRACTED = new Set(['t', 'll', 've', 're', 'd', 'm'])

// "Alice's", "don't", "O'Brien", "l'équipe".
function ofApostrophe(text: string, start: number): Piece[] {
  const at = text.search(/['’]/u)
  if (at < 0) return [word(text, start)]
  const [first, rest] = [text.slice(0, at), text.slice(at + 1)]
  if (/^s$/iu.test(rest)) return [{ kind: 'word', text: first, start, end: start + text.length, possessive: true }]
  if (CONTRACTED.has(rest.toLowerCase())) return []
  if (/^\p{Lu}/u.test(first) && /^\p{Lu}/u.test(rest)) return [gap(text, start)]
  const words = [...text.matchAll(/[^'’]+/gu)]
  return words.filter((w) => w[0].length > 2).map((w) => word(w[0], start + w.index))
}

function word(text: string, start: number): Piece {
  return { kind: 'word', text, start, end: start + text.length, possessive: false }
}

function gap(text: string, start: number, leaves?: string, number = false): Piece {
  return { kind: 'gap', leaves, start, end: start + text.length, number }
}
