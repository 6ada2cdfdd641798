// A set of words in which those one typo away from a given word are found fast. A typo changes the first letter or the
// last one, never both, so only words that share an end are looked at; of those, by which letters they hold.

export type WordBook = {
  /** A word that is added twice must be removed twice. Of three letters or more. */
  add(word: string): void
  remove(word: string): void
  /** The words at exactly one edit: a letter too many, missing, wrong, or two neighbours swapped. In no order. */
  near(word: string): string[]
}

export function createWordBook(): WordBook {
  const counts = new Map<string, number>()
  const byFirst = createShelves((word) => word.charCodeAt(0))
  const byLast = createShelves((word) => word.charCodeAt(word.length - 1))
  return {
    add(word) {
      const count = counts.get(word) ?? 0
      counts.set(word, count + 1)
      if (count > 0) return
      byFirst.add(word)
      byLast.add(word)
    },
    remove(word) {
      const count = counts.get(word)
      if (count === undefined) return
      if (count > 1) {
        counts.set(word, count - 1)
        return
      }
      counts.delete(word)
      byFirst.remove(word)
      byLast.remove(word)
    },
    near(word) {
      const first = word.charCodeAt(0)
      return [...byFirst.near(word), ...byLast.near(word).filter((found) => found.charCodeAt(0) !== first)]
    },
  }
}

// Words of one length that share an end; `letters[i]` has a bit for each letter that `words[i]` holds.
type Shelf = { words: string[]; letters: number[] }

function createShelves(endOf: (word: string) => number) {
  const shelves = new Map<number, Shelf>()
  const places = new Map<string, number>()
  // Room for every code unit.
  const keyOf = (length: number, end: number) => length * 65_536 + end
  const shelfOf = (word: string): Shelf => {
    const key = keyOf(word.length, endOf(word))
    const known = shelves.get(key)
    if (known !== undefined) return known
    const shelf = { words: [], letters: [] }
    shelves.set(key, shelf)
    return shelf
  }
  return {
    add(word: string) {
      const { words, letters } = shelfOf(word)
      places.set(word, words.length)
      words.push(word)
      letters.push(lettersOf(word))
    },
    remove(word: string) {
      const { words, letters } = shelfOf(word)
      const place = places.get(word)!
      places.delete(word)
      const lastWord = words.pop()!
      const lastLetters = letters.pop()!
      if (lastWord === word) return
      words[place] = lastWord
      letters[place] = lastLetters
      places.set(lastWord, place)
    },
    near(word: string): string[] {
      const found: string[] = []
      const wanted = lettersOf(word)
      for (let length = word.length - 1; length <= word.length + 1; length++) {
        const { words, letters } = shelves.get(keyOf(length, endOf(word))) ?? NO_WORDS
        for (let i = 0; i < letters.length; i++) {
          // One edit brings in one letter and takes away one at most.
          if (!hasThreeBits(letters[i]! ^ wanted) && isOneEdit(words[i]!, word)) found.push(words[i]!)
        }
      }
      return found
    },
  }
}

const NO_WORDS: Shelf = { words: [], letters: [] }

function lettersOf(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31)
  return bits
}

// Clears the lowest bit twice.
function hasThreeBits(bits: number): boolean {
  const one = bits & (bits - 1)
  return (one & (one - 1)) !== 0
}

/** Whether the words differ, and by one edit only. */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1 || a === b) return false
  let i = 0
  while (i < short.length && short[i] === long[i]) i++
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1)
  if (short.slice(i + 1) === long.slice(i + 1)) return true
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2)
}
