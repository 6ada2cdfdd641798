// Goal: a package's policy.json is what its skill asks for: taken in with it, in force for nothing before a person approved
// the skill, written beside it when it leaves, and no part of what an approval is of.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentHash } from '../../src/domain/content-hash.ts'
import { policyInForce } from '../../src/domain/policy-in-force.ts'
import type { Policy, Skill } from '../../src/domain/skill.ts'
import { type ExportAsked, exportSkills } from '../../src/packages/export-skills.ts'
import { importSkills } from '../../src/packages/import-skills.ts'
import { skillOf } from '../support/builders.ts'
import { OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'
import { folderWith, read, skillMd } from './package-folders.ts'

const policyOf = (over: Partial<Policy> = {}): Policy => ({
  ...{ tools: [], domains: [], credentials: [], sideEffects: [] },
  ...over,
})
const policyJson = (more: Record<string, unknown>) => JSON.stringify({ version: 1, ...more })
const FRONT = (policy: Partial<Policy>) => `metadata:\n  skill-cortex-policy: '${JSON.stringify(policyOf(policy))}'\n`

/** Of a folder with one package `pdf`. */
function only(files: Record<string, string | Uint8Array>) {
  const { packages } = read(folderWith(files))
  expect(packages).toHaveLength(1)
  const { skill, diagnostics } = packages[0]!
  return { skill, codes: diagnostics.map(({ severity, code }) => `${severity} ${code}`) }
}

test('the policy beside a SKILL.md is the skill’s, and no further file', () => {
  const beside = policyJson({ tools: ['Bash'], domains: ['api.example.org'] })
  const { skill, codes } = only({ 'pdf/SKILL.md': skillMd('pdf'), 'pdf/policy.json': beside })
  expect(skill?.policy).toEqual(policyOf({ tools: ['Bash'], domains: ['api.example.org'] }))
  expect(codes).toEqual([])
  expect(contentHash(skill!)).toBe(contentHash(only({ 'pdf/SKILL.md': skillMd('pdf') }).skill!))
})

test('only at the top of the package, and only under that name', () => {
  const beside = policyJson({ tools: ['Bash'] })
  for (const path of ['references/policy.json', 'Policy.json', 'policy.json/policy.json']) {
    const { skill } = only({ 'pdf/SKILL.md': skillMd('pdf'), [`pdf/${path}`]: beside })
    expect([path, skill?.policy]).toEqual([path, policyOf()])
  }
})

test('where the front matter says another, only what both ask for is taken', () => {
  const { skill, codes } = only({
    'pdf/SKILL.md': skillMd('pdf', 'Do it.\n', FRONT({ tools: ['Bash', 'Read'], sideEffects: ['read:files'] })),
    'pdf/policy.json': policyJson({ tools: ['Read', 'Write'], sideEffects: ['write:files'] }),
  })
  expect(skill?.policy).toEqual(policyOf({ tools: ['Read'], sideEffects: ['read:files', 'write:files'] }))
  expect(codes).toEqual(['warning policy-mismatch'])
})

const DAMAGED: [is: string, bytes: string | Uint8Array, code: string][] = [
  ['no JSON', '{', 'json-syntax'],
  ['another version', '{"version": 2, "tools": ["Bash"]}', 'policy-version'],
  ['not UTF-8', new Uint8Array([0xff, 0xfe]), 'not-utf8'],
  ['too large', `{"version": 1, "x": "${'x'.repeat(70_000)}"}`, 'too-large'],
]
test.each(DAMAGED)('the skill is taken without one that is damaged: %s', (_is, bytes, code) => {
  const { skill, codes } = only({ 'pdf/SKILL.md': skillMd('pdf'), 'pdf/policy.json': bytes })
  expect(skill?.policy).toEqual(policyOf())
  expect(codes).toEqual([`warning ${code}`])
})

test('one that is a link or has a second name is not read: the package is refused', () => {
  const outside = join(folderWith({ 'mine.json': policyJson({ tools: ['Bash'] }) }), 'mine.json')
  for (const [plant, code] of [
    [symlinkSync, 'link'],
    [linkSync, 'hard-link'],
  ] as const) {
    const root = folderWith({ 'pdf/SKILL.md': skillMd('pdf') })
    plant(outside, join(root, 'pdf/policy.json'))
    const [found] = read(root).packages
    expect([found?.skill, found?.diagnostics.map((each) => each.code)]).toEqual([undefined, [code]])
  }
})

async function importedHome(files: Record<string, string>) {
  const library = await openLibrary(tempHome(), { gate: 'guarded' })
  const take = async () => {
    const asked = { update: true, isDryRun: false, whose: 'installer' as const }
    return importSkills(read(root), asked, { ...library, now: () => new Date() })
  }
  const root = folderWith(files)
  const inForce = () => {
    const entry = library.shelf.entry('pdf')!
    return { ...policyInForce(entry.skill.policy, library.standings.of(entry)), declared: entry.skill.policy }
  }
  return { library, root, take, inForce }
}

test('what a package asks for, or says of its approval, is in force for nothing before a person approved it here', async () => {
  const asks = { tools: ['Bash'], domains: ['api.example.org'], credentials: ['A_TOKEN'], sideEffects: ['write:x'] }
  const { library, take, inForce } = await importedHome({
    'pdf/SKILL.md': skillMd('pdf'),
    'pdf/policy.json': policyJson({ ...asks, trust: 'approved', approvedBy: 'user', contentHash: 'a'.repeat(64) }),
  })
  expect((await take()).diagnostics.map(({ code }) => code)).toEqual(['approval-ignored'])
  expect(inForce()).toEqual({ declared: policyOf(asks), policy: policyOf(), whyNot: 'not approved' })
  expect(library.standings.of(library.shelf.entry('pdf')!)).toMatchObject({ executable: false })
  await library.review.approve('pdf', (await library.review.look('pdf')).hash, OPERATOR)
  expect(inForce()).toMatchObject({ policy: policyOf(asks), whyNot: null })
})

test('a wider policy.json, taken again, does not widen what was approved', async () => {
  const { library, root, take, inForce } = await importedHome({
    'pdf/SKILL.md': skillMd('pdf'),
    'pdf/policy.json': policyJson({ tools: ['Read'] }),
  })
  await take()
  await library.review.approve('pdf', (await library.review.look('pdf')).hash, OPERATOR)
  folderWith({ 'pdf/policy.json': policyJson({ tools: ['Read', 'Bash'] }) }, root)
  expect((await take()).taken).toMatchObject([{ outcome: 'updated', as: 'draft' }])
  expect(inForce().policy).toEqual(policyOf({ tools: ['Read'] }))
})

const ASKING = skillOf({
  policy: policyOf({ tools: ['mail'], domains: ['*.example.org'] }),
  extra: { provenance: { source: 'https://skills.example.org/mail' } },
})
const SILENT = skillOf()

/** Each as `outcome`, each fault as `code file`, and what stands in the folder then. */
async function exported(skill: Skill, to: string, over: ExportAsked['over'] = 'keep') {
  const { written, diagnostics } = await exportSkills({
    skills: [skill],
    to,
    over,
    forbidden: [],
    bytesOf: async () => undefined,
  })
  const files = existsSync(join(to, 'mail')) ? readdirSync(join(to, 'mail')) : []
  return [...written.map(({ outcome }) => outcome), ...diagnostics.map(({ code, file }) => `${code} ${file}`), ...files]
}
const besideIn = (to: string) => readFileSync(join(to, 'mail/policy.json'), 'utf8')

test('a skill that asks for something leaves with a policy.json, and comes back the same', async () => {
  const to = tempFolder()
  expect(await exported(ASKING, to)).toEqual(['written', 'SKILL.md', 'policy.json'])
  expect(JSON.parse(besideIn(to))).toEqual({
    ...{ version: 1, tools: ['mail'], domains: ['*.example.org'], credentials: [], sideEffects: [] },
    provenance: { source: 'https://skills.example.org/mail' },
  })
  expect(statSync(join(to, 'mail/policy.json')).mode & 0o777).toBe(0o600)
  const [back] = read(to).packages
  expect(back).toMatchObject({ skill: { policy: ASKING.policy, extra: ASKING.extra }, diagnostics: [] })
  expect(await exported(ASKING, to)).toEqual(['unchanged', 'SKILL.md', 'policy.json'])
})

test('where it comes from comes along with the policy.json alone', () => {
  const beside = policyJson({ tools: ['a'], provenance: { source: 'https://x.example.org' } })
  const { skill } = only({ 'pdf/SKILL.md': skillMd('pdf'), 'pdf/policy.json': beside })
  expect(skill?.extra).toEqual({ provenance: { source: 'https://x.example.org' } })
})

test('one that asks for nothing leaves without', async () => {
  expect(await exported(SILENT, tempFolder())).toEqual(['written', 'SKILL.md'])
})

test('another policy.json that stands keeps the whole skill from leaving, unless it is to be replaced', async () => {
  const to = folderWith({ 'mail/policy.json': '{"mine": true}' })
  expect(await exported(ASKING, to)).toEqual(['conflict mail/SKILL.md', 'policy.json'])
  expect(besideIn(to)).toBe('{"mine": true}')
  expect(await exported(ASKING, to, 'replace')).toEqual(['replaced', 'SKILL.md', 'policy.json'])
  expect(JSON.parse(besideIn(to))).toMatchObject({ tools: ['mail'] })
})

test('a SKILL.md that stands keeps the policy.json from being written', async () => {
  const to = folderWith({ 'mail/SKILL.md': 'mine' })
  expect(await exported(ASKING, to)).toEqual(['conflict mail/SKILL.md', 'SKILL.md'])
})

test('one that asks for nothing any more takes back what its former policy.json says', async () => {
  const to = tempFolder()
  await exported(ASKING, to)
  expect(await exported(SILENT, to)).toEqual(['conflict mail/SKILL.md', 'SKILL.md', 'policy.json'])
  expect(await exported(SILENT, to, 'replace')).toEqual(['replaced', 'SKILL.md', 'policy.json'])
  expect(read(to).packages).toMatchObject([{ skill: { policy: policyOf() }, diagnostics: [] }])
})

test('a policy that policy.json cannot say stands in SKILL.md alone, which is said', async () => {
  const to = tempFolder()
  const policy = policyOf({ domains: ['10.0.0.1'] })
  expect(await exported(skillOf({ policy }), to)).toEqual(['written', 'bad-input mail/policy.json', 'SKILL.md'])
  expect(read(to).packages).toMatchObject([{ skill: { policy } }])
})

test('a link in the place of the policy.json is refused, and nothing is written', async () => {
  for (const over of ['keep', 'replace'] as const) {
    const [to, outside] = [tempFolder(), tempFolder()]
    mkdirSync(join(to, 'mail'))
    writeFileSync(join(outside, 'mine'), 'mine')
    symlinkSync(join(outside, 'mine'), join(to, 'mail/policy.json'))
    for (const skill of [ASKING, SILENT]) {
      expect(await exported(skill, to, over)).toEqual(['damaged mail/SKILL.md', 'policy.json'])
    }
    expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('mine')
  }
})
