// Goal: a SKILL.md from anybody yields a skill or says why not, and what we write is what strict readers accept.
// Method: rows of a text with one fault, the skill that is still read, and the one diagnostic; pins of whole files.
import { skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { describe, expect, test } from 'vitest'
import { FRONT_MATTER_BYTES_MAX, splitFrontMatter } from '../../src/domain/front-matter.ts'
import { bareSkill, type Skill } from '../../src/domain/skill.ts'
import { readSkillMd } from '../../src/domain/skill-md-reader.ts'
import { writeSkillMd } from '../../src/domain/skill-md-writer.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const FILE = 'mail/SKILL.md'

type Row = {
  title: string
  text: string
  fallbackName?: string
  /** `severity code line`, or `severity code` where a fault has no line. */
  diagnostics: string[]
  /** Absent when no skill can be read. */
  skill?: Partial<Skill>
}

function check({ text, fallbackName, diagnostics, skill }: Row): void {
  const reading = readSkillMd(text, { file: FILE, now: NOW, ...(fallbackName === undefined ? {} : { fallbackName }) })
  expect(
    reading.diagnostics.map((d) => [d.severity, d.code, d.line].filter((part) => part !== undefined).join(' ')),
  ).toEqual(diagnostics)
  for (const d of reading.diagnostics) expect([d.file, d.expected, d.received, d.fix]).not.toContain('')
  expect(reading.skill).toEqual(skill && { ...bareSkill('mail', 'Do it.\n', NOW), summary: 'Send mail', ...skill })
}

const named = (...lines: string[]) => `---\nname: mail\n${lines.join('\n')}\n---\n\nDo it.\n`
const described = (...lines: string[]) => named('description: Send mail', ...lines)
const front = (frontMatter: Record<string, unknown>) => ({ extra: { frontMatter } })

const PLAIN: Row[] = [
  { title: 'the smallest skill', text: described(), diagnostics: [], skill: {} },
  { title: 'a byte order mark', text: `\ufeff${described()}`, diagnostics: [], skill: {} },
  {
    title: 'CRLF',
    text: described('license: MIT').replaceAll('\n', '\r\n'),
    diagnostics: [],
    skill: front({ license: 'MIT' }),
  },
  {
    title: 'CRLF in the body only',
    text: described().replace('it.\n', 'it.\r\n'),
    diagnostics: [],
    skill: { content: 'Do it.\r\n' },
  },
  { title: 'no blank line after the fence', text: described().replace('---\n\n', '---\n'), diagnostics: [], skill: {} },
  {
    title: 'two blank lines',
    text: described().replace('---\n\n', '---\n\n\n'),
    diagnostics: [],
    skill: { content: '\nDo it.\n' },
  },
  {
    title: 'dashes in a value',
    text: described('a: x --- y', 'b: |', '  ---'),
    diagnostics: [],
    skill: front({ a: 'x --- y', b: '---\n' }),
  },
  {
    title: 'dashes in the body',
    text: described().replace('Do it.', '---\nname: other\n---'),
    diagnostics: [],
    skill: { content: '---\nname: other\n---\n' },
  },
  {
    title: 'a longer row of dashes is no fence',
    text: described('a: |', '  x', '# ----'),
    diagnostics: [],
    skill: front({ a: 'x\n' }),
  },
  { title: 'a folded description', text: named('description: >', '  Send', '  mail'), diagnostics: [], skill: {} },
  {
    title: 'a quoted description',
    text: named('description: "Send: \\"mail\\""'),
    diagnostics: [],
    skill: { summary: 'Send: "mail"' },
  },
  {
    title: 'keys that we do not know',
    text: described('on: [push]', 'hooks: {a: {b: [1, null]}}', 'user-invocable: false'),
    diagnostics: [],
    skill: front({ on: ['push'], hooks: { a: { b: [1, null] } }, 'user-invocable': false }),
  },
  {
    title: 'numbers that are words',
    text: described('version: 1.10', 'agent: 007', 'effort: 3', 'big: .inf'),
    diagnostics: [],
    skill: front({ version: '1.10', agent: '007', effort: 3, big: '.inf' }),
  },
  {
    title: 'nested metadata',
    text: described('metadata:', '  openclaw:', '    requires: [git]'),
    diagnostics: [],
    skill: front({ metadata: { openclaw: { requires: ['git'] } } }),
  },
  { title: 'a merge key is a word', text: described('<<: base'), diagnostics: [], skill: front({ '<<': 'base' }) },
  {
    title: 'constructor is a word',
    text: described('constructor: x'),
    diagnostics: [],
    skill: front({ constructor: 'x' }),
  },
  {
    title: 'our fields as JSON text',
    text: described('metadata:', '  skill-cortex-tags: \'["a"]\''),
    diagnostics: [],
    skill: { tags: ['a'] },
  },
  {
    title: 'our fields as YAML',
    text: described('metadata:', '  skill-cortex-triggers:', '    - send a mail'),
    diagnostics: [],
    skill: { triggers: ['send a mail'] },
  },
  {
    title: "a later version's field",
    text: described('metadata:', '  skill-cortex-mood: good'),
    diagnostics: [],
    skill: front({ metadata: { 'skill-cortex-mood': 'good' } }),
  },
]

const NAMES: Row[] = [
  {
    title: 'the place gives the path',
    text: described(),
    fallbackName: 'mcp/mail',
    diagnostics: [],
    skill: { name: 'mcp/mail' },
  },
  {
    title: 'metadata gives the path',
    text: described('metadata:', '  skill-cortex-name: mcp/mail'),
    fallbackName: 'mail',
    diagnostics: [],
    skill: { name: 'mcp/mail' },
  },
  {
    title: 'the place wins',
    text: described(),
    fallbackName: 'post',
    diagnostics: ['warning name-mismatch 2'],
    skill: { name: 'post' },
  },
  {
    title: 'metadata wins over name',
    text: described('metadata:', '  skill-cortex-name: mcp/post'),
    diagnostics: ['warning name-mismatch 2'],
    skill: { name: 'mcp/post' },
  },
  {
    title: 'a bad name in metadata',
    text: described('metadata:', '  skill-cortex-name: A b'),
    diagnostics: ['warning bad-name 5'],
    skill: {},
  },
  {
    title: 'a bad name',
    text: described().replace('mail', 'My Mail'),
    fallbackName: 'mail',
    diagnostics: ['warning bad-name 2'],
    skill: {},
  },
  {
    title: 'a long name',
    text: described().replace('mail', 'm'.repeat(65)),
    fallbackName: 'mail',
    diagnostics: ['warning bad-name 2'],
    skill: {},
  },
  { title: 'a bad name and no place', text: described().replace('mail', 'My Mail'), diagnostics: ['error bad-name 2'] },
  {
    title: 'no name',
    text: described().replace('name: mail\n', ''),
    fallbackName: 'mail',
    diagnostics: ['warning name-missing'],
    skill: {},
  },
  {
    title: 'a name that YAML takes for a number',
    text: described().replace('mail', '7'),
    diagnostics: [],
    skill: { name: '7' },
  },
]

const FAULTS: Row[] = [
  {
    title: 'an unquoted colon',
    text: named('description: Use when: mail'),
    diagnostics: ['warning yaml-unquoted 3'],
    skill: { summary: 'Use when: mail' },
  },
  {
    title: 'an unquoted colon over two lines',
    text: named('description: Use when: mail', '  or post', 'a: b'),
    diagnostics: ['warning yaml-unquoted 3'],
    skill: { summary: 'Use when: mail or post', ...front({ a: 'b' }) },
  },
  {
    title: 'a hint in brackets',
    text: described('argument-hint: [x] [y]'),
    diagnostics: ['warning yaml-unquoted 4'],
    skill: front({ 'argument-hint': '[x] [y]' }),
  },
  {
    title: 'a glob that looks like an alias',
    text: described('paths: **/*.ts'),
    diagnostics: ['warning yaml-unquoted 4'],
    skill: front({ paths: '**/*.ts' }),
  },
  {
    title: 'an open quote',
    text: described('a: "b', 'c: d'),
    diagnostics: ['warning yaml-unquoted 4'],
    skill: front({ a: '"b', c: 'd' }),
  },
  {
    title: 'a tag',
    text: described('a: !!js/function x'),
    diagnostics: ['warning yaml-unquoted 4'],
    skill: front({ a: '!!js/function x' }),
  },
  {
    title: 'an anchor and its alias',
    text: described('a: &x 1', 'b: *x'),
    diagnostics: ['warning yaml-unquoted 4', 'warning yaml-unquoted 5'],
    skill: front({ a: '&x 1', b: '*x' }),
  },
  { title: 'an alias deeper down', text: described('a: 1', 'b:', '  - *x'), diagnostics: ['error yaml-syntax 6'] },
  { title: 'a nested unquoted colon', text: described('metadata:', '  a: b: c'), diagnostics: ['error yaml-syntax 5'] },
  { title: 'a key twice', text: described('a: 1', 'a: 2'), diagnostics: ['error duplicate-key 5'] },
  { title: 'a second document', text: described('...', 'a: 1'), diagnostics: ['error yaml-syntax 5'] },
  { title: 'a list for keys', text: '---\n- name\n---\n\nDo it.\n', diagnostics: ['error front-matter-shape 2'] },
  { title: 'a prototype', text: described('__proto__:', '  a: 1'), diagnostics: ['warning unsafe-key 4'], skill: {} },
  { title: 'too deep', text: described(`a: ${'['.repeat(70)}${']'.repeat(70)}`), diagnostics: ['error yaml-limit 4'] },
  {
    title: 'deep enough for any stack',
    text: described(`a: ${'['.repeat(200_000)}`),
    diagnostics: ['error yaml-limit 4'],
  },
  { title: 'too many nodes', text: described(`a: [${'x,'.repeat(5_001)}]`), diagnostics: ['error yaml-limit 4'] },
  {
    title: 'too much front matter',
    text: described(`a: ${'x'.repeat(FRONT_MATTER_BYTES_MAX)}`),
    diagnostics: ['error too-large 1'],
  },
  { title: 'no end of the front matter', text: '---\nname: mail\n', diagnostics: ['error front-matter-unclosed 1'] },
  {
    title: 'no front matter',
    text: 'Do it.\n',
    fallbackName: 'mail',
    diagnostics: ['warning no-front-matter 1'],
    skill: { summary: '' },
  },
  {
    title: 'no front matter and no place',
    text: 'Do it.\n',
    diagnostics: ['warning no-front-matter 1', 'error name-missing'],
  },
  {
    title: 'no description',
    text: named('a: b'),
    diagnostics: ['warning description-missing'],
    skill: { summary: '', ...front({ a: 'b' }) },
  },
  {
    title: 'a list for a description',
    text: named('description: [a]'),
    diagnostics: ['warning description-missing 3'],
    skill: { summary: '', ...front({ description: ['a'] }) },
  },
  {
    title: 'a long description',
    text: named(`description: ${'word '.repeat(250)}`),
    diagnostics: ['warning description-too-long 3'],
    skill: { summary: 'word '.repeat(204) + 'word', ...front({ description: 'word '.repeat(250).trim() }) },
  },
  {
    title: 'a field of ours that does not fit',
    text: described('metadata:', '  skill-cortex-tags: "[1]"'),
    diagnostics: ['warning bad-field 5'],
    skill: front({ metadata: { 'skill-cortex-tags': '[1]' } }),
  },
  {
    title: 'extra that is no JSON',
    text: described('metadata:', '  skill-cortex-extra: "{"'),
    diagnostics: ['warning bad-field 5'],
    skill: front({ metadata: { 'skill-cortex-extra': '{' } }),
  },
  { title: 'no body', text: described().replace('\nDo it.\n', ''), diagnostics: ['error content-missing 5'] },
  {
    title: 'too large a body',
    text: described().replace('Do', 'x'.repeat(1_048_576)),
    diagnostics: ['error too-large 6'],
  },
]

describe.each([
  ['plain', PLAIN],
  ['names', NAMES],
  ['faults', FAULTS],
])('reading: %s', (_, rows) => {
  test.each(rows)('$title', check)
})

test('a pollution attempt leaves Object.prototype alone', () => {
  readSkillMd(described('__proto__: {polluted: 1}', 'constructor: {prototype: {polluted: 1}}'), {
    file: FILE,
    now: NOW,
  })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('the body knows its line', () => {
  expect(splitFrontMatter('---\na: 1\n---\n\nx', FILE)).toEqual({
    yaml: 'a: 1\n',
    body: 'x',
    bodyLine: 5,
    diagnostics: [],
  })
  expect(splitFrontMatter('---\n---\nx', FILE)).toMatchObject({ yaml: '', body: 'x', bodyLine: 3 })
})

const FULL: Skill = {
  name: 'mcp/email',
  summary: 'Send email: "now"',
  content: '# Send\n\n---\nlast line',
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
  seeAlso: ['mcp/calendar'],
  tags: ['mail'],
  triggers: ['send: a mail'],
  steps: [{ action: 'open', tool: 'smtp' }],
  dependsOn: ['mcp/login'],
  conflictsWith: ['post'],
  parent: 'mcp/office',
  policy: { tools: ['smtp'], domains: [], credentials: ['MAIL_KEY'], sideEffects: [] },
  extra: {
    theirs: 1,
    frontMatter: {
      license: 'MIT',
      name: 'kept',
      on: ['push'],
      metadata: { author: 'x', openclaw: { requires: ['git'] } },
    },
  },
}

const FULL_TEXT = `---
name: email
description: "Send email: \\"now\\""
license: "MIT"
"on": ["push"]
metadata:
  author: "x"
  openclaw: "{\\"requires\\":[\\"git\\"]}"
  skill-cortex-json-keys: "[\\"openclaw\\"]"
  skill-cortex-extra: "{\\"theirs\\":1,\\"frontMatter\\":{\\"name\\":\\"kept\\"}}"
  skill-cortex-name: "mcp/email"
  skill-cortex-created-at: "2026-11-21T10:00:00.000Z"
  skill-cortex-updated-at: "2026-11-22T10:00:00.000Z"
  skill-cortex-parent: "mcp/office"
  skill-cortex-tags: "[\\"mail\\"]"
  skill-cortex-triggers: "[\\"send: a mail\\"]"
  skill-cortex-see-also: "[\\"mcp/calendar\\"]"
  skill-cortex-depends-on: "[\\"mcp/login\\"]"
  skill-cortex-conflicts-with: "[\\"post\\"]"
  skill-cortex-steps: "[{\\"action\\":\\"open\\",\\"tool\\":\\"smtp\\"}]"
  skill-cortex-policy: "{\\"tools\\":[\\"smtp\\"],\\"domains\\":[],\\"credentials\\":[\\"MAIL_KEY\\"],\\"sideEffects\\":[]}"
  skill-cortex-final-newline: "added"
---

# Send

---
last line
`

describe('writing', () => {
  test('pins the form of a full skill, which the official reader accepts and ours reads back', async () => {
    expect(writeSkillMd(FULL)).toBe(FULL_TEXT)
    expect(readSkillMd(FULL_TEXT, { file: FILE, now: NOW })).toEqual({ skill: FULL, diagnostics: [] })
    const entry = await skillEntry('mcp/email', { 'SKILL.md': FULL_TEXT })
    expect(entry.frontmatter).toMatchObject({ name: 'email', description: 'Send email: "now"', license: 'MIT' })
  })

  test.each<{ title: string; change: Partial<Skill>; description: string }>([
    { title: 'no summary: the first sentence', change: { summary: '' }, description: 'Do it' },
    { title: 'nothing to take one from: the name', change: { summary: '', content: '\n' }, description: 'mail' },
    { title: 'white space around it', change: { summary: ' Send ' }, description: 'Send' },
    {
      title: 'too long: cut after a word',
      change: { summary: 'word '.repeat(250) },
      description: 'word '.repeat(204) + 'word',
    },
    {
      title: 'too long in one word: within it',
      change: { summary: `a${'😀'.repeat(600)}` },
      description: `a${'😀'.repeat(511)}`,
    },
  ])('a description for $title', async ({ change, description }) => {
    const skill = { ...bareSkill('mail', 'Do it.\n', NOW), ...change }
    const text = writeSkillMd(skill)
    expect((await skillEntry('mail', { 'SKILL.md': text })).frontmatter.description).toBe(description)
    expect(readSkillMd(text, { file: FILE, now: NOW })).toEqual({ skill, diagnostics: [] })
  })

  test('an edited description replaces the summary that it stood for', () => {
    const text = writeSkillMd(bareSkill('mail', 'Do it.\n', NOW)).replace(
      'description: "Do it"',
      'description: Post it',
    )
    expect(readSkillMd(text, { file: FILE, now: NOW }).skill?.summary).toBe('Post it')
  })

  test.each(['7', 'true', 'null', 'y', '1e5'])('the name %s stays text', async (name) => {
    const skill = bareSkill(`mcp/${name}`, 'Do it.\n', NOW)
    expect((await skillEntry(skill.name, { 'SKILL.md': writeSkillMd(skill) })).frontmatter.name).toBe(name)
  })

  test.each<[string, Partial<Skill>]>([
    ['steps', { steps: Array.from({ length: 30 }, () => ({ action: 'x', description: 'y'.repeat(9_999) })) }],
    ['depth', { extra: JSON.parse(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`) }],
  ])('refuses what no reader would take: %s', (_, change) => {
    const skill = { ...bareSkill('mail', 'Do it.\n', NOW), ...change }
    expect(() => writeSkillMd(skill)).toThrowError(expect.objectContaining({ code: 'too-large' }))
  })
})
