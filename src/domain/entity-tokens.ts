// Cuts one line of a message into words and gaps, in order. A gap is an entity that its form gives away (see
// entity-patterns.ts): nothing of it is handed on but the kind of a file. Which words are names is not decided here.
import { isAscii, lazily, patternFor, textPattern } from './ascii.ts'
import { type Piece, piecesOf } from './entity-patterns.ts'
import { hanNames } from './han-names.ts'

export type Token = Piece & {
  /** First word of a sentence, a line, a bullet or a table cell: its capital says nothing. */
  readonly opens: boolean
  /** Inside of quotation marks or of code. */
  readonly quoted: boolean
  /** What stands between it and the next token. */
  readonly after: string
}

// Scripts written without spaces, which also end an address that stands in their midst.
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
const unspacedStart = lazily(() => new RegExp(`^[${UNSPACED}]`, 'u'))
export const RUN = textPattern(
  /[^\s"`<>]+/g,
  () => new RegExp(`[${UNSPACED}]+|[^\\s"“”„«»‹›\`<>「」『』《》【】。、・${UNSPACED}]+`, 'gu'),
)

// "3月", "5日", "200元", "3시": what follows a number and says of what it is, and the same with a number in Han.
const UNIT = /^[年月日号號时時分秒点點元円圓块塊万萬亿億千百%년월일시분초원만억]+/u
const HAN_NUMBER = /[〇零一二三四五六七八九十百千万萬亿億两]{1,8}[年月日号號点點元円圓块塊]/gu

// Each class leaves its own marks out, so that a mark without its partner costs no search to the end.
const LITERAL =
  /"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|‹[^‹›]*›|`[^`]*`|「[^「」]*」|『[^『』]*』|《[^《》]*》|(?<=^|[\s([{=:,])'(?=\S)[^']*(?<=\S)'(?=$|[\s)\]},.;:!?])/gu

const BOUNDARY = /[!?:|。…]|\.(?:\s|$|["'”’)\]*_])/u
const ABBREVIATIONS = new Set('mr mrs ms dr prof st vs etc approx no nr ca cf inc ltd corp co sr jr bzw z'.split(' '))

/** `known` says which words are keywords whatever they look like. `quoted`: the whole line is code. */
export function tokensOf(line: string, known: (word: string) => boolean, quoted: 'quoted' | 'plain'): Token[] {
  const pieces: Piece[] = []
  for (const run of line.matchAll(patternFor(line, RUN))) {
    const previous = pieces.at(-1)
    if (!isAscii(run[0]) && unspacedStart().test(run[0])) pieces.push(...unspaced(run[0], run.index, previous))
    else for (const piece of piecesOf(run[0], run.index, known)) pieces.push(piece)
  }
  const literals = quoted === 'quoted' ? [{ start: 0, end: line.length }] : literalsOf(line)
  let literal = 0
  let before: Token | undefined
  return pieces.map((piece, i) => {
    while (literals[literal] !== undefined && literals[literal]!.end <= piece.start) literal++
    const token: Token = {
      ...piece,
      opens: before === undefined || opensAfter(before, i),
      quoted: literals[literal] !== undefined && literals[literal]!.start <= piece.start,
      after: line.slice(piece.end, pieces[i + 1]?.start ?? line.length),
    }
    before = token
    return token
  })
}

function opensAfter(before: Token, index: number): boolean {
  // "1. Deploy", "2) Deploy", "a) Deploy"; "J. Smith" elsewhere is a name, and so is what follows "Dr."
  if (index === 1 && (before.kind === 'gap' ? before.number : /^\)/.test(before.after))) return true
  if (!BOUNDARY.test(before.after)) return false
  const abbreviated =
    before.kind === 'word' && (before.text.length === 1 || ABBREVIATIONS.has(before.text.toLowerCase()))
  return !(abbreviated && /^\.\s*$/.test(before.after))
}

function unspaced(run: string, start: number, previous: Piece | undefined): Piece[] {
  const afterNumber = previous?.kind === 'gap' && previous.number && previous.end === start
  const unit = afterNumber ? (UNIT.exec(run)?.[0].length ?? 0) : 0
  const pieces: Piece[] = []
  let from = unit
  for (const number of run.matchAll(HAN_NUMBER)) {
    if (number.index < from) continue
    if (number.index > from) pieces.push(...unnamed(run.slice(from, number.index), start + from))
    from = number.index + number[0].length
  }
  if (from < run.length) pieces.push(...unnamed(run.slice(from), start + from))
  return pieces
}

// What is left of it without names.
function unnamed(text: string, start: number): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const name of hanNames(text)) {
    if (name.start > from) pieces.push(word(text.slice(from, name.start), start + from))
    from = name.end
  }
  if (from < text.length) pieces.push(word(text.slice(from), start + from))
  return pieces
}

function word(text: string, start: number): Piece {
  return { kind: 'word', text, start, end: start + text.length, possessive: false }
}

// A line that is quoted as a whole is somebody's message, not a value inside of one.
function literalsOf(line: string): { start: number; end: number }[] {
  const spans = [...line.matchAll(LITERAL)].map((m) => ({ start: m.index, end: m.index + m[0].length }))
  return spans.length === 1 && !/[\p{L}\p{N}]/u.test(line.replace(LITERAL, '')) ? [] : spans
}
