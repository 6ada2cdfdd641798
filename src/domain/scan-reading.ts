// A text made ready to be looked through for many words, most of which it does not hold: which three letters stand in it
// side by side is noted once, in one pass. A "maybe" may be wrong, a "no" never is.

export type Reading = {
  text: string
  lower: string
  /** @param word in lower case. */
  mayHold: (word: string) => boolean
}

const SLOTS = 16_384
const LETTERS = 3

export function readingOf(text: string): Reading {
  const lower = text.toLowerCase()
  const seen = new Uint8Array(SLOTS)
  for (let at = 0; at + LETTERS <= lower.length; at++) seen[slotAt(lower, at)] = 1
  const mayHold = (word: string) => {
    for (let at = 0; at + LETTERS <= word.length; at++) if (seen[slotAt(word, at)] === 0) return false
    return true
  }
  return { text, lower, mayHold }
}

function slotAt(text: string, at: number): number {
  const letters = text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)
  return (Math.imul(letters, 0x9e3779b1) >>> 18) & (SLOTS - 1)
}
