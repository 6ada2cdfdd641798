// Where a pattern has a second form for ASCII, both find the same in it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PART, WORD } from '../../src/domain/analyzer.ts'
import { isAscii, patternFor, type TextPattern } from '../../src/domain/ascii.ts'
import { CORE, SEGMENT } from '../../src/domain/entity-patterns.ts'
import { RUN } from '../../src/domain/entity-tokens.ts'
import { seeded } from '../support/seed.ts'

const PATTERNS: [name: string, pattern: TextPattern][] = Object.entries({ WORD, PART, CORE, SEGMENT, RUN })
const TIMES = seeded(3_000)
const ASCII = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code))
const SAMPLES =
  'HTTPServer GitHub k8s APIs PDFs C++ c# F# G++ x86_64 node_modules getUserById e2e-tests v1.2.3 a..b don\'t "q" `c` <t>'.split(
    ' ',
  )

/** All matches with their places; of a pattern that finds one, the first. */
function found(pattern: RegExp, text: string): [text: string, at: number][] {
  const first = pattern.global ? undefined : pattern.exec(text)
  const all = first === undefined ? [...text.matchAll(pattern)] : first === null ? [] : [first]
  return all.map((match) => [match[0], match.index])
}

function expectSame({ any, ascii }: TextPattern, text: string): void {
  expect(found(ascii, text), JSON.stringify(text)).toEqual(found(any(), text))
}

describe.each(PATTERNS)('%s', (_, pattern) => {
  test('in every text of up to two characters, and every one between letters', () => {
    for (const a of ASCII) {
      expectSame(pattern, a)
      for (const frame of ['xy', 'XY', 'Xy', 'xY', '12', 'x ']) expectSame(pattern, `${frame[0]}${a}${frame[1]}`)
      for (const b of ASCII) expectSame(pattern, a + b)
    }
  })

  test(`in any text, seed ${TIMES.seed}`, () => {
    const piece = fc.oneof(fc.constantFrom(...SAMPLES), fc.string({ unit: fc.constantFrom(...ASCII), maxLength: 12 }))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom('', ' ', '\n'), (pieces, between) =>
        expectSame(pattern, pieces.join(between)),
      ),
      TIMES,
    )
  })

  test('is asked for what is ASCII only', () => {
    expect(patternFor('plain', pattern)).toBe(pattern.ascii)
    expect(patternFor('plaïn', pattern)).toBe(pattern.any())
  })
})

test.each([
  ['', true],
  ['plain text\n\t~', true],
  ['\u0000\u007f', true],
  ['\u0080', false],
  ['café', false],
  ['a\nb\nü', false],
])('%j: %s', (text, ascii) => expect(isAscii(text)).toBe(ascii))
