// Goal: a skill that leaves as a folder comes back the same, and an export writes over nothing and follows nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentHash } from '../../src/domain/content-hash.ts'
import type { Skill } from '../../src/domain/skill.ts'
import { type ExportAsked, exportSkills } from '../../src/packages/export-skills.ts'
import { importSkills } from '../../src/packages/import-skills.ts'
import { skillOf } from '../support/builders.ts'
import { openLibrary } from '../support/open-library.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'
import { read } from './package-folders.ts'

const SEED = Number(process.env.SEED ?? 20261122)
console.info(`export seed ${SEED}`)

const exported = (skills: Skill[], to: string, over: Partial<ExportAsked> = {}) =>
  exportSkills({ skills, to, over: 'keep', forbidden: [], bytesOf: async () => undefined, ...over })

/** Each as `name outcome file`, each fault as `code file`. */
async function said(skills: Skill[], to: string, over: Partial<ExportAsked> = {}) {
  const { written, diagnostics } = await exported(skills, to, over)
  return [
    ...written.map(({ name, outcome, file }) => `${name} ${outcome} ${file}`),
    ...diagnostics.map(({ code, file }) => `${code} ${file}`),
  ]
}

const KEPT = ['name', 'summary', 'content', 'triggers', 'steps', 'dependsOn', 'policy', 'tags', 'seeAlso'] as const
const kept = (skill: Skill) => Object.fromEntries(KEPT.map((key) => [key, skill[key]]))

const FULL = skillOf({
  name: 'mcp/email',
  content: '---\n\n# Send: "now" # or not\r\n\n- [x] ask\n\ttabbed, without an end',
  summary: 'Send: an e-mail, [quickly] — "yes"',
  tags: ['mail', 'a, b'],
  triggers: ['send a mail: now'],
  steps: [{ action: 'ask', description: 'Who?\nWhen?', tool: 'mail' }],
  dependsOn: ['tea'],
  seeAlso: ['mcp/calendar'],
  policy: { tools: ['mail'], domains: ['*.example.org'], credentials: ['SMTP'], sideEffects: ['write:mail'] },
  extra: { mine: { kept: true } },
})

async function roundTrip(skills: Skill[]) {
  const to = tempFolder()
  await exported(skills, to)
  const library = await openLibrary(tempHome(), { gate: 'guarded' })
  const parts = { ...library, now: () => new Date() }
  const report = await importSkills(read(to), { update: false, isDryRun: false, whose: 'installer' }, parts)
  expect(report).toMatchObject({ refused: 0, diagnostics: [] })
  return library.shelf.entries().map((entry) => entry.skill)
}

test('a skill comes back with all that it says, and with the same content hash', async () => {
  const [back] = await roundTrip([FULL])
  expect(kept(back!)).toEqual(kept(FULL))
  expect(back?.extra).toEqual(FULL.extra)
  expect(contentHash(back!)).toBe(contentHash(FULL))
})

test('so do skills whose names end alike', async () => {
  const skills = ['a/x', 'b/x', 'c'].map((name) => skillOf({ name }))
  expect((await roundTrip(skills)).map(({ name }) => name).sort()).toEqual(['a/x', 'b/x', 'c'])
})

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text)
const words = fc.array(word, { maxLength: 3 })
const anySkill = fc.record({
  name: fc.constantFrom('a', 'work/pdf', 'x-1/y/z'),
  content: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }).filter((text) => text.trim() !== ''),
  summary: word,
  tags: words,
  triggers: words,
  steps: fc.array(fc.record({ action: word, description: fc.string({ unit: 'grapheme', maxLength: 60 }) }), {
    maxLength: 2,
  }),
  policy: fc.record({ tools: words, domains: words, credentials: words, sideEffects: words }),
})

test('whatever a skill says comes back', async () => {
  const property = fc.asyncProperty(anySkill, async (over) => {
    const skill = skillOf(over)
    const [back] = await roundTrip([skill])
    expect(kept(back!)).toEqual(kept(skill))
    expect(contentHash(back!)).toBe(contentHash(skill))
  })
  await fc.assert(property, { seed: SEED, numRuns: 40 })
}, 60_000)

test('folders are called as the format asks, and by the whole path where two would share one', async () => {
  const skills = (...names: string[]) => names.map((name) => skillOf({ name }))
  expect(await said(skills('mcp/email', 'tea'), tempFolder())).toEqual([
    'mcp/email written email/SKILL.md',
    'tea written tea/SKILL.md',
  ])
  expect(await said(skills('mcp/email', 'old/email', 'tea'), tempFolder())).toEqual([
    'mcp/email written mcp/email/SKILL.md',
    'old/email written old/email/SKILL.md',
    'tea written tea/SKILL.md',
  ])
})

test('what stands is written over only when asked for', async () => {
  const to = join(tempFolder(), 'new', 'folder')
  const file = join(to, 'mail/SKILL.md')
  expect(await said([skillOf()], to)).toEqual(['mail written mail/SKILL.md'])
  expect(await said([skillOf()], to)).toEqual(['mail unchanged mail/SKILL.md'])
  writeFileSync(file, 'mine')
  expect(await said([skillOf(), skillOf({ name: 'tea' })], to)).toEqual([
    'tea written tea/SKILL.md',
    'conflict mail/SKILL.md',
  ])
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(await said([skillOf()], to, { over: 'replace' })).toEqual(['mail replaced mail/SKILL.md'])
  expect(readFileSync(file, 'utf8')).toMatch(/^---\nname: mail\n/)
  expect(readdirSync(dirname(file))).toEqual(['SKILL.md'])
})

// Each plants something at or above `mail/SKILL.md`; nothing of `outside` may change, whether or not it is asked to replace.
const PLANTED: [is: string, code: string, plant: (to: string, outside: string) => void][] = [
  ['a link in place of the folder', 'refused', (to, outside) => symlinkSync(outside, join(to, 'mail'))],
  ['a file in place of the folder', 'refused', (to) => writeFileSync(join(to, 'mail'), 'x')],
  [
    'a link in place of the file',
    'damaged',
    (to, outside) => {
      mkdirSync(join(to, 'mail'))
      symlinkSync(join(outside, 'mine'), join(to, 'mail/SKILL.md'))
    },
  ],
  [
    'a link that leads nowhere yet',
    'damaged',
    (to, outside) => {
      mkdirSync(join(to, 'mail'))
      symlinkSync(join(outside, 'new'), join(to, 'mail/SKILL.md'))
    },
  ],
  ['a folder in place of the file', 'damaged', (to) => mkdirSync(join(to, 'mail/SKILL.md'), { recursive: true })],
]

test.each(PLANTED)('refused: %s', async (_is, code, plant) => {
  for (const over of ['keep', 'replace'] as const) {
    const [to, outside] = [tempFolder(), tempFolder()]
    writeFileSync(join(outside, 'mine'), 'mine')
    plant(to, outside)
    expect(await said([skillOf()], to, { over })).toEqual([`${code} mail/SKILL.md`])
    expect(readdirSync(outside)).toEqual(['mine'])
    expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('mine')
  }
})

test('a name that leads outside is no name', async () => {
  const to = join(tempFolder(), 'to')
  await expect(exported([skillOf({ name: '../mail' })], to)).rejects.toThrow(/skill name "\.\.\/mail"/)
  expect(existsSync(to)).toBe(false)
})

test('the library does not export into itself, whichever way it is named', async () => {
  const home = tempFolder()
  const forbidden = [join(home, 'skills')]
  mkdirSync(join(home, 'skills'))
  const link = join(tempFolder(), 'link')
  symlinkSync(join(home, 'skills'), link)
  for (const to of [join(home, 'skills'), join(home, 'skills/new/er'), link, join(link, 'new')]) {
    await expect(exported([skillOf()], to, { forbidden })).rejects.toThrow(/expected a folder outside the library/)
  }
  expect(readdirSync(join(home, 'skills'))).toEqual([])
  expect(await said([skillOf()], join(home, 'skills-of-mine'), { forbidden })).toEqual(['mail written mail/SKILL.md'])
})

test('a file is no folder to export to; files are for their owner', async () => {
  const to = tempFolder()
  writeFileSync(join(to, 'file'), '')
  await expect(exported([skillOf()], join(to, 'file'))).rejects.toThrow(/--to: expected a folder, got a file/)
  await exported([skillOf()], to)
  expect(statSync(join(to, 'mail/SKILL.md')).mode & 0o777).toBe(0o600)
})
