// Goal: nothing is lost between a skill and its SKILL.md, and no text can harm the reader.
// Method: seeded generation of skills with the characters that break YAML, and of texts that look like SKILL.md.
import { skillEntry } from '@modelcontextprotocol/server/ext/skills'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Skill } from '../../src/domain/skill.ts'
import { readSkillMd } from '../../src/domain/skill-md-reader.ts'
import { writeSkillMd } from '../../src/domain/skill-md-writer.ts'
import { isSkillName } from '../../src/domain/skill-name.ts'

const SEED = Number(process.env.SEED ?? 20261121)
console.info(`skill-md property seed ${SEED}`)
const RUNS = { seed: SEED, numRuns: 400 }
const NOW = '2026-11-21T10:00:00.000Z'
const READ = { file: 'x/SKILL.md', now: '2020-01-01T00:00:00.000Z' }

const nasty = fc.constantFrom(
  ...[
    '---',
    '---\n',
    '\n---\n',
    '...',
    ': ',
    ' #',
    '#',
    '"',
    "'",
    '\\',
    '\\n',
    '\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '  ',
    '- ',
  ],
  ...['&a', '*a', '!x', '|', '>', '[', ']', '{', '}', ',', '%', '@', '`', '?', '~', 'null', 'true', '1.10', '<<'],
  ...[
    '\u0000',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ufffe',
    '\u202e',
    '\ud800',
    '\udfff',
    '😀',
    'é',
    '語',
    'word',
  ],
)
const text = fc.oneof(
  fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.oneof(nasty, fc.string({ maxLength: 8 })), { maxLength: 400 })
    .map((parts) => parts.join('').slice(0, 1_024)),
)
const filled = text.filter((value) => value !== '').map((value) => value.slice(0, 500))
const list = fc.array(filled, { maxLength: 4 })
const segment = fc.oneof(
  fc.constantFrom('email', '7', 'null', 'true', 'a-b', '1e5', 'y'),
  fc.stringMatching(/^[a-z0-9]{1,12}$/),
)
const name = fc
  .array(segment, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('/'))
  .filter(isSkillName)
const date = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((value) => value.toISOString())

// JSON text cannot say -0, and the reader leaves `__proto__` out on purpose.
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => {
  return JSON.parse(JSON.stringify(value), (key, inner) => (key === '__proto__' ? undefined : inner)) as unknown
})
const key = fc
  .oneof(
    fc.constantFrom(
      'name',
      'description',
      'metadata',
      'compatibility',
      'license',
      'constructor',
      'toString',
      'on',
      '1',
    ),
    fc.constantFrom('skill-cortex-tags', 'skill-cortex-extra', 'skill-cortex-json-keys', 'skill-cortex-mood'),
    text,
  )
  .filter((value) => value !== '__proto__')
const map = fc.dictionary(key, fc.oneof(text, json), { maxKeys: 5, noNullPrototype: true })
const frontMatter = fc.oneof(
  map,
  fc.tuple(map, map).map(([values, metadata]) => ({ ...values, metadata })),
  json,
)
const extra = fc.oneof(
  fc.constant({}),
  map,
  fc.tuple(map, frontMatter).map(([values, foreign]) => ({ ...values, frontMatter: foreign })),
)

const skills: fc.Arbitrary<Skill> = fc.record(
  {
    name,
    summary: text,
    content: fc.tuple(text, filled, text).map((parts) => parts.join('')),
    createdAt: date,
    updatedAt: fc.option(date),
    seeAlso: list,
    tags: list,
    triggers: list,
    steps: fc.array(
      fc.record(
        { action: text.map((t) => t.slice(0, 500)), description: text, tool: filled },
        { requiredKeys: ['action'], noNullPrototype: true },
      ),
      { maxLength: 3 },
    ),
    dependsOn: list,
    conflictsWith: list,
    parent: fc.option(name),
    policy: fc.record({ tools: list, domains: list, credentials: list, sideEffects: list }, { noNullPrototype: true }),
    files: fc.constant([]),
    extra,
  },
  { noNullPrototype: true },
)

test('what is written is read back equal, without a word of warning', () => {
  const roundTrip = fc.property(skills, (skill) => {
    expect(readSkillMd(writeSkillMd(skill), READ)).toEqual({ skill, diagnostics: [] })
  })
  fc.assert(roundTrip, RUNS)
})

test('the official reader accepts everything that is written, and sees the same keys', async () => {
  const accepted = fc.asyncProperty(skills, async (skill) => {
    const written = writeSkillMd(skill)
    const entry = await skillEntry(skill.name, { 'SKILL.md': written })
    expect(entry.frontmatter.name).toBe(skill.name.split('/').at(-1))
    expect(written.endsWith('\n')).toBe(true)
    expect(written.slice(0, -skill.content.length - 1)).not.toContain('\r')
  })
  await fc.assert(accepted, RUNS)
})

const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.oneof(nasty, fc.constantFrom('name: a', '\ndescription: b\n', '__proto__', 'constructor', '\nmetadata:\n  ')),
      { maxLength: 60 },
    )
    .map((parts) => `---\n${parts.join('')}`),
  fc.tuple(fc.array(fc.tuple(key, text), { maxLength: 6 }), filled).map(([pairs, body]) => {
    return `---\n${pairs.map(([k, v]) => `${k}: ${v}`).join('\n')}\n---\n${body}`
  }),
  fc.tuple(skills, fc.nat(), fc.nat({ max: 20 }), nasty).map(([skill, at, length, insert]) => {
    const whole = writeSkillMd(skill)
    const start = at % whole.length
    return whole.slice(0, start) + insert + whole.slice(start + length)
  }),
)

test('no text makes the reader throw or touches a prototype; what it reads stays the same from then on', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const settles = fc.property(garbage, (source) => {
    const { skill, diagnostics } = readSkillMd(source, { ...READ, fallbackName: 'fallback' })
    expect(skill === undefined).toBe(diagnostics.some((d) => d.severity === 'error'))
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    if (skill === undefined) return
    const again = readSkillMd(writeSkillMd(skill), { ...READ, now: NOW })
    expect(again).toEqual({ skill, diagnostics: [] })
  })
  fc.assert(settles, { ...RUNS, numRuns: 1_500 })
})
