// The oracle is the definition: of all words in the book, those that one edit makes of the given one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWordBook, isOneEdit } from '../../src/recall/word-book.ts'
import { seeded } from '../support/seed.ts'

const RUN = seeded(2_000)

// Few letters, so that neighbours are frequent; some that share their low five bits ("a" and "A", "b" and "é") and one
// beyond the first plane, which is two code units.
const word = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'A', 'é', '字', '𝒳'), minLength: 3, maxLength: 5 }) },
)
const change = fc.record({ kind: fc.constantFrom('add', 'add', 'remove'), word })

test(`near finds what one edit makes of a word, and nothing else (seed ${RUN.seed})`, () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), fc.array(word, { minLength: 1 }), (changes, asked) => {
      const book = createWordBook()
      const counts = new Map<string, number>()
      for (const { kind, word } of changes) {
        const count = counts.get(word) ?? 0
        if (kind === 'add') book.add(word)
        else book.remove(word)
        counts.set(word, Math.max(0, count + (kind === 'add' ? 1 : -1)))
      }
      const held = [...counts].filter(([, count]) => count > 0).map(([word]) => word)
      for (const word of [...asked, ...held]) {
        const expected = held.filter((each) => editsBetween(each, word) === 1)
        expect(book.near(word).toSorted()).toEqual(expected.toSorted())
      }
    }),
    RUN,
  )
})

test(`one edit is a distance of one (seed ${RUN.seed})`, () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(isOneEdit(a, b)).toBe(editsBetween(a, b) === 1)
      expect(isOneEdit(b, a)).toBe(isOneEdit(a, b))
    }),
    RUN,
  )
})

test('a word added twice is there until it is removed twice', () => {
  const book = createWordBook()
  book.remove('docker')
  book.add('docker')
  book.add('docker')
  for (const left of [['docker'], ['docker'], []]) {
    expect(book.near('dokcer')).toEqual(left)
    book.remove('docker')
  }
  book.add('docker')
  expect(book.near('dokcer')).toEqual(['docker'])
})

// Optimal string alignment, in full: the number of letters to add, take away, replace or swap with their neighbour.
function editsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j))
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : replaced
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, replaced, swapped)
    }
  }
  return rows[a.length]![b.length]!
}
