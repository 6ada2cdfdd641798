// Goal: what a registry lists comes in whole or not at all, under its full name, with no power that a person did not give;
// what its registry withholds never comes in.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { installSkill } from '../../src/packages/install-skill.ts'
import { openRegistries } from '../../src/registry/open-registries.ts'
import {
  type Answering,
  entryOf,
  type FakeRegistry,
  type FakeSkill,
  fakeClawhub,
  fakeWellKnown,
  skillZip,
} from '../support/fake-registry.ts'
import { openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'
import { zipOf } from '../support/zip-file.ts'

const ONE = skillZip('pdf-tables', 'Merge tables of PDF files', { 'scripts/merge.py': 'print(1)\n' })
const TWO = skillZip('pdf-tables', 'Merge tables of PDF files, twice')
const PDF: FakeSkill = {
  ...{ owner: 'maker', slug: 'pdf-tables', summary: 'Merge tables of PDF files', was: ['pdf-tabs'] },
  versions: [
    { version: '2.0.0', zip: TWO },
    { version: '1.5.0', zip: TWO, isWithdrawn: true },
    { version: '1.0.0', zip: ONE },
  ],
}

async function installing(fake: FakeRegistry, registries = fake.open()) {
  const layout = tempHome()
  const library = await openLibrary(layout, { gate: 'guarded' })
  const told: unknown[] = []
  const now = () => new Date()
  const tell = async (event: unknown) => void told.push(event)
  const parts = { ...library, now, userHome: '', registries, tell }
  const install = (
    text: string,
    over: { update?: boolean; isDryRun?: boolean; prefix?: string; scope?: string } = {},
  ) => installSkill({ ref: text.replace(/^(?:clawhub|wellknown):/, prefixOf(fake)), update: false, ...over }, parts)
  const plain = (text: string) => text.replaceAll(`+${fake.host}`, '')
  const names = () => library.shelf.entries().map(({ skill }) => skill.name)
  return { library, install, told, plain, names, layout }
}

function prefixOf({ setting, host }: FakeRegistry): string {
  return `${setting.startsWith('wellknown') ? 'wellknown' : 'clawhub'}+${host}:`
}

test('a skill comes in as a candidate of an installer, under its full name, and that is written down', async () => {
  const { library, install, told, plain } = await installing(await fakeClawhub([PDF]))
  const report = await install('clawhub:@maker/pdf-tables@1.0.0')
  const name = `clawhub:@maker/pdf-tables@1.0.0#${sha256Of(ONE)}`
  expect(plain(report.ref)).toBe(name)
  expect(report).toMatchObject({ verdict: 'verified', refused: 0, bytes: ONE.length })
  expect(report.taken).toMatchObject([
    { name: 'pdf-tables', outcome: 'new', as: 'candidate', files: 1, origin: report.ref },
  ])
  expect(told).toEqual([{ event: 'skill-installed', actor: 'installer', name: 'pdf-tables', ref: report.ref }])
  const entry = await library.library.get('pdf-tables')
  expect(library.standings.of(entry)).toMatchObject({
    ...{ approval: 'pending_review', exposure: 'on-request', executable: false },
  })
  expect(await library.store.record('pdf-tables')).toMatchObject({
    ...{ via: 'import', author: report.ref },
  })
})

test('the newest version where none is named; a former name is followed, and said', async () => {
  const { install, plain } = await installing(await fakeClawhub([PDF]))
  const report = await install('clawhub:@maker/pdf-tabs')
  expect(plain(report.ref)).toBe(`clawhub:@maker/pdf-tables@2.0.0#${sha256Of(TWO)}`)
  expect(plain(report.renamedFrom!)).toBe('clawhub:@maker/pdf-tabs')
})

test('the same again changes nothing; another version needs a word, and the name stays whose it is', async () => {
  const other = { ...PDF, owner: 'other' }
  const { install, told } = await installing(await fakeClawhub([PDF, other]))
  const codes = async (...args: Parameters<typeof install>) => {
    const { taken, diagnostics } = await install(...args)
    return [...taken.map(({ outcome }) => outcome), ...diagnostics.map(({ code }) => code)]
  }
  expect(await codes('clawhub:@maker/pdf-tables@1.0.0')).toEqual(['new'])
  expect(await codes('clawhub:@maker/pdf-tables@1.0.0')).toEqual(['unchanged'])
  expect(await codes('clawhub:@maker/pdf-tables@2.0.0')).toEqual(['changed-since'])
  expect(await codes('clawhub:@other/pdf-tables@2.0.0', { update: true })).toEqual(['name-taken'])
  expect(await codes('clawhub:@maker/pdf-tables@2.0.0', { update: true })).toEqual(['updated'])
  expect(await codes('clawhub:@other/pdf-tables@2.0.0', { prefix: 'other' })).toEqual(['new'])
  expect(told).toHaveLength(3)
})

test('one that is taken for a session belongs to it', async () => {
  const { library, install } = await installing(await fakeClawhub([PDF]))
  await install('clawhub:@maker/pdf-tables', { scope: 'monday' })
  expect((await library.store.record('pdf-tables'))!.scope).toMatchObject({ session: 'monday', endedAt: null })
})

test('a dry run judges and takes nothing', async () => {
  const { install, told, names } = await installing(await fakeClawhub([PDF]))
  expect((await install('clawhub:@maker/pdf-tables', { isDryRun: true })).taken).toMatchObject([{ as: 'planned' }])
  expect([told, names()]).toEqual([[], []])
})

const withVersion = (over: object): FakeSkill => ({ ...PDF, versions: [{ version: '2.0.0', zip: TWO, ...over }] })

const LEFT: [what: string, skill: FakeSkill, ref: string, error: object][] = [
  [
    'malicious',
    withVersion({ status: 'malicious' }),
    '@maker/pdf-tables',
    { code: 'refused', message: expect.stringContaining('verdict against it') },
  ],
  ['blocked', { ...PDF, isBlocked: true }, '@maker/pdf-tables', { code: 'refused' }],
  [
    'withdrawn',
    PDF,
    '@maker/pdf-tables@1.5.0',
    { code: 'not-found', fix: expect.stringContaining('There are: 2.0.0, 1.0.0') },
  ],
  ['of another hash', PDF, `@maker/pdf-tables@2.0.0#${'0'.repeat(64)}`, { code: 'refused' }],
  ['of nobody', PDF, '@nobody/pdf-tables', { code: 'not-found' }],
  [
    'two skills',
    withVersion({ zip: zipOf([md('a/SKILL.md', 'a'), md('b/SKILL.md', 'b')]) }),
    '@maker/pdf-tables',
    { code: 'bad-input', message: expect.stringContaining('expected one skill') },
  ],
  ['no name', PDF, 'pdf-tables', { code: 'bad-input' }],
]

test.each(LEFT)('what is %s does not come in, and leaves nothing behind', async (_what, skill, ref, error) => {
  const { install, told, names, layout } = await installing(await fakeClawhub([skill]))
  await expect(install(`clawhub:${ref}`)).rejects.toMatchObject(error)
  expect([told, names(), existsSync(layout.skills)]).toEqual([[], [], false])
})

const HALF: [what: string, answering: Answering][] = [
  ['cut', cut],
  ['damaged', (_request, response) => end(response, TWO.subarray(0, TWO.length - 9))],
  ['too large', (_request, response) => end(response, Buffer.alloc(12 * 1024 * 1024))],
]

test.each(HALF)('a download that is %s is taken not even in part', async (_what, answering) => {
  const fake = await fakeClawhub([PDF], (request, response, body) => {
    return request.url?.startsWith('/api/v1/download') === true && answering(request, response, body)
  })
  const { install, told, names } = await installing(fake)
  const taken = await install('clawhub:@maker/pdf-tables').then(
    (report) => report.taken,
    (error: unknown) => {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:unreachable|too-large)$/) })
      return []
    },
  )
  expect([taken, told, names()]).toEqual([[], [], []])
})

test('what its registry does not know is taken as what it is, and says so', async () => {
  const { install } = await installing(await fakeClawhub([withVersion({ status: 'pending' })]))
  expect(await install('clawhub:@maker/pdf-tables')).toMatchObject({
    ...{ verdict: 'unreviewed', why: ['security.status_not_clean'], taken: [{ as: 'candidate' }] },
  })
})

test('without a verdict nothing is installed: a registry that is asked in vain is no reason to trust', async () => {
  const fake = await fakeClawhub([PDF], (request, response) => request.method === 'POST' && end(response, 'x', 500))
  const { install, names } = await installing(fake)
  await expect(install('clawhub:@maker/pdf-tables')).rejects.toMatchObject({ code: 'unreachable' })
  expect(names()).toEqual([])
})

test('where the network is off, and for a registry that is not set, nothing is asked', async () => {
  const fake = await fakeClawhub([PDF])
  const off = await installing(fake, fake.open({ fetchBytes: undefined }))
  await expect(off.install('clawhub:@maker/pdf-tables')).rejects.toMatchObject({ message: /allowNetwork is off/ })
  const another = openRegistries({
    registries: ['https://hub.example'],
    fetchBytes: fake.fetchBytes,
    now: () => new Date(),
  })
  const other = await installing(fake, another)
  await expect(other.install('clawhub:@maker/pdf-tables')).rejects.toMatchObject({ message: /setting registries/ })
  expect(fake.asked).toEqual([])
})

test('a host’s own skill comes in with the hash of its index', async () => {
  const text = '---\nname: tea\ndescription: Make tea\n---\n\n# Tea\n\nBoil water.\n'
  const index = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [entryOf('tea', 'skill-md', '/tea/SKILL.md', text), entryOf('pdf-tables', 'archive', '/pdf.zip', ONE)],
  }
  const { install, names, plain } = await installing(
    await fakeWellKnown(index, { '/tea/SKILL.md': text, '/pdf.zip': ONE }),
  )
  expect(plain((await install('wellknown:tea')).ref)).toBe(`wellknown:tea#${sha256Of(text)}`)
  expect((await install('wellknown:pdf-tables')).taken).toMatchObject([{ name: 'pdf-tables', files: 1 }])
  expect(names()).toEqual(['pdf-tables', 'tea'])
})

function md(path: string, name: string) {
  return { name: path, data: `---\nname: ${name}\ndescription: x\n---\n\n# X\n\nDo it.\n` }
}

function end(response: Parameters<Answering>[1], body: Buffer | string, status = 200): boolean {
  response.writeHead(status).end(body)
  return true
}

function cut(_request: unknown, response: Parameters<Answering>[1]): boolean {
  response.writeHead(200, { 'content-length': String(TWO.length) })
  response.write(TWO.subarray(0, 100))
  setImmediate(() => response.destroy())
  return true
}
