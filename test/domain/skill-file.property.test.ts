// Goal: no skill changes by being written and read, and no text makes the reader throw.
// Method: seeded skills with every key, unknown ones included; seeded texts near JSON.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSkillFile, serializeSkill } from '../../src/domain/skill-file.ts'
import { skillOf } from '../support/builders.ts'
import { seeded } from '../support/seed.ts'

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
const words = fc.array(text, { maxLength: 4 })
const date = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((at) => at.toISOString())
const step = fc.record({ action: text, description: text, tool: text }, { requiredKeys: ['action'] })
const ours = Object.keys(skillOf())
// Left out on purpose by every reader of ours: a key that sets a prototype (and -0, which JSON writes as 0).
const unknownKey = text.filter((key) => !ours.includes(key) && key !== '__proto__')
const json = fc
  .jsonValue({ maxDepth: 4, noUnicodeString: false })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const withoutProto = (value: unknown) => !JSON.stringify(value).includes('"__proto__"')

const skill = fc
  .record({
    content: text,
    // A summary is one line with something in it; what is not is made from the text when read.
    summary: fc.string({ minLength: 1 }).map((line) => `s${line.trim()}`),
    createdAt: date,
    updatedAt: fc.option(date),
    seeAlso: words,
    tags: words,
    triggers: words,
    steps: fc.array(step, { maxLength: 3 }),
    dependsOn: words,
    conflictsWith: words,
    parent: fc.option(text),
    policy: fc.record({ tools: words, domains: words, credentials: words, sideEffects: words }),
    extra: fc.dictionary(unknownKey, json.filter(withoutProto), { maxKeys: 4, noNullPrototype: true }),
  })
  .map(skillOf)

const CONTEXT = { file: 'skills/mail.json', pathName: 'mail', createdAt: '2020-01-01T00:00:00.000Z' }

test('reading what was written gives the same skill, and writing that gives the same bytes', () => {
  fc.assert(
    fc.property(skill, (before) => {
      const bytes = serializeSkill(before)
      const { skill: after, diagnostics } = parseSkillFile(bytes, CONTEXT)
      expect(diagnostics).toEqual([])
      expect(after).toEqual(before)
      expect(serializeSkill(after!)).toBe(bytes)
    }),
    seeded(500),
  )
})

test('a cut at any place is refused and said with a line', () => {
  fc.assert(
    fc.property(skill, fc.nat(), (whole, at) => {
      const bytes = serializeSkill(whole).trimEnd()
      const { skill: read, diagnostics } = parseSkillFile(bytes.slice(0, at % bytes.length), CONTEXT)
      expect(read).toBeUndefined()
      expect(diagnostics).toMatchObject([{ severity: 'error', line: expect.any(Number) }])
    }),
    seeded(500),
  )
})

test('no text makes the reader throw', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\x',
    '\\u12',
    '"name"',
    '"mail"',
    '1',
    '-',
    ' ',
  )
  const near = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 20 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: 'binary' }), fc.json()), (any) => {
      const { skill: read, diagnostics } = parseSkillFile(any, CONTEXT)
      expect(read === undefined).toBe(diagnostics.length > 0)
    }),
    seeded(2_000),
  )
})
