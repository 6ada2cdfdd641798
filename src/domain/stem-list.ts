// A list of English words that is asked by stem. Stemming a thousand words takes twenty milliseconds, which a process that
// answers one question has not got, so only those words are stemmed that begin as the stem does.
import { analyze } from './analyzer.ts'

// Porter2 keeps the first two letters of every word but these three.
const LETTERS_KEPT = 2
const MOVED = /^[dlt]ying$/

export type StemList = { has(stem: string): boolean }

/** @param words with white space between. */
export function stemList(words: string): StemList {
  let unstemmed: Map<string, string[]> | undefined
  const stems = new Set<string>()
  return {
    has(stem) {
      unstemmed ??= byBeginning(words)
      const beginning = stem.slice(0, LETTERS_KEPT)
      for (const word of unstemmed.get(beginning) ?? []) for (const term of analyze(word)) stems.add(term)
      unstemmed.delete(beginning)
      return stems.has(stem)
    },
  }
}

function byBeginning(words: string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const word of words.trim().split(/\s+/)) {
    const beginning = beginningOf(word.toLowerCase())
    const group = groups.get(beginning)
    if (group === undefined) groups.set(beginning, [word])
    else group.push(word)
  }
  return groups
}

function beginningOf(word: string): string {
  return MOVED.test(word) ? `${word[0]}i` : word.slice(0, LETTERS_KEPT)
}
