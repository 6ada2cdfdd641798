// Whether a word that no form and no mark gives away is a name all the same: because a list has it, or because its
// capitals say so. First words of a sentence need a sign that they are no verb, since nobody can list all verbs.
import type { Token } from './entity-tokens.ts'
import { isGermanNoun } from './german-nouns.ts'
import { COMPANIES, DATE_NAMES, FAMILY_NAMES, FIRST_NAMES, NUMBER_WORDS, nameKey, PLACES } from './name-lists.ts'
import { isCapital } from './name-marks.ts'
import { STOP_WORDS } from './stop-words.ts'
import { isTaskWord } from './task-words.ts'

/** What a capital says in a line: a name; perhaps a noun; nothing, since the line has Them Everywhere. */
export type Capitals = 'name' | 'german' | 'nothing'

type Test = (word: string) => boolean

/** `dropped`: what is known of the tokens behind it. `isKeyword`: tools and what the library knows. */
type Setting = { dropped: readonly boolean[]; capitals: Capitals; isKeyword: Test }

/** Whether the token at `i` is a name; gaps are none. */
export function isUnmarkedName(
  tokens: readonly Token[],
  i: number,
  { dropped, capitals, isKeyword }: Setting,
): boolean {
  const token = tokens[i]!
  if (token.kind === 'gap') return false
  // "A board called falcon": the verb always goes, or it would take another word when the filter runs again.
  if (DATE_NAMES.has(nameKey(token.text)) || isNaming(token)) return true
  if (isKeyword(token.text)) return false
  // A literal is a value or somebody's code; of it only keywords say what the task is.
  if (token.quoted) return true
  if (STOP_WORDS.has(token.text.toLowerCase())) return false
  if (isListed(token.text) || isNaming(tokens[i - 1]) || /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(token.text)) return true
  if (!/\p{Lu}/u.test(token.text) || capitals === 'nothing' || isTaskWord(token.text)) return false
  if (/^\p{Lu}{2,}$/u.test(token.text)) return true
  if (!token.opens) return capitals === 'name' || !isGermanNoun(tokens, i)
  return hasNameSign(tokens, i, dropped)
}

const NAMING = new Set('named called titled entitled codenamed nicknamed'.split(' '))

function isNaming(token: Token | undefined): boolean {
  return token?.kind === 'word' && NAMING.has(token.text.toLowerCase())
}

function isListed(word: string): boolean {
  const key = nameKey(word)
  return [FIRST_NAMES, FAMILY_NAMES, PLACES, COMPANIES, NUMBER_WORDS].some((list) => list.has(key))
}

const VERBS_OF_SOMEBODY = new Set(
  `is was has had wants wanted needs needed says said asks asked told sent called wrote thinks knows got gave goes went
  works joined left will would can could should must does did ist hat war will braucht`.split(/\s+/),
)

// A first word is a verb as a rule ("Transcribe the call"). "Zorblax's", "Zorblax is", "Zorblax, can you", "Zorblax
// Quux said", "Zorblax and Quux" and a lone "Zorblax" are names.
function hasNameSign(tokens: readonly Token[], i: number, dropped: readonly boolean[]): boolean {
  const token = tokens[i]!
  const next = tokens[i + 1]
  if (token.kind === 'gap') return false
  if (token.possessive) return true
  // Verbs of other languages stand alone or before a comma as well, and these may be all that such a message says.
  if (next === undefined || next.opens) return /^\p{sc=Latin}+$/u.test(token.text)
  if (next.kind === 'gap') return false
  if (token.after.startsWith(',')) return STOP_WORDS.has(next.text.toLowerCase()) && !/ly$/.test(token.text)
  if (token.after !== ' ') return false
  if (next.text === 'and') return isCapital(tokens[i + 2]) && dropped[i + 2] === true
  if (VERBS_OF_SOMEBODY.has(next.text)) return true
  const key = nameKey(next.text)
  return dropped[i + 1] === true && /^\p{Lu}\p{Ll}/u.test(next.text) && !FIRST_NAMES.has(key) && !PLACES.has(key)
}
