// Goal: one JSON file of seed 004 as a skill: what its serializer writes is understood, what people made of it hurts no
// more than it must, and what is read can be stored and read again.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSkillFile, serializeSkill } from '../../src/domain/skill-file.ts'
import { readTreeSkill } from '../../src/domain/tree-skill.ts'
import { NOW } from '../support/builders.ts'

const read = (value: unknown, path = 'tea') =>
  readTreeSkill(typeof value === 'string' ? value : JSON.stringify(value), { file: 'tea.json', path, now: NOW })
const said = (value: unknown) =>
  read(value).diagnostics.map(
    ({ severity, code, expected, received }) => `${severity} ${code}: ${expected}, ${received}`,
  )

test('what that system writes, with capitals in its keys or without', () => {
  const more = { UpdatedAt: null, lastUsedAt: '2026-03-01T12:00:00+02:00', seeAlso: ['cup'], wisp: { a: [1] } }
  expect(
    read({
      Name: 'tea',
      Summary: ' Boil. ',
      content: 'Boil it.',
      CreatedAt: '2026-02-17T09:30:00.1234567+00:00',
      ...more,
    }),
  ).toEqual({
    skill: expect.objectContaining({
      ...{
        name: 'tea',
        summary: ' Boil. ',
        content: 'Boil it.',
        createdAt: '2026-02-17T09:30:00.123Z',
        updatedAt: null,
      },
      ...{ seeAlso: ['cup'], parent: null, extra: { wisp: { a: [1] } } },
    }),
    lastUsedAt: '2026-03-01T10:00:00.000Z',
    diagnostics: [],
  })
})

test('a file that says no name, no date and no summary has those of its place and of today', () => {
  expect(read({ content: 'Boil it.', name: null, summary: null }).skill).toMatchObject({
    name: 'tea',
    summary: '',
    createdAt: NOW,
  })
})

test('of two spellings of a key the one as we write it counts, and the other is kept', () => {
  expect(read({ Content: 'No.', content: 'Yes.' }).skill).toMatchObject({ content: 'Yes.', extra: { Content: 'No.' } })
})

test.each<[what: string, value: unknown, said: string[]]>([
  [
    'a list for a text',
    { content: 'x', summary: ['a'] },
    ['warning bad-field: "summary": a text of at most 1024 characters, ["a"]'],
  ],
  ['a text for a list', { content: 'x', seeAlso: 'a' }, ['warning bad-field: "seeAlso": a list of skill names, a']],
  ['a name that is a number', { content: 'x', name: 7 }, ['warning bad-field: "name": the name of the skill, 7']],
  [
    'the zero of a clock',
    { content: 'x', createdAt: '0001-01-01T00:00:00+00:00' },
    ['warning bad-field: "createdAt": a date that is past, in ISO 8601, 0001-01-01T00:00:00+00:00'],
  ],
  [
    'tomorrow',
    { content: 'x', lastUsedAt: '2026-11-22T10:00:00Z' },
    ['warning bad-field: "lastUsedAt": a date that is past, in ISO 8601, 2026-11-22T10:00:00Z'],
  ],
  ['no content', { name: 'tea' }, ['error content-missing: "content": the text of the skill, none']],
  ['an empty content', { content: '' }, ['error content-missing: "content": the text of the skill, an empty text']],
  ['half a file', '{"content": "Boil', ['error json-syntax: a JSON object, at most 62 levels deep, "Boil']],
  ['a key twice', '{"content":"a","content":"b"}', ['error duplicate-key: each key once, the key "content" twice']],
  ['a list', '[]', ['error json-syntax: a JSON object, at most 62 levels deep, another']],
  ['too many values', { content: 'x', more: Array(50_001).fill(1) }, ['error too-large: at most 50000 values, more']],
  [
    'too long a text',
    { content: 'x'.repeat(1024 * 1024 + 1) },
    ['error too-large: at most 1048576 bytes of content, more'],
  ],
])('%s', (_what, value, lines) => {
  expect(said(value)).toEqual(lines)
})

test('a small file that would be a huge one when written out is refused', () => {
  const text = `{"content":"x","more":${'['.repeat(60)}${`"${'x'.repeat(60)}",`.repeat(49_000)}1${']'.repeat(60)}}`
  expect(said(text)).toEqual(['error too-large: at most 8388608 bytes when written out, more'])
})

test('whatever is read as a skill can be stored and read again, and no text makes it throw', () => {
  const field = fc.oneof(
    fc.json().map((json) => JSON.parse(json)),
    fc.constantFrom(NOW, 'tea', '2026-01-01', ['a'], null),
  )
  const keys = [
    'name',
    'Name',
    'summary',
    'content',
    'createdAt',
    'updatedAt',
    'seeAlso',
    'steps',
    'policy',
    'parent',
    '__proto__',
    'x',
  ]
  const file = fc.dictionary(fc.constantFrom(...keys), field).map((value) => JSON.stringify(value))
  fc.assert(
    fc.property(fc.oneof(file, fc.json(), fc.string()), (text) => {
      const { skill, diagnostics } = read(text)
      expect(skill === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'))
      if (skill === undefined) return
      const stored = parseSkillFile(serializeSkill({ ...skill, name: 'tea' }), {
        file: 'f',
        pathName: 'tea',
        createdAt: NOW,
      })
      expect(stored.diagnostics).toEqual([])
      expect(stored.skill?.extra).toEqual(skill.extra)
    }),
    { seed: 20_261_122, numRuns: 2_000 },
  )
})
