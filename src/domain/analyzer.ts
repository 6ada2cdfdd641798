// Text into search terms: the one analyzer, for skills and for messages alike, so that both sides of a match are cut
// the same way. It knows English well (stop words, Porter2 stems) and other languages as whole words or, where a
// script has no spaces, as pairs of characters. It does not mend typos and knows no synonyms.
import stem from 'wink-porter2-stemmer'
import { isAscii, lazily, patternFor, textPattern } from './ascii.ts'
import { STOP_WORDS } from './stop-words.ts'

/** The text behind it is not read, so that a pasted log costs no more than a long message. */
export const ANALYZED_CHARS_MAX = 20_000
/** A longer word is a key, a hash or an encoded file, not language: it yields no term. */
export const WORD_CHARS_MAX = 64

// Scripts without spaces between words, and Hangul, whose particles stick to the word. The kana share "ー".
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
const unspacedStart = lazily(() => new RegExp(`^[${UNSPACED}]`, 'u'))

// C++, G++, C#, F#; a run without spaces; or a run of letters, marks and numbers, which is what the negated classes
// leave. Nothing here can match the same text in two ways, so a search is linear whatever the text.
export const WORD = textPattern(
  /[CcGg]\+\+|[CcFf]#|[0-9A-Za-z]+/g,
  () => new RegExp(`[CcGg]\\+\\+|[CcFf]#|[${UNSPACED}]+|[^\\p{P}\\p{S}\\p{Z}\\p{C}${UNSPACED}]+`, 'gu'),
)

// The parts of a word, in this order: "APIs", "HTTP" of "HTTPServer", "Server", "256".
export const PART = textPattern(
  /[A-Z]+s(?![A-Za-z])|[A-Z]+(?![a-z])|[A-Z]?[^A-Z0-9]+|[0-9]+/g,
  () => /\p{Lu}+s(?!\p{L})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\p{N}]+|\p{N}+/gu,
)

/** A word of more parts is an identifier of one program; nobody writes "getuseraccountbyid" in one piece. */
const JOINED_PARTS_MAX = 3

// Accents of Latin, Greek and Cyrillic, Hebrew points and Arabic vowel signs, which people leave out as they like,
// and the selectors that stick to an emoji. All other marks stay: without its marks a Hindi or Thai word is another.
const OPTIONAL_MARK =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]|[\ufe00-\ufe0f]/gu

/** The terms of a text in its order, repetitions included. Never throws; linear in the text. */
export function analyze(text: string): string[] {
  const terms: string[] = []
  for (const word of words(text)) {
    for (const term of knownTerms(word)) terms.push(term)
  }
  return terms
}

/** The words of a text as written, but for accents: `words(text).flatMap(analyze)` are the terms of the text. */
export function words(text: string): string[] {
  const read = folded(text.slice(0, ANALYZED_CHARS_MAX))
  return read.match(patternFor(read, WORD)) ?? []
}

/** The words of a text with the terms of each, in its order: for those who want to say which word a term came from. */
export function termsByWord(text: string): { word: string; terms: readonly string[] }[] {
  return words(text).map((word) => ({ word, terms: knownTerms(word) }))
}

/** The plain English words in a text, in lower case and parted where terms are: what a typo can be one letter off. */
export function spellings(text: string): string[] {
  return words(text)
    .flatMap((word) => (isUnspaced(word) || word.length > WORD_CHARS_MAX ? [] : partsOf(word)))
    .map((part) => part.toLowerCase())
    .filter((part) => /^[a-z]+$/.test(part) && !STOP_WORDS.has(part))
}

// NFKC but for the optional marks. One character may become eighteen, hence the second cut.
function folded(text: string): string {
  if (isAscii(text)) return text
  return text.normalize('NFKD').replace(OPTIONAL_MARK, '').normalize('NFC').slice(0, ANALYZED_CHARS_MAX)
}

// Stemming is most of the time that building an index takes, and a library repeats its words. Two generations keep
// the words in use without a clock: a word that is not asked for while the young one fills up is forgotten.
const GENERATION_WORDS_MAX = 30_000
const REMEMBERED_CHARS_MAX = 32
let young = new Map<string, readonly string[]>()
let old = new Map<string, readonly string[]>()

function knownTerms(word: string): readonly string[] {
  const known = young.get(word)
  if (known !== undefined) return known
  const terms = old.get(word) ?? termsOf(word)
  if (word.length > REMEMBERED_CHARS_MAX) return terms
  if (young.size >= GENERATION_WORDS_MAX) {
    old = young
    young = new Map()
  }
  young.set(detached(word), terms)
  return terms
}

function termsOf(word: string): string[] {
  if (word.endsWith('+') || word.endsWith('#')) return [word.toLowerCase()]
  if (isUnspaced(word)) return pairsOf(word)
  if (word.length > WORD_CHARS_MAX) return []
  const parts = partsOf(word)
  // "GitHub" also as "github" and "k8s" as "k8s": people write such words in one piece as often as not.
  const joined = parts.length > 1 && parts.length <= JOINED_PARTS_MAX ? [word] : []
  return [...parts, ...joined].flatMap(termOf)
}

function isUnspaced(word: string): boolean {
  return !isAscii(word) && unspacedStart().test(word)
}

function partsOf(word: string): string[] {
  return word.match(patternFor(word, PART)) ?? []
}

// A lone letter or digit is noise, in every alphabet.
function termOf(part: string): string[] {
  const lower = part.toLowerCase()
  if (lower.length < 2 || STOP_WORDS.has(lower)) return []
  return [detached(stemOf(lower))]
}

// Porter2 leaves words without a vowel alone, but people write "pdfs", "PRs" and "csvs". That "dns" loses its "s" as
// well does no harm, since it does so in skills and messages alike. Other languages and mixed words stay as they are.
function stemOf(lower: string): string {
  if (/^[b-df-hj-np-tv-xz]{2,}(?<!s)s$/.test(lower)) return lower.slice(0, -1)
  return /^[a-z]+$/.test(lower) ? stem(lower) : lower
}

// By code point: rare Han characters are two code units long.
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

// A copy with memory of its own. V8 cuts long words out as views that would keep the whole message alive.
function detached(text: string): string {
  return ` ${text}`.slice(1)
}
