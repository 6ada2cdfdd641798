// Goal: the fault finder and JSON.parse agree on every text, but for the two things that JSON.parse lets pass.
// Method: seeded JSON, seeded damage to it, and seeded rows of tokens; rows for what JSON.parse lets pass.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonFault } from '../../src/domain/json-fault.ts'
import { seeded } from '../support/seed.ts'

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const tokens = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '"\\u00e9"',
      '"\\x"',
      '"',
      '0',
      '01',
      '-1.5e3',
      '+1',
      '.5',
    ),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(''))
const spaced = fc
  .array(fc.constantFrom('{', '}', '"k"', ':', '1', 'true', 'nul', ' ', '\n', '\t', '\u00a0', '\ufeff', '\v'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const damaged = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '\0', '\\'))
  .map(([json, at, mark]) => {
    const place = at % (json.length + 1)
    return json.slice(0, place) + mark + json.slice(place + 1)
  })

test('agrees with JSON.parse on every text of at most five tokens', () => {
  const texts = (length: number): string[] =>
    length === 0
      ? ['']
      : texts(length - 1).flatMap((text) =>
          '{}[],:1'
            .split('')
            .concat('"a"')
            .map((each) => text + each),
        )
  const disagreed = [0, 1, 2, 3, 4, 5].flatMap(texts).filter((text) => {
    const fault = findJsonFault(text)
    return fault?.kind !== 'duplicate-key' && (fault === undefined) !== parses(text)
  })
  expect(disagreed).toEqual([])
})

test('agrees with JSON.parse', () => {
  fc.assert(
    fc.property(fc.oneof(tokens, spaced, damaged, fc.json(), fc.string()), (text) => {
      const fault = findJsonFault(text)
      if (fault?.kind !== 'duplicate-key') expect(fault === undefined).toBe(parses(text))
    }),
    seeded(10_000),
  )
})

test('a duplicate key is said only of text that parses up to there', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 3 }), fc.json(), { maxKeys: 4, minKeys: 1 }), (entries) => {
      const members = Object.entries(entries).map(([key, json]) => `${JSON.stringify(key)}:${json}`)
      expect(findJsonFault(`{${members.join()}}`)).toBeUndefined()
      expect(findJsonFault(`{${[...members, members[0]].join()}}`)).toMatchObject({ kind: 'duplicate-key' })
    }),
    seeded(500),
  )
})

test.each([
  ['{"a":1,\n"a":2}', { kind: 'duplicate-key', line: 2, received: '"a":2}' }],
  ['{"a":1,"\\u0061":2}', { kind: 'duplicate-key', line: 1, received: '"\\u0061":2}' }],
  ['{"a":{"a":1}}', undefined],
  ['[{"a":1},{"a":1}]', undefined],
  ['{\r\n"a": tru\r\n}', { kind: 'json-syntax', line: 2, received: 'tru' }],
  [`${'['.repeat(64)}${']'.repeat(64)}`, undefined],
  [`${'['.repeat(65)}${']'.repeat(65)}`, expect.objectContaining({ kind: 'json-syntax', line: 1 })],
])('%j', (text, fault) => {
  expect(findJsonFault(text)).toEqual(fault)
})

test.each(['\\n', '\\u0416', 'x'])('8 MiB of %j in one string are looked at without trouble', (piece) => {
  const many = Math.floor((8 * 1024 * 1024) / piece.length)
  expect(findJsonFault(`"${piece.repeat(many)}"`)).toBeUndefined()
})
