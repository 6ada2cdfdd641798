// However the bytes are cut into chunks, the same lines come out.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineCutter } from '../../src/mcp/line-cutter.ts'
import { seeded } from '../support/seed.ts'

const LINE_BYTES_MAX = 20

function cut(chunks: Buffer[]): { lines: string[]; overlong: string[] } {
  const lines: string[] = []
  const overlong: string[] = []
  const cutter = lineCutter(
    LINE_BYTES_MAX,
    (line) => lines.push(line),
    (head) => overlong.push(head),
  )
  for (const chunk of chunks) cutter.take(chunk)
  cutter.end()
  return { lines, overlong }
}

function chunked(bytes: Buffer, ends: number[]): Buffer[] {
  const at = [0, ...ends.map((end) => end % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end))
}

const line = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\n'))
const { seed, numRuns } = seeded(1_000)

test(`lines come out whole and in order (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat()), (all, ends) => {
      const fits = (text: string) => Buffer.byteLength(text) <= LINE_BYTES_MAX
      const { lines, overlong } = cut(chunked(Buffer.from(all.map((text) => `${text}\n`).join('')), ends))
      expect(lines).toEqual(all.filter(fits))
      expect(overlong).toHaveLength(all.filter((text) => !fits(text)).length)
    }),
    { seed, numRuns },
  )
})

test.each<[what: string, text: string, lines: string[], overlong: number]>([
  ['nothing', '', [], 0],
  ['a last line without its newline', 'a\nb', ['a', 'b'], 0],
  ['empty lines', '\n\n', ['', ''], 0],
  ['a line just within the limit', `${'x'.repeat(20)}\n`, ['x'.repeat(20)], 0],
  ['a line beyond it, and the next one', `${'x'.repeat(21)}\nb\n`, ['b'], 1],
  ['an overlong line that never ends', 'x'.repeat(1_000), [], 1],
  ['characters of several bytes', 'äöü\n💣\n', ['äöü', '💣'], 0],
])('%s', (_what, text, lines, overlong) => {
  for (const size of [1, 2, 3, 1_000]) {
    const bytes = Buffer.from(text)
    const ends = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => i * size)
    const result = cut(chunked(bytes, ends))
    expect(result.lines).toEqual(lines)
    expect(result.overlong).toHaveLength(overlong)
  }
})
