// Goal: what comes in from outside gains no standing that a person did not give it, takes nobody's name or text, and
// changes nothing the second time. Everything is real: folders, library, journal.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import type { Gate } from '../../src/domain/gate.ts'
import { type ImportAsked, importSkills } from '../../src/packages/import-skills.ts'
import { AGENT, OPERATOR, type OpenLibrary, openLibrary } from '../support/open-library.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'
import { folderWith, read, skillMd } from './package-folders.ts'

const ASKED: ImportAsked = { update: false, isDryRun: false, whose: 'installer' }

/** Each skill as `name outcome as`, each fault as `code path`. */
async function taken(library: OpenLibrary, path: string, over: Partial<ImportAsked> = {}) {
  const report = await importSkills(read(path), { ...ASKED, ...over }, { ...library, now: () => new Date() })
  return [
    ...report.taken.map(({ name, outcome, as }) => `${name} ${outcome} ${as}`),
    ...report.diagnostics.map(({ code, file, severity }) => `${severity} ${code} ${file.slice(path.length + 1)}`),
    ...(report.refused === 0 ? [] : [`${report.refused} refused`]),
  ]
}

const open = (gate: Gate = 'guarded') => openLibrary(tempHome(), { gate })
const standing = ({ standings, shelf }: OpenLibrary, name: string) => standings.of(shelf.entry(name)!)
const pdf = (content = 'Read it.\n') => ({ 'pdf/SKILL.md': skillMd('pdf', content) })

test('an imported skill is a candidate that nobody reviewed, loaded by name only', async () => {
  const library = await open()
  const root = folderWith({ ...pdf(), 'pdf/run.py': 'x' })
  expect(await taken(library, root)).toEqual(['pdf new candidate'])
  expect(standing(library, 'pdf')).toMatchObject({
    ...{ origin: 'machine', tier: 1, lifecycle: 'candidate', approval: 'pending_review', exposure: 'on-request' },
    executable: false,
  })
  expect((await library.store.record('pdf'))?.versions).toMatchObject([{ actor: 'installer' }])
  expect(await library.store.record('pdf')).toMatchObject({ via: 'import', author: join(root, 'pdf') })
  expect(await library.review.waiting()).toEqual(['pdf'])
  expect((await library.journal.readLedger(0)).events).toMatchObject([
    { event: 'skill-saved', actor: 'installer', name: 'pdf', version: 1 },
  ])
})

test('the files of a package come with it, as they are, and a change of one is a change of the skill', async () => {
  const library = await open()
  const root = folderWith({ ...pdf(), 'pdf/scripts/run.py': 'x', 'pdf/LICENSE': 'MIT' })
  chmodSync(join(root, 'pdf/scripts/run.py'), 0o755)
  await taken(library, root)
  const { files } = library.shelf.entry('pdf')!.skill
  expect(files).toEqual([
    { path: 'LICENSE', size: 3, sha256: sha256Of('MIT') },
    { path: 'scripts/run.py', size: 1, sha256: sha256Of('x'), isExecutable: true },
  ])
  expect(Buffer.from((await library.store.file('pdf', files[1]!))!).toString()).toBe('x')
  expect(await taken(library, root)).toEqual(['pdf unchanged candidate'])
  writeFileSync(join(root, 'pdf/scripts/run.py'), 'y')
  expect(await taken(library, root)).toEqual(['error changed-since pdf', '1 refused'])
  expect(await taken(library, root, { update: true })).toEqual(['pdf updated candidate'])
  expect(library.shelf.entry('pdf')!.skill.files[1]!.sha256).toBe(sha256Of('y'))
})

test('a dry run keeps no file', async () => {
  const library = await open()
  const root = folderWith({ ...pdf(), 'pdf/LICENSE': 'MIT' })
  expect(await taken(library, root, { isDryRun: true })).toEqual(['pdf new planned'])
  expect(await library.store.blob(sha256Of('MIT'))).toBeUndefined()
})

const GATES: [Gate, string, string][] = [
  ['open', 'pdf new candidate', 'listed'],
  ['guarded', 'pdf new candidate', 'on-request'],
]
test.each(GATES)('in the gate %s: %s, %s', async (gate, line, exposure) => {
  const library = await open(gate)
  expect(await taken(library, folderWith(pdf()))).toEqual([line])
  expect(standing(library, 'pdf').exposure).toBe(exposure)
})

test('in the strict gate it is a draft, and the same again is none more', async () => {
  const library = await open('strict')
  const root = folderWith(pdf())
  expect(await taken(library, root)).toEqual(['pdf new draft'])
  expect(library.shelf.entry('pdf')).toBeUndefined()
  expect(await taken(library, root)).toEqual(['pdf unchanged draft'])
  expect((await library.store.record('pdf'))?.draft?.version).toBe(1)
})

test('a person takes their own work in as their own', async () => {
  const library = await open()
  expect(await taken(library, folderWith(pdf()), { whose: 'person' })).toEqual(['pdf new released'])
  expect(standing(library, 'pdf')).toMatchObject({ origin: 'human', tier: 3, exposure: 'listed' })
  expect(await library.store.record('pdf')).toMatchObject({ via: 'import', versions: [{ actor: 'operator' }] })
})

test('importing twice changes nothing: no version, no line in the ledger', async () => {
  const library = await open()
  const root = folderWith({ ...pdf(), 'tea/SKILL.md': skillMd('tea') })
  await taken(library, root)
  const before = await library.journal.readLedger(0)
  const stamps = () => ['pdf', 'tea'].map((name) => library.store.stamp(name))
  const stood = await Promise.all(stamps())
  for (const update of [false, true]) {
    expect(await taken(library, root, { update })).toEqual(['pdf unchanged candidate', 'tea unchanged candidate'])
  }
  expect(await Promise.all(stamps())).toEqual(stood)
  expect(await library.journal.readLedger(0)).toEqual(before)
})

test('what changed there is taken again when asked for, and only then', async () => {
  const library = await open()
  const root = folderWith(pdf())
  await taken(library, root)
  folderWith(pdf('Read it twice.\n'), root)
  expect(await taken(library, root)).toEqual(['error changed-since pdf', '1 refused'])
  expect(library.shelf.entry('pdf')?.skill.content).toBe('Read it.\n')
  expect(await taken(library, root, { update: true })).toEqual(['pdf updated candidate'])
  expect(library.shelf.entry('pdf')?.skill.content).toBe('Read it twice.\n')
})

// Each makes the skill a person's matter; the import that follows says something else.
const PERSONS: [is: string, work: (library: OpenLibrary) => Promise<unknown>][] = [
  ['a person changed it', (library) => library.library.save('pdf', { content: 'Mine.\n' }, OPERATOR)],
  ['a person approved it', async ({ review }) => review.approve('pdf', (await review.look('pdf')).hash, OPERATOR)],
  ['a person pinned it', ({ review }) => review.pin('pdf', true, OPERATOR)],
]

test.each(PERSONS)('an import over it becomes a draft, and what serves serves on: %s', async (_is, work) => {
  const library = await open()
  const root = folderWith(pdf())
  await taken(library, root)
  await work(library)
  const before = library.shelf.entry('pdf')?.skill.content
  folderWith(pdf('Steal it.\n'), root)
  expect(await taken(library, root, { update: true })).toEqual(['pdf updated draft'])
  expect((await library.library.get('pdf')).skill.content).toBe(before)
  expect((await library.review.draft('pdf')).skill.content).toBe('Steal it.\n')
  expect((await library.store.record('pdf'))?.draft).toMatchObject({ actor: 'installer', via: 'import' })
  expect(await taken(library, root, { update: true })).toEqual([expect.stringMatching(/^pdf unchanged /)])
})

test('over what a person took in as their own it becomes a draft too', async () => {
  const library = await open()
  const root = folderWith(pdf())
  await taken(library, root, { whose: 'person' })
  folderWith(pdf('Steal it.\n'), root)
  expect(await taken(library, root, { update: true })).toEqual(['pdf updated draft'])
  expect(standing(library, 'pdf')).toMatchObject({ origin: 'human', tier: 3, draft: true })
})

const TAKEN: [whose: string, make: (library: OpenLibrary) => Promise<unknown>][] = [
  ["a person's", ({ library }) => library.save('pdf', { content: 'Mine.' }, OPERATOR)],
  ["an agent's", ({ library }) => library.save('pdf', { content: 'Its.' }, AGENT)],
  [
    "an archived agent's",
    async ({ library }) => {
      await library.save('pdf', { content: 'Its.' }, AGENT)
      await library.archive('pdf', OPERATOR)
    },
  ],
  ['one from elsewhere', (library) => taken(library, folderWith(pdf('Other.\n')))],
]

test.each(TAKEN)('a name that is taken stays with whom it is, also with --update: %s', async (_whose, make) => {
  const library = await open()
  await make(library)
  const record = await library.store.record('pdf')
  const root = folderWith({ ...pdf(), 'tea/SKILL.md': skillMd('tea') })
  expect(await taken(library, root, { update: true })).toEqual([
    'tea new candidate',
    'error name-taken pdf',
    '1 refused',
  ])
  expect(await library.store.record('pdf')).toEqual(record)
  expect(await taken(library, root, { prefix: 'theirs' })).toEqual([
    'theirs/pdf new candidate',
    'theirs/tea new candidate',
  ])
})

test('a dry run says the same and writes nothing', async () => {
  const library = await open()
  const root = folderWith({ ...pdf(), 'bad/SKILL.md': '' })
  expect(await taken(library, root, { isDryRun: true })).toEqual([
    'pdf new planned',
    'warning no-front-matter bad/SKILL.md',
    'error content-missing bad/SKILL.md',
    '1 refused',
  ])
  expect(await library.store.record('pdf')).toBeUndefined()
  expect(library.shelf.entries()).toEqual([])
})

test('one that the library refuses does not keep the others', async () => {
  const library = await open()
  const uses = (name: string, other: string) =>
    skillMd(name, 'Do it.\n', `metadata:\n  skill-cortex-depends-on: '["${other}"]'\n`)
  const root = folderWith({ 'a/SKILL.md': uses('a', 'b'), 'b/SKILL.md': uses('b', 'a'), 'c/SKILL.md': skillMd('c') })
  expect(await taken(library, root)).toEqual(['a new candidate', 'c new candidate', 'error conflict b', '1 refused'])
})

test('a text that changed between the plan and the save is not written over', async () => {
  const library = await open('open')
  const root = folderWith(pdf())
  await taken(library, root)
  folderWith(pdf('Read it twice.\n'), root)
  const parts = {
    ...library,
    now: () => new Date(),
    library: {
      save: async (...asked: Parameters<OpenLibrary['library']['save']>) => {
        await library.library.save('pdf', { content: 'Somebody was quicker.\n' }, OPERATOR)
        return library.library.save(...asked)
      },
    },
  }
  const report = await importSkills(read(root), { ...ASKED, update: true }, parts)
  expect(report).toMatchObject({ taken: [], refused: 1, diagnostics: [{ code: 'conflict' }] })
  expect((await library.library.get('pdf')).skill.content).toBe('Somebody was quicker.\n')
})

test('a policy that a package brings is shown and does not apply', async () => {
  const library = await open()
  const policy = `metadata:\n  skill-cortex-policy: '{"tools":["shell"],"domains":["a.example"]}'\n`
  await taken(library, folderWith({ 'pdf/SKILL.md': skillMd('pdf', 'Read it.\n', policy) }))
  expect(library.shelf.entry('pdf')?.skill.policy).toMatchObject({ tools: ['shell'], domains: ['a.example'] })
  expect(standing(library, 'pdf').executable).toBe(false)
})

test('a prefix that is no name is refused before anything is written', async () => {
  const library = await open()
  await expect(taken(library, folderWith(pdf()), { prefix: '../x' })).rejects.toThrow(/skill name "\.\.\/x"/)
})

test('a folder that vanishes after it was read has been read', async () => {
  const library = await open()
  const root = join(tempFolder(), 'gone')
  const found = read(folderWith(pdf(), root))
  rmSync(root, { recursive: true })
  const report = await importSkills(found, ASKED, { ...library, now: () => new Date() })
  expect(report.taken).toMatchObject([{ name: 'pdf', outcome: 'new' }])
})
