// What a rewritten text may not lose: names, numbers, commands, links and paths of the texts that it takes the place of.
// A check of ours, whoever merged them; it leans towards refusing and says nothing of what the sentences mean.
import { markdownLines } from './markdown-blocks.ts'

/** Whoever lost more has lost enough. */
export const MISSING_FACTS_MAX = 100

/**
 * The facts of `sources` that `merged` does not say, in their order, each once. Command lines are compared whole but for
 * spaces, proper nouns without their case, all else to the letter.
 */
export function missingFacts(sources: readonly string[], merged: string): string[] {
  const lacks = factsMissingFrom(merged)
  return [...new Set(sources.flatMap(lacks))].slice(0, MISSING_FACTS_MAX)
}

/** The same for many sources, one after the other: the merged text is read once. */
export function factsMissingFrom(merged: string): (source: string) => string[] {
  const kept = factsOf(merged)
  const keptNouns = lowerWords(merged)
  const flat = spaced(merged)
  return (source) => {
    const missing: string[] = []
    for (const [fact, kind] of factsOf(source)) {
      if (missing.length >= MISSING_FACTS_MAX) break
      if (kept.has(fact) || (kind === 'noun' && keptNouns.has(fact.toLowerCase())) || occurs(fact, flat)) continue
      missing.push(fact)
    }
    return missing
  }
}

type FactKind = 'command' | 'code' | 'token' | 'noun'

function factsOf(text: string): Map<string, FactKind> {
  const facts = new Map<string, FactKind>()
  for (const { line, fenced, fence } of markdownLines(text)) {
    if (fence) continue
    if (fenced && line.trim() !== '') facts.set(spaced(line), 'command')
    if (fenced) continue
    for (const piece of piecesOf(line)) {
      for (const [, , code] of piece.matchAll(CODE_SPAN)) if (code!.trim() !== '') facts.set(spaced(code!), 'code')
      for (const token of tokensOf(piece.replace(CODE_SPAN, ' code '))) {
        if (token.kind !== 'word') facts.set(token.text, token.kind)
      }
    }
  }
  return facts
}

// What searches for pairs and ends takes the square of a line's length, and a hostile one is a megabyte long.
const PIECE_CHARS_MAX = 4_000

function piecesOf(line: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < line.length; ) {
    const space = line.lastIndexOf(' ', at + PIECE_CHARS_MAX)
    const end = at + PIECE_CHARS_MAX < line.length && space > at ? space : at + PIECE_CHARS_MAX
    pieces.push(line.slice(at, end))
    at = end
  }
  return pieces
}

const CODE_SPAN = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g
// Commas end a word, but for those inside of a number.
const WORD = /(?:[^\s`"“”‘’«»„<>()[\]{}|,;!?*\\]|,(?=\d{3}\b)|\\(?=\w))+/gu
const EDGES = /^[.:'#=+~_–—…]+(?=[^/.\w]|\w)|[.:'#=+_–—…-]+$/gu

type Token = { text: string; kind: 'token' | 'noun' | 'word' }

function tokensOf(line: string): Token[] {
  const isHeading = /^\s{0,3}#{1,6}\s/.test(line)
  return [...line.matchAll(WORD)].flatMap((match): Token[] => {
    const text = match[0].replace(EDGES, '')
    if (text === '') return []
    if (isToken(text)) return [{ text, kind: 'token' }]
    const isNoun = /^\p{Lu}\p{Ll}+(?:['’-]\p{L}+)*$/u.test(text) && !isHeading && !opensSentence(line, match.index)
    return [{ text, kind: isNoun ? 'noun' : 'word' }]
  })
}

function isToken(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0
  return (
    digits >= 2 ||
    (digits === 1 && /\p{L}/u.test(text)) ||
    // camelCase, snake_case, acronyms, flags.
    /\p{Ll}\p{Lu}|\w_\w|^\p{Lu}{2,}s?$|^-{1,2}[A-Za-z]/u.test(text) ||
    // Links, addresses, file names, paths.
    /:\/\/|\w@\w|\w\.[A-Za-z0-9]{2,8}$|^(?:~|\.{1,2})?\/\w|\/.*\/|^[A-Za-z]:\\|\w\/\w*\.\w/u.test(text)
  )
}

// Its capital says nothing there.
function opensSentence(line: string, index: number): boolean {
  return /(?:^|[.!?:;|>"“„(*_[\]+-]|^\s*\d+[.)])\s*$/u.test(line.slice(Math.max(0, index - 12), index))
}

function lowerWords(text: string): Set<string> {
  const pieces = text.split('\n').flatMap(piecesOf)
  return new Set(
    pieces.flatMap((piece) => [...piece.matchAll(WORD)].map(([word]) => word.replace(EDGES, '').toLowerCase())),
  )
}

// As a whole: "25" does not stand in "3.25", nor a link in a longer one.
function occurs(fact: string, flat: string): boolean {
  for (let at = flat.indexOf(fact); at >= 0; at = flat.indexOf(fact, at + 1)) {
    const before = flat.slice(Math.max(0, at - 3), at)
    const after = flat.slice(at + fact.length, at + fact.length + 3)
    if (!/[\p{L}\p{N}_][-./:@?&=#%+~,]*$/u.test(before) && !/^(?:[-./:@?&=#%+~]*[\p{L}\p{N}_]|,\d)/u.test(after))
      return true
  }
  return false
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
