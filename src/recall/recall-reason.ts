// One line on why a skill came up, in the words of the message and not in stems.
import { termsByWord } from '../domain/analyzer.ts'
import { FIELDS } from './bm25f.ts'
import type { Candidate } from './candidates.ts'
import type { Search } from './skill-index.ts'

const WORDS_SHOWN_MAX = 4

export function recallReason({ text, learned, voters }: Candidate, { repairs }: Search, message: string): string {
  const written = writtenWords(message)
  const terms = text.terms.slice(0, WORDS_SHOWN_MAX)
  const words = terms.map(({ term }) => {
    const repair = repairs.find((each) => each.term === term)
    return repair === undefined ? `"${written.get(term) ?? term}"` : `"${repair.word}" read as "${repair.meant}"`
  })
  const fields = FIELDS.filter((field) => terms.some((term) => term.fields.includes(field)))
  const byText = terms.length === 0 ? 'matches no word' : `matches ${words.join(', ')} in ${fields.join(', ')}`
  if (learned <= 0) return byText
  return `${byText}; was loaded after ${voters === 1 ? 'a similar message' : `${voters} similar messages`}`
}

// The first word of the message that each term came from.
function writtenWords(message: string): Map<string, string> {
  const written = new Map<string, string>()
  for (const { word, terms } of termsByWord(message)) {
    for (const term of terms) if (!written.has(term)) written.set(term, terms.length === 1 ? word : term)
  }
  return written
}
