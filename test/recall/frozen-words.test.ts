// Neighbours looked for in a saved table are those that a word book finds.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frozenWords } from '../../src/recall/frozen-words.ts'
import { encodeStrings } from '../../src/recall/string-table.ts'
import { createWordBook } from '../../src/recall/word-book.ts'
import { seeded } from '../support/seed.ts'

const RUN = seeded(500)
const isPlain = (text: string) => /^[a-z]{3,}$/.test(text)
const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function frozen(texts: string[]) {
  return frozenWords(encodeStrings([...new Set(texts)].sort(byCodeUnit)), isPlain)
}

test.each<[word: string, near: string[]]>([
  ['dokcer', ['docker']],
  ['dcker', ['docker']],
  ['dockers', ['docker', 'docker+s']],
  ['bocker', ['docker', 'locker', 'rocker']],
  ['docker', ['locker', 'rocker']],
  ['rockey', ['rocker']],
  ['bockey', []],
  ['docekr', ['docker']],
  ['unicorn', []],
  ['naive', []],
])('%s', (word, near) => {
  const words = ['docker', 'locker', 'rocker', 'unicorns-at-large', 'naïve', '发送', 'x86', '']
  expect(frozen(words).near(word).sort()).toEqual(near.filter((each) => words.includes(each)))
})

describe(`beside a word book, seed ${RUN.seed}`, () => {
  // Few letters, so that many words are neighbours; and what else a table of terms may hold.
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 7 })
  const other = fc.oneof(fc.string({ unit: 'binary', maxLength: 5 }), fc.constantFrom('c++', 'k8s', 'ab', 'äbc', 'abç'))

  test('it finds the same', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 60 }),
        fc.array(other, { maxLength: 20 }),
        word,
        (words, others, asked) => {
          const book = createWordBook()
          for (const each of new Set(words)) book.add(each)
          const found = frozen([...words, ...others])
          expect(found.near(asked).sort()).toEqual(book.near(asked).sort())
        },
      ),
      RUN,
    )
  })
})
