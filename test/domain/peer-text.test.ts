// Goal: what is kept of the words of a peer, or about one, is a line that tells no key, address or number, that no terminal
// obeys, and that ends where its quotation marks end.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptLine, quoted } from '../../src/domain/peer-text.ts'
import { seeded } from '../support/seed.ts'

const RUNS = seeded(2_000)
const KEY = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2)}`.slice(0, 40)

type Row = [said: string, kept: string]
const ROWS: Row[] = [
  ['Could you look up the weather in Oslo?', 'Could you look up the weather in Oslo?'],
  ['one\r\n\ttwo\u2028three', 'one two<U+2028>three'],
  ['\u001b[31mred\u0007', '<U+001B>[31mred<U+0007>'],
  ['mail me at jane.doe+x@mail.example.org, please', 'mail me at [address], please'],
  [`my key is ${KEY} now`, 'my key is ghp_[hidden] now'],
  ['password: hunter2', 'password: [hidden]'],
  ['the token is abc123def', 'the token is [hidden]'],
  ['Authorization: Bearer abc.def', 'Authorization: [hidden]'],
  ['call +49 (151) 2345-6789 tonight', 'call [number] tonight'],
  ['card 4111 1111 1111 1111', 'card [number]'],
  ['until 2026-11-22 at 12:00, 42 rows', 'until 2026-11-22 at 12:00, 42 rows'],
  [`nsec1${'q0w9e8'.repeat(9)}`, '[hidden]'],
  [`npub1${'q0w9e8'.repeat(9)} wrote`, `npub1${'q0w9e8'.repeat(9)} wrote`],
  ['deploy 3 services to staging', 'deploy 3 services to staging'],
]

test.each(ROWS)('%j', (said, kept) => {
  expect(keptLine(said, 500)).toBe(kept)
})

test('what is cut is cut between characters, and says so', () => {
  expect(keptLine('abcdef', 4)).toBe('abc…')
  expect(keptLine('ab😀😀', 4)).toBe('ab…')
  expect(keptLine('abc', 0)).toBe('')
})

test('a key that begins before the cut is hidden, too', () => {
  expect(keptLine(`${'word '.repeat(38)}${KEY}`, 200)).not.toContain(KEY.slice(0, 8))
})

test('whatever comes: one line of at most so many characters, and a quotation that holds it whole', () => {
  const texts = fc.oneof(fc.string({ maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 400 }))
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 200 }), (text, charsMax) => {
      const line = keptLine(text, charsMax)
      expect(line.length).toBeLessThanOrEqual(charsMax)
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(quoted(line).slice(1, -1)).not.toMatch(/(?<!\\)(?:\\\\)*"/)
      expect(JSON.parse(quoted(line))).toBe(line)
    }),
    RUNS,
  )
})

test('a long text without a space is read in no time', () => {
  const started = performance.now()
  for (const text of ['a1'.repeat(50_000), '1-'.repeat(50_000), 'token '.repeat(20_000), '@'.repeat(100_000)]) {
    keptLine(text, 200)
  }
  expect(performance.now() - started).toBeLessThan(20_000)
})
