// A list that is stemmed bit by bit says what one says that was stemmed at once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { analyze } from '../../src/domain/analyzer.ts'
import { stemList } from '../../src/domain/stem-list.ts'

// The lists themselves stand in the sources and are not handed out.
const listOf = (file: string) => {
  const text = readFileSync(join(import.meta.dirname, '../../src/domain', file), 'utf8')
  return /const WORDS = `([^`]*)`/.exec(text)![1]!
}
const LISTS = ['task-words.ts', 'everyday-words.ts']

describe.each(LISTS)('%s', (file) => {
  const words = listOf(file).trim().split(/\s+/)
  const stems = new Set(analyze(listOf(file)))

  test('knows its stems and no others, in whatever order it is asked', () => {
    expect(words.length).toBeGreaterThan(500)
    const list = stemList(listOf(file))
    const asked = [...stems, ...words, ...[...stems].map((stem) => `${stem}x`), 'z', '', 'zz', '发送'].reverse()
    expect(asked.filter((stem) => list.has(stem) !== stems.has(stem))).toEqual([])
  })
})

test('a stem that begins otherwise than its word is known too', () => {
  const list = stemList('dying Lying tying\n  skies  August')
  expect(['die', 'lie', 'tie', 'sky', 'august', 'dy', 'ly'].map(list.has)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})
