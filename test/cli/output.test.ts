// The small pieces that all output is made of.
import { expect, test } from 'vitest'
import { columns } from '../../src/cli/columns.ts'
import { bytesText, counted, day, listed, shortened } from '../../src/cli/wording.ts'
import { printable, printableJson, printableLine } from '../../src/domain/printable.ts'

const PRINTED: [text: string, printed: string][] = [
  ['plain text, ümlaut, 日本語, 🙂', 'plain text, ümlaut, 日本語, 🙂'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['two\r\nlines', 'two\nlines'],
  ['carriage\rreturn', 'carriage<U+000D>return'],
  ['\u001b[31mred\u001b[0m', '<U+001B>[31mred<U+001B>[0m'],
  ['\u009b31m', '<U+009B>31m'],
  ['a\u202eb\u2066c\u200fd\u061ce', 'a<U+202E>b<U+2066>c<U+200F>d<U+061C>e'],
  ['zero\u200bwidth\ufeff\u00ad\u2060', 'zero<U+200B>width<U+FEFF><U+00AD><U+2060>'],
  ['tag\u{e0041}', 'tag<U+E0041>'],
  ['half \ud83d', 'half <U+D83D>'],
  ['line\u2028paragraph\u2029', 'line<U+2028>paragraph<U+2029>'],
  ['joined \u{1f468}\u200d\u{1f469}, می\u200cخواهم', 'joined \u{1f468}\u200d\u{1f469}, می\u200cخواهم'],
]

test.each(PRINTED)('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed)
  expect(JSON.parse(printableJson([text]))).toEqual([text])
  expect(printableLine(text)).not.toMatch(/[\n\t]/)
})

test('JSON escapes what is unreadable', () => {
  expect(printableJson('\u009b\u{e0041}ü')).toBe('"\\u009b\\udb40\\udc41ü"')
})

test('columns align, and the last one is free', () => {
  expect(
    columns(
      ['name', 'n', 'what'],
      [
        ['a', '1', 'long text'],
        ['longer', '20', ''],
      ],
    ),
  ).toBe(['name    n   what', 'a       1   long text', 'longer  20'].join('\n'))
})

test('numbers, lists, days and sizes are said as a person would', () => {
  expect([0, 1, 2].map((n) => counted(n, 'skill'))).toEqual(['0 skills', '1 skill', '2 skills'])
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c'])
  expect(['2026-11-21T23:59:59.999Z', '2026-11-21T23:00:00-02:00', 'nonsense', ''].map(day)).toEqual([
    '2026-11-21',
    '2026-11-22',
    'unknown day',
    'unknown day',
  ])
  expect([0, 1, 999, 1_000, 999_949, 999_950, 12_345_678].map(bytesText)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.0 kB',
    '999.9 kB',
    '1.0 MB',
    '12.3 MB',
  ])
  expect(shortened('🙂🙂🙂🙂', 3)).toBe('🙂🙂…')
  expect(shortened('abc', 3)).toBe('abc')
})
