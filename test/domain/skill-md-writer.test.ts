// Goal: what we write is what the official reader of Agent Skills accepts, and says all that the skill said.
// Method: one whole file pinned, and the skills that have no plain SKILL.md form.
import { skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { expect, test } from 'vitest'
import { bareSkill, type Skill } from '../../src/domain/skill.ts'
import { readSkillMd } from '../../src/domain/skill-md-reader.ts'
import { writeSkillMd } from '../../src/domain/skill-md-writer.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const FILE = 'mail/SKILL.md'

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
  files: [],
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
    description: `${'word '.repeat(204)}word`,
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

test('line ends and direction marks that JSON leaves bare are escaped', () => {
  const skill = { ...bareSkill('mail', 'Do it.\n', NOW), summary: 'a\u2028---\u2028b\u202ec\u0085d\ufeffe' }
  expect(writeSkillMd(skill)).toContain('description: "a\\u2028---\\u2028b\\u202ec\\u0085d\\ufeffe"\n')
})

test('an edited description replaces the summary that it stood for', () => {
  const text = writeSkillMd(bareSkill('mail', 'Do it.\n', NOW)).replace('description: "Do it"', 'description: Post it')
  expect(readSkillMd(text, { file: FILE, now: NOW }).skill?.summary).toBe('Post it')
})

test.each(['7', 'true', 'null', 'y', '1e5'])('the name %s stays text', async (name) => {
  const skill = bareSkill(`mcp/${name}`, 'Do it.\n', NOW)
  expect((await skillEntry(skill.name, { 'SKILL.md': writeSkillMd(skill) })).frontmatter.name).toBe(name)
})

test('what is read at the limit of depth can be written', () => {
  const source = `---\nname: mail\ndescription: x\na: ${'['.repeat(59)}${']'.repeat(59)}\n---\n\nDo it.\n`
  const { skill } = readSkillMd(source, { file: FILE, now: NOW })
  expect(readSkillMd(writeSkillMd(skill!), { file: FILE, now: NOW })).toEqual({ skill, diagnostics: [] })
})

test.each<[string, Partial<Skill>]>([
  ['steps', { steps: Array.from({ length: 30 }, () => ({ action: 'x', description: 'y'.repeat(9_999) })) }],
  ['depth', { extra: JSON.parse(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`) }],
])('refuses what no reader would take: %s', (_, change) => {
  const skill = { ...bareSkill('mail', 'Do it.\n', NOW), ...change }
  expect(() => writeSkillMd(skill)).toThrowError(expect.objectContaining({ code: 'too-large' }))
})
