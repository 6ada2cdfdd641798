// Goal: a SKILL.md from anybody yields a skill, or says why not and where.
// Method: rows of a text with at most one fault, the diagnostics it gives, and the skill that is still read.
import { describe, expect, test } from 'vitest'
import { FRONT_MATTER_BYTES_MAX, splitFrontMatter } from '../../src/domain/front-matter.ts'
import { bareSkill, type Skill } from '../../src/domain/skill.ts'
import { readSkillMd } from '../../src/domain/skill-md-reader.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const FILE = 'mail/SKILL.md'
const SMALLEST = '---\nname: mail\ndescription: Send mail\n---\n\nDo it.\n'

/** Front matter lines below name and description, the first on line 4. */
const add = (...lines: string[]) => SMALLEST.replace('mail\n---', `mail\n${lines.join('\n')}\n---`)
/** Metadata lines, the first on line 5. */
const meta = (...lines: string[]) => add('metadata:', ...lines.map((line) => `  ${line}`))
/** Front matter lines in place of the description, the first on line 3. */
const instead = (...lines: string[]) => SMALLEST.replace('description: Send mail', lines.join('\n'))
const call = (name: string, text = SMALLEST) => text.replace('name: mail', `name: ${name}`)
const body = (content: string) => SMALLEST.replace('Do it.\n', content)

const keeps = (frontMatter: Record<string, unknown>) => ({ extra: { frontMatter } })

/** Title, text, `severity code line` of each diagnostic, what differs from the smallest skill (null: no skill). */
type Row = [title: string, text: string, diagnostics: string[], skill: Partial<Skill> | null, fallbackName?: string]

function check(_: string, text: string, diagnostics: string[], skill: Partial<Skill> | null, fallbackName?: string) {
  const reading = readSkillMd(text, { file: FILE, now: NOW, ...(fallbackName && { fallbackName }) })
  expect(reading.diagnostics.map((d) => `${d.severity} ${d.code} ${d.line ?? '-'}`)).toEqual(diagnostics)
  for (const d of reading.diagnostics) expect([d.file, d.expected, d.received, d.fix]).not.toContain('')
  const smallest = { ...bareSkill('mail', 'Do it.\n', NOW), summary: 'Send mail' }
  expect(reading.skill).toEqual(skill === null ? undefined : { ...smallest, ...skill })
}

const PLAIN: Row[] = [
  ['the smallest skill', SMALLEST, [], {}],
  ['a byte order mark', `\ufeff${SMALLEST}`, [], {}],
  ['CRLF', add('license: MIT').replaceAll('\n', '\r\n'), [], keeps({ license: 'MIT' })],
  ['CRLF in the body only', body('Do it.\r\n'), [], { content: 'Do it.\r\n' }],
  ['no blank line after the fence', SMALLEST.replace('---\n\n', '---\n'), [], {}],
  ['two blank lines', body('\nDo it.\n'), [], { content: '\nDo it.\n' }],
  ['no line end at the end', body('Do it.'), [], { content: 'Do it.' }],
  ['dashes in values', add('a: x --- y', 'b: |', '  ---'), [], keeps({ a: 'x --- y', b: '---\n' })],
  ['dashes in the body', body('---\nname: b\n---\n'), [], { content: '---\nname: b\n---\n' }],
  ['more dashes than a fence', add('a: |', '  x', '# ----'), [], keeps({ a: 'x\n' })],
  ['dashes after U+2028', add('a: "x\u2028---\u2028y"'), [], keeps({ a: 'x\u2028---\u2028y' })],
  ['a folded description', instead('description: >', '  Send', '  mail'), [], {}],
  ['a quoted description', instead('description: "Send: \\"mail\\""'), [], { summary: 'Send: "mail"' }],
  ['a list and a switch', add('on: [push]', 'invocable: false'), [], keeps({ on: ['push'], invocable: false })],
  ['nested maps', add('hooks: {a: {b: [1, null]}}'), [], keeps({ hooks: { a: { b: [1, null] } } })],
  ['numbers that are words', add('v: 1.10', 'a: 007', 'b: .inf'), [], keeps({ v: '1.10', a: '007', b: '.inf' })],
  ['numbers', add('effort: 3', 'rate: -0.5'), [], keeps({ effort: 3, rate: -0.5 })],
  ['metadata', meta('author: x', 'open: {a: [b]}'), [], keeps({ metadata: { author: 'x', open: { a: ['b'] } } })],
  ['a merge key is a word', add('<<: base'), [], keeps({ '<<': 'base' })],
  ['constructor is a word', add('constructor: x'), [], keeps({ constructor: 'x' })],
  ['our field as JSON text', meta(`skill-cortex-tags: '["a"]'`), [], { tags: ['a'] }],
  ['our field as YAML', meta('skill-cortex-triggers:', '  - send a mail'), [], { triggers: ['send a mail'] }],
  ['a field of a later version', meta('skill-cortex-mood: x'), [], keeps({ metadata: { 'skill-cortex-mood': 'x' } })],
]

const NAMES: Row[] = [
  ['the place gives the path', SMALLEST, [], { name: 'mcp/mail' }, 'mcp/mail'],
  ['metadata gives the path', meta('skill-cortex-name: mcp/mail'), [], { name: 'mcp/mail' }, 'mail'],
  ['the place wins', SMALLEST, ['warning name-mismatch 2'], { name: 'post' }, 'post'],
  ['metadata wins', meta('skill-cortex-name: mcp/post'), ['warning name-mismatch 2'], { name: 'mcp/post' }],
  ['a bad name in metadata', meta('skill-cortex-name: A b'), ['warning bad-name 5'], {}],
  ['a bad name', call('My Mail'), ['warning bad-name 2'], {}, 'mail'],
  ['a long name', call('m'.repeat(65)), ['warning bad-name 2'], {}, 'mail'],
  ['a bad name and no place', call('My Mail'), ['error bad-name 2'], null],
  ['a bad place is none', call('My Mail'), ['error bad-name 2'], null, 'My Mail'],
  ['no name', SMALLEST.replace('name: mail\n', ''), ['warning name-missing -'], {}, 'mail'],
  ['a number to YAML', call('7'), [], { name: '7' }],
]

const UNQUOTED: Row[] = [
  ['a colon', instead('description: Use: it'), ['warning yaml-unquoted 3'], { summary: 'Use: it' }],
  ['two lines', instead('description: Use: it', '  now'), ['warning yaml-unquoted 3'], { summary: 'Use: it now' }],
  ['a later key', add('a: b: c', '# note', 'd: e'), ['warning yaml-unquoted 4'], keeps({ a: 'b: c', d: 'e' })],
  ['a hint', add('hint: [x] [y]'), ['warning yaml-unquoted 4'], keeps({ hint: '[x] [y]' })],
  ['a glob', add('paths: **/*.ts'), ['warning yaml-unquoted 4'], keeps({ paths: '**/*.ts' })],
  ['an open quote', add('a: "b', 'c: d'), ['warning yaml-unquoted 4'], keeps({ a: '"b', c: 'd' })],
  ['a tag', add('a: !!js/function x'), ['warning yaml-unquoted 4'], keeps({ a: '!!js/function x' })],
  ['an anchor', add('a: &x 1'), ['warning yaml-unquoted 4'], keeps({ a: '&x 1' })],
]

const FAULTS: Row[] = [
  ['an alias deeper down', add('a: 1', 'b:', '  - *x'), ['error yaml-syntax 6'], null],
  ['a nested unquoted colon', meta('a: b: c'), ['error yaml-syntax 5'], null],
  ['an anchor on a key', add('&a b: c'), ['error yaml-syntax 4'], null],
  ['a list as a key', add('? [a]', ': b'), ['error yaml-syntax 4'], null],
  ['a key twice', add('a: 1', 'a: 2'), ['error duplicate-key 5'], null],
  ['a second document', add('...', 'a: 1'), ['error yaml-syntax 5'], null],
  [
    'a fence with a blank behind it',
    SMALLEST.replace('mail\n---', 'mail\n--- '),
    ['error front-matter-unclosed 1'],
    null,
  ],
  ['a list for keys', '---\n- name\n---\n\nDo it.\n', ['error front-matter-shape 2'], null],
  ['a prototype', add('__proto__: {a: 1}'), ['warning unsafe-key 4'], {}],
  ['too deep', add(`a: ${'['.repeat(65)}${']'.repeat(65)}`), ['error yaml-limit 4'], null],
  ['deeper than any stack', add(`a: ${'['.repeat(200_000)}`), ['error yaml-limit 4'], null],
  ['too many nodes', add(`a: [${'x,'.repeat(5_001)}]`), ['error yaml-limit 4'], null],
  ['too long', add(`a: ${'x'.repeat(FRONT_MATTER_BYTES_MAX)}`), ['error too-large 1'], null],
  ['too long in bytes', add(`a: ${'é'.repeat(FRONT_MATTER_BYTES_MAX / 2)}`), ['error too-large 1'], null],
  ['no closing fence', '---\nname: mail\n', ['error front-matter-unclosed 1'], null],
  ['no front matter', 'Do it.\n', ['warning no-front-matter 1'], { summary: '' }, 'mail'],
  ['nothing to name it by', 'Do it.\n', ['warning no-front-matter 1', 'error name-missing -'], null],
  ['no body', body(''), ['error content-missing 6'], null],
  ['too long a body', body('x'.repeat(1_048_577)), ['error too-large 6'], null],
]

const TOO_LONG = 'word '.repeat(250).trim()
const LEFT_ASIDE: Row[] = [
  ['no description', instead('a: b'), ['warning description-missing -'], { summary: '', ...keeps({ a: 'b' }) }],
  [
    'a list for a description',
    instead('description: [a]'),
    ['warning description-missing 3'],
    { summary: '', ...keeps({ description: ['a'] }) },
  ],
  [
    'a long description',
    instead(`description: ${TOO_LONG}`),
    ['warning description-too-long 3'],
    { summary: TOO_LONG.slice(0, 1_024), ...keeps({ description: TOO_LONG }) },
  ],
  [
    'a field of ours that does not fit',
    meta('skill-cortex-tags: "[1]"'),
    ['warning bad-field 5'],
    keeps({ metadata: { 'skill-cortex-tags': '[1]' } }),
  ],
  [
    'extra that is no JSON',
    meta('skill-cortex-extra: "{"'),
    ['warning bad-field 5'],
    keeps({ metadata: { 'skill-cortex-extra': '{' } }),
  ],
]

describe.each([
  ['sound', PLAIN],
  ['its name', NAMES],
  ['unquoted text', UNQUOTED],
  ['refused or doubtful', FAULTS],
  ['left aside but kept', LEFT_ASIDE],
])('a SKILL.md, %s', (_, rows) => {
  test.each(rows)('%s', check)
})

test('a key cannot reach a prototype, neither in YAML nor in our JSON text', () => {
  const stored = JSON.stringify('{"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1}}}')
  const hostile = add('constructor: {prototype: {polluted: 1}}', 'metadata:', `  skill-cortex-extra: ${stored}`)
  const { skill } = readSkillMd(hostile, { file: FILE, now: NOW })
  expect(skill?.extra).toEqual({ a: {}, frontMatter: { constructor: { prototype: { polluted: 1 } } } })
  expect(Object.getPrototypeOf(skill?.extra)).toBe(Object.prototype)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('the body knows its line', () => {
  const split = splitFrontMatter('---\na: 1\n---\n\nx', FILE)
  expect(split).toEqual({ yaml: 'a: 1\n', body: 'x', bodyLine: 5, diagnostics: [] })
  expect(splitFrontMatter('---\n---\nx', FILE)).toMatchObject({ yaml: '', body: 'x', bodyLine: 3 })
})
