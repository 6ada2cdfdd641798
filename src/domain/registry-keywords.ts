// The words that a registry is asked with: all that leaves this machine of a task. Lower-case English words and names of
// tools, without names, numbers, places, paths and addresses; and nothing that only the library's own text vouches for,
// since a word of a private skill is as private as the skill.
import { analyze } from './analyzer.ts'
import { withoutEntities } from './entity-filter.ts'
import { isTaskWord } from './task-words.ts'
import { TOOL_NAMES } from './tool-names.ts'

export const KEYWORDS_MIN = 3
export const KEYWORDS_MAX = 5

const WORD = /^[a-z][a-z+#]*(?:-[a-z]+)*\d{0,2}$/
const WORD_CHARS_MAX = 30
const NO_LIBRARY = () => false

/**
 * @param keywords chosen by who asks, so any ordinary word is let through. @param task free text, read where the keywords
 * are too few: of it only words that stand in our lists of everyday words and tools.
 * @returns at most `KEYWORDS_MAX`, no two of one stem; fewer than `KEYWORDS_MIN` are too few to ask with.
 */
export function registryKeywords(task: string, keywords: readonly string[]): string[] {
  // A word alone opens its sentence, so a capital says nothing of it: only what is known may have one.
  const chosen = keywords
    .flatMap((keyword) => keyword.split(/\s+/))
    .filter((word) => word === word.toLowerCase() || isKnown(word))
    .flatMap((word) => withoutEntities(word, NO_LIBRARY))
  const said = withoutEntities(task, NO_LIBRARY).filter(isKnown)
  const enough = plainWords(chosen)
  return (enough.length >= KEYWORDS_MIN ? enough : plainWords([...enough, ...said])).slice(0, KEYWORDS_MAX)
}

/** One of each stem. */
function plainWords(words: readonly string[]): string[] {
  const byStem = new Map<string, string>()
  for (const word of words.map((each) => each.toLowerCase())) {
    const stem = analyze(word).join(' ')
    const isWord = word.length <= WORD_CHARS_MAX && WORD.test(word)
    if (isWord && stem !== '' && !byStem.has(stem)) byStem.set(stem, word)
  }
  return [...byStem.values()]
}

function isKnown(word: string): boolean {
  return isTaskWord(word) || TOOL_NAMES.has(word.toLowerCase())
}
