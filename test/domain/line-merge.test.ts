// Goal: what only one side changed is taken, what both changed alike is taken once, and nothing that either side wrote is
// ever lost: it stands in the outcome or in a conflict.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LineSpan, mergeTexts } from '../../src/domain/line-merge.ts'
import { seeded } from '../support/seed.ts'

/** Lines as words: 'a b c' is three lines, each with a line break. */
const text = (words: string) =>
  words
    .split(' ')
    .map((line) => `${line}\n`)
    .join('')

const MERGED: [title: string, base: string, ours: string, theirs: string, merged: string][] = [
  ['changes far apart', 'a b c d e', 'A b c d e', 'a b c d E', 'A b c d E'],
  ['changes of neighbouring lines', 'a b c', 'A b c', 'a B c', 'A B c'],
  ['the same change on both sides', 'a b c', 'a X c', 'a X c', 'a X c'],
  ['the same change and another', 'a b c d e', 'a X c d e', 'a X c d E', 'a X c d E'],
  ['a line put in by each', 'a b c', 'a x b c', 'a b y c', 'a x b y c'],
  ['a line put in behind one that goes', 'a b', 'a b c', 'a', 'a c'],
  ['a line put in before one that changes', 'a b', 'a x b', 'a B', 'a x B'],
  ['a removed line and a changed one', 'a b c d', 'a c d', 'a b c D', 'a c D'],
]

test.each(MERGED)('merges: %s', (_, base, ours, theirs, merged) => {
  const expected = { kind: 'merged', text: text(merged) }
  expect(mergeTexts({ base: text(base), ours: text(ours), theirs: text(theirs) })).toEqual(expected)
  expect(mergeTexts({ base: text(base), ours: text(theirs), theirs: text(ours) })).toEqual(expected)
})

test('a line added below a last line without a line break is no change of that line', () => {
  const merge = mergeTexts({ base: 'one\ntwo', ours: 'ONE\ntwo', theirs: 'one\ntwo\nthree' })
  expect(merge).toEqual({ kind: 'merged', text: 'ONE\ntwo\nthree' })
})

const span = (line: number, lines: number, words: string): LineSpan => ({ line, lines, text: words })

const CONFLICTS: [title: string, texts: [string, string, string], places: [LineSpan, LineSpan, LineSpan][]][] = [
  ['one line, two changes', ['a b c', 'a X c', 'a Y c'], [[span(2, 1, 'b'), span(2, 1, 'X'), span(2, 1, 'Y')]]],
  [
    'changed and removed, below a line that was put in',
    ['a b c', 'n a X c', 'a c'],
    [[span(2, 1, 'b'), span(3, 1, 'X'), span(2, 0, '')]],
  ],
  ['put in at one place', ['a b', 'a x b', 'a y b'], [[span(2, 0, ''), span(2, 1, 'x'), span(2, 1, 'y')]]],
  [
    'put in beside a line that became two: the order could be either',
    ['a b c', 'a b x c', 'a B y c'],
    [[span(2, 1, 'b'), span(2, 2, 'b\nx'), span(2, 2, 'B\ny')]],
  ],
  [
    'one block over two changes',
    ['a b c d e', 'a B c D e', 'a X e'],
    [[span(2, 3, 'b\nc\nd'), span(2, 3, 'B\nc\nD'), span(2, 1, 'X')]],
  ],
]

test.each(CONFLICTS)('conflicts: %s', (_, [base, ours, theirs], places) => {
  const conflicts = places.map(([was, us, them]) => ({ base: was, ours: us, theirs: them }))
  const merge = mergeTexts({ base: text(base), ours: text(ours), theirs: text(theirs) })
  expect(merge).toEqual({ kind: 'conflict', conflicts })
})

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}', ''), { maxLength: 20 })
const anyText = lines.map((list) => list.join('\n'))

test('a side that changed nothing gives way, and the same change is one', () => {
  fc.assert(
    fc.property(anyText, anyText, (base, other) => {
      const merged = { kind: 'merged', text: other }
      expect(mergeTexts({ base, ours: other, theirs: base })).toEqual(merged)
      expect(mergeTexts({ base, ours: base, theirs: other })).toEqual(merged)
      expect(mergeTexts({ base, ours: other, theirs: other })).toEqual(merged)
    }),
    seeded(300),
  )
})

test('changes in places apart both survive', () => {
  const place = fc.record({ at: fc.nat(9), put: fc.constantFrom('X', 'X\nY', null) })
  fc.assert(
    fc.property(place, place, (one, two) => {
      const base = Array.from({ length: 22 }, (_, i) => `line ${i}`)
      const changed = (list: readonly (string | null)[]) => list.filter((line) => line !== null).join('\n')
      const [first, second] = [one.at, 11 + two.at]
      const ours = changed(base.map((line, i) => (i === first ? one.put : line)))
      const theirs = changed(base.map((line, i) => (i === second ? two.put : line)))
      const both = changed(base.map((line, i) => (i === first ? one.put : i === second ? two.put : line)))
      expect(mergeTexts({ base: base.join('\n'), ours, theirs })).toEqual({ kind: 'merged', text: both })
    }),
    seeded(200),
  )
})

test('no line that either side wrote is lost, and none comes back that both took out', () => {
  fc.assert(
    fc.property(lines, lines, lines, (base, us, them) => {
      // Each side's own lines are marked, so that they can be found again.
      const mark = (list: string[], sign: string) => list.map((line, i) => (line === 'c' ? `${sign}${i}` : line))
      const [ours, theirs] = [mark(us, 'ours'), mark(them, 'theirs')]
      const merge = mergeTexts({ base: base.join('\n'), ours: ours.join('\n'), theirs: theirs.join('\n') })
      const said =
        merge.kind === 'merged'
          ? [merge.text]
          : merge.conflicts.flatMap((conflict) => [conflict.ours.text, conflict.theirs.text])
      const told = new Set(said.flatMap((each) => each.split('\n')))
      if (merge.kind === 'merged') {
        for (const line of [...ours, ...theirs].filter((each) => /\d/.test(each))) expect(told).toContain(line)
        const isGone = base.includes('a') && !us.includes('a') && !them.includes('a')
        if (isGone) expect(told).not.toContain('a')
      } else {
        // A conflict shows each side just as it stands there.
        for (const { ours: at, theirs: beside } of merge.conflicts) {
          expect(ours.slice(at.line - 1, at.line - 1 + at.lines).join('\n')).toBe(at.text)
          expect(theirs.slice(beside.line - 1, beside.line - 1 + beside.lines).join('\n')).toBe(beside.text)
        }
      }
    }),
    seeded(500),
  )
})

test('texts of 1 MiB merge in reasonable time, alike or not', () => {
  const many = (line: (i: number) => string) => Array.from({ length: 200_000 }, (_, i) => line(i))
  const base = many((i) => `${i % 50}`)
  const ours = base.with(10, 'ours')
  const theirs = base.with(190_000, 'theirs')
  const started = performance.now()
  expect(mergeTexts({ base: base.join('\n'), ours: ours.join('\n'), theirs: theirs.join('\n') })).toEqual({
    kind: 'merged',
    text: ours.with(190_000, 'theirs').join('\n'),
  })
  const shuffled = many((i) => `${(i * 7) % 50}`).join('\n')
  const other = many((i) => `${(i * 11) % 53}`).join('\n')
  expect(mergeTexts({ base: base.join('\n'), ours: shuffled, theirs: other }).kind).toBe('conflict')
  // One block over many changes.
  const numbers = many((i) => `${i}`)
  const everySecond = numbers.map((line, i) => (i % 2 === 0 ? line : 'x')).join('\n')
  expect(mergeTexts({ base: numbers.join('\n'), ours: everySecond, theirs: 'gone' }).kind).toBe('conflict')
  expect(performance.now() - started).toBeLessThan(60_000)
}, 30_000)

test('what was decided takes the place of each conflict, and all else merges as before', () => {
  const three = { base: 'a\nb\nc\nd\n', ours: 'a\nB\nc\nD\n', theirs: 'x\na\nbb\nc\ndd\n' }
  const seen: [ours: string, index: number][] = []
  const merge = mergeTexts(three, ({ ours }, index) => {
    seen.push([ours.text, index])
    return index === 0 ? ['1', '2'] : []
  })
  expect(merge).toEqual({ kind: 'merged', text: 'x\na\n1\n2\nc\n' })
  expect(seen).toEqual([
    ['B', 0],
    ['D', 1],
  ])
  expect(mergeTexts({ base: 'a', ours: 'b', theirs: 'a' }, () => ['no'])).toEqual({ kind: 'merged', text: 'b' })
})
