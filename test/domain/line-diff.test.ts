// Goal: the diff names every line that changes and no other; a reader who applies it gets the second text.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffHunks, unifiedDiff } from '../../src/domain/line-diff.ts'

const NAMES = { from: 'a', to: 'b' }

const ROWS: [title: string, from: string, to: string, diff: string[]][] = [
  ['a new file', '', 'x\ny\n', ['@@ -0,0 +1,2 @@', '+x', '+y']],
  ['a removed file', 'x\n', '', ['@@ -1 +0,0 @@', '-x']],
  [
    'a line in the middle',
    '1\n2\n3\n4\n5\n',
    '1\n2\nx\n3\n4\n5\n',
    ['@@ -1,5 +1,6 @@', ' 1', ' 2', '+x', ' 3', ' 4', ' 5'],
  ],
  [
    'three lines around',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    '1\n2\n3\n4\nx\n6\n7\n8\n9\n',
    ['@@ -2,7 +2,7 @@', ' 2', ' 3', ' 4', '-5', '+x', ' 6', ' 7', ' 8'],
  ],
  ['no last line break', 'a', 'a\n', ['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+a']],
  ['other line breaks', 'a\nb\n', 'a\r\nb\n', ['@@ -1,2 +1,2 @@', '-a', '+a', ' b']],
]

test.each(ROWS)('%s', (_, from, to, diff) => {
  expect(unifiedDiff(from, to, NAMES)).toBe(['--- a', '+++ b', ...diff].join('\n'))
})

test('equal texts have none', () => {
  expect(unifiedDiff('a\n', 'a\n', NAMES)).toBe('')
})

test('changes far apart are two hunks', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${i}\n`)
  const to = lines.with(2, 'x\n').with(30, 'y\n').join('')
  expect(unifiedDiff(lines.join(''), to, NAMES).match(/^@@.*$/gm)).toEqual(['@@ -1,6 +1,6 @@', '@@ -28,7 +28,7 @@'])
})

// What patch(1) does, for texts whose lines end in \n.
function patched(from: string, diff: string): string {
  const lines = from === '' ? [] : from.slice(0, -1).split('\n')
  const out: string[] = []
  let at = 0
  for (const line of diff.split('\n').slice(2)) {
    const header = /^@@ -(\d+)(?:,(\d+))? /.exec(line)
    if (header !== null) {
      const start = Number(header[1]) - (header[2] === '0' ? 0 : 1)
      out.push(...lines.slice(at, start))
      at = start
    } else if (line.startsWith('+')) out.push(line.slice(1))
    else {
      expect(lines[at]).toBe(line.slice(1))
      if (line.startsWith(' ')) out.push(line.slice(1))
      at++
    }
  }
  return [...out, ...lines.slice(at)].map((line) => `${line}\n`).join('')
}

test('applied, it gives the second text', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', '{\n', '}\n', '\n'), { maxLength: 60 })
    .map((l) => l.join(''))
  fc.assert(
    fc.property(text, text, (from, to) => {
      expect(patched(from, unifiedDiff(from, to, NAMES))).toBe(to)
    }),
    { numRuns: 500 },
  )
})

test('large texts that share nothing are told in reasonable time', () => {
  const lines = (sign: string) => Array.from({ length: 20_000 }, (_, i) => `${sign}${i}\n`).join('')
  const diff = unifiedDiff(lines('a'), lines('b'), NAMES)
  expect(diff.split('\n')).toHaveLength(40_003)
}, 10_000)

const THIRTY = Array.from({ length: 30 }, (_, i) => `${i}\n`)

test.each([
  [0, ['@@ -11 +11 @@', '-10', '+x']],
  [1, ['@@ -10,3 +10,3 @@', ' 9', '-10', '+x', ' 11']],
])('with %i lines around each change', (contextLines, diff) => {
  const to = THIRTY.with(10, 'x\n').join('')
  expect(unifiedDiff(THIRTY.join(''), to, { contextLines })).toBe(['--- before', '+++ after', ...diff].join('\n'))
})

test('as data it says the same', () => {
  const [hunk, ...more] = diffHunks('a\nb\n', 'a\nx\n')
  expect(more).toEqual([])
  expect(hunk).toEqual({ fromLine: 1, fromLines: 2, toLine: 1, toLines: 2, lines: [' a', '-b', '+x'] })
  expect(diffHunks('a', 'a')).toEqual([])
})

test('a diff that is cut says how much is left out, and ends with a whole line', () => {
  const diff = unifiedDiff('', 'one\ntwo\nthree\n', { ...NAMES, charsMax: 25 })
  expect(diff.split('\n')).toEqual(['--- a', '+++ b', '@@ -0,0 +1,3 @@', '+one', '... and 2 more lines of this diff'])
})

test('beyond the bound, lines that stand just once still hold a large text together', () => {
  // Each of 4,000 lines is followed by one that changes: more than is looked for edit by edit.
  const text = (sign: string) => Array.from({ length: 4_000 }, (_, i) => `stays ${i}\n${sign}\n`).join('')
  const signs = diffHunks(text('old'), text('new'))[0]!
    .lines.map((line) => line[0])
    .join('')
  expect(signs).toBe(' -+'.repeat(4_000))
})
