// What of a message may be kept on disk: verbs, common nouns, names of tools. Persons, companies, places, dates, numbers,
// files, addresses, keys and other names go, without a model: by form, by lists, and by capitals. It errs on the side of
// losing a word. It cannot know a name that is written like any other word ("deploy zorblax"), and in scripts without
// capitals (Thai, Arabic, Hindi) it finds entities by their form only, in Chinese and Japanese also by what stands beside them.
import { ANALYZED_CHARS_MAX, analyze } from './analyzer.ts'
import { type Token, tokensOf } from './entity-tokens.ts'
import { isGerman } from './german-nouns.ts'
import { markedNames } from './name-marks.ts'
import { STOP_WORDS } from './stop-words.ts'
import { isTaskWord } from './task-words.ts'
import { TOOL_NAMES } from './tool-names.ts'
import { type Capitals, isUnmarkedName } from './unmarked-names.ts'

/**
 * The words of a message that may be kept, in its order, as the message in NFKC has them (a capital that the analyzer
 * does not read becomes a small letter), without stop words; a file leaves the word for its kind. `isLibraryTerm` says whether a stem, as
 * `analyze` gives it, stands in the text of some skill: such a word is a keyword and on disk anyway, so no capital and
 * no list takes it away, but a form ("ABC-123") or a mark beside it ("Acme Corp") does. Never throws; linear.
 */
export function withoutEntities(message: string, isLibraryTerm: (term: string) => boolean): string[] {
  const isTool = (word: string) => TOOL_NAMES.has(word.toLowerCase()) || TOOL_NAMES.has(singular(word))
  const isKeyword = (word: string) => isTool(word) || isKnownTo(isLibraryTerm, word)
  const isEveryday = (word: string) => isKeyword(word) || isTaskWord(word)
  const kept: string[] = []
  const lines = linesOf(message, isEveryday)
  const german = isGerman(lines.flat().flatMap(textOf), (word) => STOP_WORDS.has(word))
  for (const tokens of lines) {
    const capitals = german ? 'german' : capitalsOf(tokens)
    for (const word of wordsOf(tokens, capitals, isKeyword)) kept.push(plain(word))
  }
  return kept
}

type Test = (word: string) => boolean
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/u
const CONNECTING = new Set('with for to from by of and or the a an in on at about my our your his her their'.split(' '))

// Signs for trade marks go first, since NFKC makes letters of them.
function linesOf(message: string, isEveryday: Test): Token[][] {
  const text = whole(
    whole(message)
      .replace(/[™®©℠´]/gu, (sign) => (sign === '´' ? "'" : ' '))
      .normalize('NFKC'),
  )
  let fenced = false
  let continues = false
  return text.split(LINE_BREAK).map((line) => {
    if (/^\s{0,3}```[^`]*$/.test(line)) {
      fenced = !fenced
      return []
    }
    const tokens = tokensOf(line, isEveryday, fenced ? 'quoted' : 'plain')
    const first = tokens[0]
    if (continues && first !== undefined) tokens[0] = { ...first, opens: false }
    const last = tokens.at(-1)
    if (last !== undefined) continues = last.kind === 'word' && last.after.trim() === '' && CONNECTING.has(last.text)
    return tokens
  })
}

// Cut where a word ends, so that no half of an address stays behind.
function whole(text: string): string {
  if (text.length <= ANALYZED_CHARS_MAX) return text
  let end = ANALYZED_CHARS_MAX
  while (end > 0 && /[\x21-\x7e\p{L}\p{M}\p{N}]/u.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

// Title Case and capitals throughout are told from a list of names by their everyday words.
function capitalsOf(tokens: readonly Token[]): Capitals {
  const inner = tokens.filter((token) => !token.opens && !token.quoted).flatMap(textOf)
  const long = inner.filter((word) => word.length > 1 && !/^(?:will|may)$/i.test(word)) // Two that are names as well.
  const content = long.filter((word) => !STOP_WORDS.has(word.toLowerCase()))
  if (content.length < 2 || content.some((word) => !/^\p{Lu}/u.test(word))) return 'name'
  const everyday = content.filter(isTaskWord).length
  const stops = long.some((word) => /^\p{Lu}/u.test(word) && STOP_WORDS.has(word.toLowerCase()))
  return stops || (everyday >= 2 && everyday * 3 >= content.length * 2) ? 'nothing' : 'name'
}

function wordsOf(tokens: readonly Token[], capitals: Capitals, isKeyword: Test): string[] {
  const marked = markedNames(tokens)
  const dropped = [...marked]
  // From the end, because whether a first word is a name depends on the next one.
  for (let i = tokens.length - 1; i >= 0; i--)
    dropped[i] ||= isUnmarkedName(tokens, i, { dropped, capitals, isKeyword })
  return tokens.flatMap((token, i) => {
    if (dropped[i]) return []
    if (token.kind === 'gap') return token.leaves ?? []
    return STOP_WORDS.has(token.text.toLowerCase()) ? [] : [token.text]
  })
}

function isKnownTo(isLibraryTerm: Test, word: string): boolean {
  const terms = analyze(word)
  return terms.length > 0 && terms.every(isLibraryTerm)
}

// "PDFs" and "pdfs", but not "Pdfs", which may be anybody.
function singular(word: string): string {
  return /^(?:\p{Lu}+|[^\p{Lu}]+)s$/u.test(word) ? word.slice(0, -1).toLowerCase() : word
}

// "Deploy" as "deploy", but "GitHub" as it is, which the analyzer reads as "git" and "hub" too.
function plain(word: string): string {
  const lower = word.toLowerCase()
  return analyze(lower).join(' ') === analyze(word).join(' ') ? lower : word
}

function textOf(token: Token): string[] {
  return token.kind === 'word' ? [token.text] : []
}
