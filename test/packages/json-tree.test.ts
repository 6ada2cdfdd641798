// Goal: a library of seed 004's form comes in whole, under names that stand here, with what it was used for; nothing of it
// counts twice, nothing is dropped without a word, and nothing on that disk makes us read without bound.
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SKILL_FILE_BYTES_MAX } from '../../src/domain/skill-limits.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { TREE_BYTES_MAX } from '../../src/packages/find-json-files.ts'
import { importJsonTree } from '../../src/packages/import-json-tree.ts'
import type { ImportAsked } from '../../src/packages/import-skills.ts'
import { IMPORTED_USES_MAX } from '../../src/packages/import-uses.ts'
import { readJsonTree } from '../../src/packages/read-json-tree.ts'
import { LOG_BYTES_MAX, LOG_FAULTS_TOLD_MAX, LOG_FILE_BYTES_MAX } from '../../src/packages/read-usage-log.ts'
import { type OpenLibrary, openLibrary } from '../support/open-library.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'
import { folderWith } from './package-folders.ts'
import { BORN, treeSkill, treeWith, usageLine } from './tree-folders.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const CONTEXT = { userHome: '', folder: '/', now: NOW }
const ASKED: ImportAsked = { update: false, isDryRun: false, whose: 'installer' }

async function open(layout = tempHome()) {
  return { ...(await openLibrary(layout, { gate: 'guarded' })), layout, now: () => new Date(NOW) }
}
type Opened = Awaited<ReturnType<typeof open>>

async function taken(library: Opened, path: string, over: Partial<ImportAsked> = {}) {
  const { taken, diagnostics, refused, uses } = await importJsonTree(path, CONTEXT, { ...ASKED, ...over }, library)
  const at = ({ file, line }: { file: string; line?: number }) =>
    `${file === path ? '.' : file.slice(path.length + 1)}${line === undefined ? '' : `:${line}`}`
  return {
    taken: taken.map(({ name, outcome, as }) => `${name} ${outcome} ${as}`),
    faults: diagnostics.map((each) => `${each.severity} ${each.code} ${at(each)}`),
    ...(refused === 0 ? {} : { refused }),
    uses: Object.fromEntries(Object.entries(uses).filter(([, count]) => count > 0)),
  }
}

/** Every load in the journal, oldest line first within its stream. */
async function loads({ journal }: Pick<OpenLibrary, 'journal'>) {
  const streams = await journal.streams()
  const slices = await Promise.all(streams.map(({ stream }) => journal.readStream(stream, 0)))
  return slices.flatMap(({ events }) => events)
}
const named = async (library: Opened) =>
  (await loads(library))
    .map((event) => (event.event === 'loaded' ? `${event.skillName} ${event.timestamp}` : '?'))
    .sort()

test('skills come in as candidates that nobody reviewed, with their dates and whatever else stood in their files', async () => {
  const library = await open()
  const more = { seeAlso: ['plan-meeting'], updatedAt: '2026-03-01T00:00:00+02:00', manifest: [{ filename: 'a.py' }] }
  const root = treeWith({ 'mcp/email': treeSkill('mcp/email', more), 'plan-meeting': treeSkill('plan-meeting') })
  expect(await taken(library, root)).toEqual({
    taken: ['mcp/email new candidate', 'plan-meeting new candidate'],
    faults: [],
    uses: {},
  })
  const { skill } = await library.library.get('mcp/email')
  expect(skill).toMatchObject({
    ...{ summary: 'Does mcp/email', content: '# mcp/email\n\nDo it.\n', seeAlso: ['plan-meeting'] },
    ...{ createdAt: '2026-02-17T09:30:00.123Z', updatedAt: '2026-02-28T22:00:00.000Z' },
    extra: { manifest: [{ filename: 'a.py' }] },
  })
  expect(await library.store.record('mcp/email')).toMatchObject({
    ...{ origin: 'machine', via: 'import', author: join(root, 'skills/mcp/email.json') },
    versions: [{ actor: 'installer' }],
  })
})

test('uses come along with their own dates, and the second time none more', async () => {
  const library = await open()
  const log = {
    s1: usageLine('tea', 's1', '2026-05-01T08:00:00+00:00') + usageLine('TEA', 's1', '2026-05-02T08:00:00Z'),
  }
  const root = treeWith({ tea: treeSkill('tea') }, log)
  expect(await taken(library, root)).toMatchObject({ uses: { taken: 2 } })
  const events = await loads(library)
  expect(events).toMatchObject([
    { event: 'loaded', skillName: 'tea', timestamp: '2026-05-01T08:00:00.000Z', actor: 'installer', how: 'by-name' },
    { event: 'loaded', skillName: 'tea', timestamp: '2026-05-02T08:00:00.000Z' },
  ])
  expect(new Set(events.map(({ sessionId }) => sessionId))).toEqual(
    new Set([expect.stringMatching(/^imported-[0-9a-f]{32}$/)]),
  )
  expect(await taken(library, root)).toEqual({ taken: ['tea unchanged candidate'], faults: [], uses: { known: 2 } })
  expect(await loads(library)).toEqual(events)
})

test('a log that was trimmed, went on and lies elsewhere brings only what is new', async () => {
  const library = await open()
  const days = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => usageLine('tea', 's', `2026-05-${10 + from + i}T08:00:00Z`)).join('')
  await taken(library, treeWith({ tea: treeSkill('tea') }, { s: days(0, 4) }))
  const moved = treeWith({ tea: treeSkill('tea') }, { s: days(2, 6) })
  expect(await taken(library, moved)).toMatchObject({ uses: { taken: 2, known: 2 } })
  expect(await named(library)).toHaveLength(6)
})

test('equal lines of one session each count, and a session keeps its skills together', async () => {
  const library = await open()
  const line = usageLine('tea', 's', '2026-05-01T08:00:00Z')
  const log = { s: line + line + usageLine('cup', 's', '2026-05-01T08:00:00Z') }
  await taken(library, treeWith({ tea: treeSkill('tea'), cup: treeSkill('cup') }, log))
  const events = await loads(library)
  expect(new Set(events.map(({ id }) => id)).size).toBe(3)
  expect(new Set(events.map(({ sessionId }) => sessionId)).size).toBe(1)
})

test('a last use that the log does not hold is a use of no known session; one that it holds is none more', async () => {
  const library = await open()
  const used = (name: string, lastUsedAt: string) => treeSkill(name, { lastUsedAt })
  const log = { s: usageLine('tea', 's', '2026-05-01T08:00:00.900Z') }
  const root = treeWith(
    { tea: used('tea', '2026-05-01T08:00:01Z'), cup: used('cup', '2026-04-01T07:00:00Z'), pot: treeSkill('pot') },
    log,
  )
  expect(await taken(library, root)).toMatchObject({ uses: { taken: 2 } })
  expect(await named(library)).toEqual(['cup 2026-04-01T07:00:00.000Z', 'tea 2026-05-01T08:00:00.900Z'])
  expect((await library.journal.read('stateless-2026-04-01', 0)).events).toMatchObject([{ skillName: 'cup' }])
  expect((await library.library.get('cup')).skill.extra).toEqual({})
  expect(await taken(library, root)).toMatchObject({ uses: { known: 2 } })
})

test('uses of skills that were not taken are counted and stay out', async () => {
  const library = await open()
  await library.library.save('tea', { content: 'Mine.' }, { actor: 'operator', via: 'terminal', author: null })
  const log = { s: usageLine('tea', 's', '2026-05-01T08:00:00Z') + usageLine('gone', 's', '2026-05-01T08:00:00Z') }
  const root = treeWith({ tea: treeSkill('tea') }, log)
  expect(await taken(library, root)).toEqual({
    taken: [],
    faults: ['error name-taken skills/tea.json'],
    refused: 1,
    uses: { ofOthers: 2 },
  })
  expect(await loads(library)).toEqual([])
})

test('with a prefix, names, references and uses all move', async () => {
  const library = await open()
  const tree = { tea: treeSkill('tea', { seeAlso: ['cup', 'elsewhere'] }), cup: treeSkill('cup') }
  const root = treeWith(tree, { s: usageLine('tea', 's', '2026-05-01T08:00:00Z') })
  expect((await taken(library, root, { prefix: 'old' })).uses).toEqual({ taken: 1 })
  expect(await named(library)).toEqual(['old/tea 2026-05-01T08:00:00.000Z'])
  expect((await library.library.get('old/tea')).skill.seeAlso).toEqual(['old/cup', 'elsewhere'])
})

test('a dry run says the same and writes nothing', async () => {
  const library = await open()
  const root = treeWith({ tea: treeSkill('tea') }, { s: usageLine('tea', 's', '2026-05-01T08:00:00Z') })
  expect(await taken(library, root, { isDryRun: true })).toEqual({
    ...{ taken: ['tea new planned'], faults: [], uses: { taken: 1 } },
  })
  expect([await loads(library), library.shelf.entries()]).toEqual([[], []])
})

test('names that the other system allowed are repaired, and whoever names them is led there', async () => {
  const library = await open()
  const tree = {
    Plan_Meeting: treeSkill('Plan_Meeting', { seeAlso: ['MCP'] }),
    MCP: treeSkill('MCP', { seeAlso: ['plan_meeting', 'mcp/Email', 'mcp'] }),
    'mcp/Email': treeSkill('mcp/Email', { parent: 'MCP' }),
  }
  const log = {
    s: usageLine('Plan_Meeting', 's', '2026-05-01T08:00:00Z') + usageLine('mcp', 's', '2026-05-01T08:00:00Z'),
  }
  expect(await taken(library, treeWith(tree, log))).toEqual({
    taken: ['mcp/guide new candidate', 'plan-meeting new candidate', 'mcp/email new candidate'],
    faults: [
      ...['warning bad-name skills/MCP.json', 'warning bad-name skills/MCP.json'],
      ...['warning bad-name skills/Plan_Meeting.json', 'warning bad-name skills/mcp/Email.json'],
    ],
    uses: { taken: 2 },
  })
  const skill = async (name: string) => (await library.library.get(name)).skill
  expect((await skill('mcp/guide')).seeAlso).toEqual(['plan-meeting', 'mcp/email'])
  expect((await skill('plan-meeting')).seeAlso).toEqual(['mcp/guide'])
  expect((await skill('mcp/email')).parent).toBe('mcp/guide')
  expect(await named(library)).toEqual(['mcp/guide 2026-05-01T08:00:00.000Z', 'plan-meeting 2026-05-01T08:00:00.000Z'])
})

test('a line that cannot be read is told with its number and hides no other', async () => {
  const library = await open()
  const good = usageLine('tea', 's', '2026-05-01T08:00:00Z')
  const lines = [
    ...['\n', '{"skillName":"tea","sessi\n', usageLine('tea', 's', '2026-11-21T10:00:01Z'), '\0\0\n', '[]\n'],
    ...[usageLine('tea', 's', '0001-01-01T00:00:00+00:00'), '{"event":"turn","sessionId":"s"}\n', `${good.trim()}\r\n`],
    ...[
      usageLine('', 's', '2026-05-01T08:00:00Z'),
      `{"skillName":"${'x'.repeat(70_000)}"}\n`,
      '{"SkillName":"tea","Timestamp":"2026-05-03T08:00:00"}',
    ],
  ]
  const root = treeWith({ tea: treeSkill('tea') }, { s: `\ufeff${lines.join('')}` })
  expect(await taken(library, root)).toEqual({
    taken: ['tea new candidate'],
    faults: [2, 3, 4, 5, 6, 9, 10].map((line) => `warning usage-line skill-usage/s.jsonl:${line}`),
    uses: { taken: 2, unread: 7 },
  })
  expect(await named(library)).toEqual(['tea 2026-05-01T08:00:00.000Z', 'tea 2026-05-03T08:00:00.000Z'])
})

test('of a log that is no log only so much is told', async () => {
  const root = treeWith({ tea: treeSkill('tea') }, { s: 'no\n'.repeat(5_000) })
  const { faults, uses } = await taken(await open(), root)
  expect([faults.length, faults.at(-1), uses]).toEqual([
    LOG_FAULTS_TOLD_MAX + 1,
    'warning usage-line skill-usage',
    { unread: 5_000 },
  ])
})

test('one bad file hides no other, and each is named', async () => {
  const library = await open()
  const root = treeWith({
    ...{
      tea: treeSkill('tea'),
      torn: '{"name":"torn",',
      twice: '{"content":"a","content":"b"}',
      list: '[]',
      empty: '',
    },
    ...{ bare: '{"name":"bare"}', settings: '{"theme":"dark"}', 'a b/c': treeSkill('__/..') },
    deep: `{"name":"deep","content":"x","more":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    wide: `{"name":"wide","content":"x","more":[${'1,'.repeat(60_000)}1]}`,
    polluted: '{"name":"polluted","content":"x","__proto__":{"isAdmin":true},"seeAlso":"tea"}',
  })
  expect(await taken(library, root)).toEqual({
    taken: ['polluted new candidate', 'tea new candidate'],
    faults: [
      ...['error bad-name skills/a b/c.json', 'error content-missing skills/bare.json'],
      ...[
        'error json-syntax skills/deep.json:1',
        'error json-syntax skills/empty.json:1',
        'error json-syntax skills/list.json',
      ],
      ...['warning bad-field skills/polluted.json', 'error content-missing skills/settings.json'],
      ...[
        'error json-syntax skills/torn.json:1',
        'error duplicate-key skills/twice.json:1',
        'error too-large skills/wide.json',
      ],
    ],
    refused: 9,
    uses: {},
  })
  const { extra } = (await library.library.get('polluted')).skill
  expect([Object.keys(extra), ({} as { isAdmin?: boolean }).isAdmin]).toEqual([[], undefined])
})

test('a tree is read within its bounds: links, hard links and sparse files stay out', async () => {
  const library = await open()
  const secret = folderWith({ 'secret.json': treeSkill('secret') })
  const root = treeWith({ tea: treeSkill('tea') }, { s: usageLine('tea', 's', '2026-05-01T08:00:00Z') })
  symlinkSync(join(secret, 'secret.json'), join(root, 'skills/linked.json'))
  symlinkSync(secret, join(root, 'skills/folder'))
  linkSync(join(secret, 'secret.json'), join(root, 'skills/hard.json'))
  symlinkSync(join(root, 'skill-usage/s.jsonl'), join(root, 'skill-usage/linked.jsonl'))
  folderWith({ '.embeddings/tea.bin': 'x', 'tea.resources/run.py': 'x', 'notes.txt': 'x' }, join(root, 'skills'))
  for (const sparse of ['skills/huge.json', 'skill-usage/huge.jsonl']) {
    writeFileSync(join(root, sparse), '')
    truncateSync(join(root, sparse), 1024 ** 4)
  }
  expect(await taken(library, root)).toEqual({
    taken: ['tea new candidate'],
    faults: [
      ...['error hard-link skills/hard.json', 'error too-large skills/huge.json', 'warning dotfile skills/.embeddings'],
      ...['error link skills/folder', 'error link skills/linked.json', 'warning further-file skills/notes.txt'],
      ...['warning further-file skills/tea.resources', 'warning link skill-usage/linked.jsonl'],
      'warning too-large skill-usage/huge.jsonl',
    ],
    refused: 2,
    uses: { taken: 1, unread: 2 },
  })
})

test('a tree that is too large as a whole is refused before a file of it is read', async () => {
  const root = treeWith({ tea: treeSkill('tea') })
  for (let i = 0; i <= TREE_BYTES_MAX / SKILL_FILE_BYTES_MAX; i++) {
    writeFileSync(join(root, `skills/s${i}.json`), '')
    truncateSync(join(root, `skills/s${i}.json`), SKILL_FILE_BYTES_MAX)
  }
  await expect(taken(await open(), root)).rejects.toThrow(/at most 268435456 bytes together, got more/)
})

test('of logs only so many bytes are read, and it is said from which on they were not', async () => {
  const root = treeWith({ tea: treeSkill('tea') }, { z: usageLine('tea', 'z', '2026-05-01T08:00:00Z') })
  for (let i = 0; i < LOG_BYTES_MAX / LOG_FILE_BYTES_MAX; i++) {
    writeFileSync(join(root, `skill-usage/s${i}.jsonl`), usageLine('tea', 's', `2026-05-1${i}T08:00:00Z`))
    truncateSync(join(root, `skill-usage/s${i}.jsonl`), LOG_FILE_BYTES_MAX)
  }
  const { uses, faults } = await taken(await open(), root)
  expect([uses, faults.at(-1)]).toEqual([{ taken: 4, unread: 5 }, 'warning too-large skill-usage/z.jsonl'])
})

test('of very many uses the newest come along, and the rest is counted', async () => {
  const minute = (i: number) => new Date(Date.UTC(2026, 0) + i * 60_000).toISOString()
  const lines = Array.from({ length: IMPORTED_USES_MAX + 2 }, (_, i) => usageLine('tea', 's', minute(i))).join('')
  const root = treeWith({ tea: treeSkill('tea') }, { s: lines })
  expect(await taken(await open(), root, { isDryRun: true })).toMatchObject({
    uses: { taken: IMPORTED_USES_MAX, older: 2 },
  })
})

test('folders beyond the depth of any import are named, not entered', async () => {
  const deep = Array.from({ length: 14 }, (_, i) => `d${i}`).join('/')
  const { read } = readJsonTree(folderWith({ [`${deep}/x.json`]: treeSkill('x') }), CONTEXT)
  expect([read.packages, read.diagnostics.map(({ code }) => code)]).toEqual([[], ['too-deep']])
})

test('of a tree whose own log is a link, nothing behind it is read', async () => {
  const elsewhere = treeWith({}, { s: usageLine('tea', 's', '2026-05-01T08:00:00Z') })
  const root = treeWith({ tea: treeSkill('tea') })
  symlinkSync(join(elsewhere, 'skill-usage'), join(root, 'skill-usage'))
  expect(await taken(await open(), root)).toEqual({
    ...{ taken: ['tea new candidate'], faults: ['error link skill-usage'], uses: {} },
  })
})

test('the skills folder itself may be named: the log is looked for beside it', async () => {
  const library = await open()
  const root = treeWith({ tea: treeSkill('tea') }, { s: usageLine('tea', 's', '2026-05-01T08:00:00Z') })
  expect((await taken(library, join(root, 'skills'))).uses).toEqual({ taken: 1 })
})

test("of a whole agent's folder only its skills are read, and a tree may have a folder called so", async () => {
  const root = treeWith({ tea: treeSkill('tea') })
  folderWith({ 'memory/fact.json': treeSkill('fact'), 'settings.json': treeSkill('settings') }, root)
  expect(await taken(await open(), root)).toMatchObject({ taken: ['tea new candidate'], faults: [] })
  folderWith({ 'skills/make.json': treeSkill('skills/make') }, join(root, 'skills'))
  expect(await taken(await open(), join(root, 'skills'))).toMatchObject({
    ...{ taken: ['skills/make new candidate', 'tea new candidate'], faults: [] },
  })
})

test('this library itself is refused: its uses would count twice', async () => {
  // In a folder of its own: the one that holds it is read, too.
  const library = await open(homeLayout(join(tempFolder(), 'home')))
  mkdirSync(library.layout.skills, { recursive: true })
  mkdirSync(library.layout.usage, { recursive: true })
  for (const path of [library.layout.home, library.layout.skills, join(library.layout.home, '..')]) {
    await expect(taken(library, path)).rejects.toThrow(/expected the tree of another library/)
  }
})

test('a prefix that is no name, a file, and nothing are refused before anything is written', async () => {
  const library = await open()
  const root = treeWith({ tea: treeSkill('tea') })
  await expect(taken(library, root, { prefix: '../x' })).rejects.toThrow(/skill name "\.\.\/x"/)
  await expect(taken(library, join(root, 'skills/tea.json'))).rejects.toThrow(/expected the folder of a JSON tree/)
  await expect(taken(library, join(tempFolder(), 'no'))).rejects.toThrow(/got nothing there/)
  expect(library.shelf.entries()).toEqual([])
})

test('a date that lies ahead is left aside, and the age begins today', async () => {
  const library = await open()
  const root = treeWith({
    tea: treeSkill('tea', { createdAt: '2099-01-01T00:00:00Z', lastUsedAt: '2099-01-01T00:00:00Z' }),
  })
  expect((await taken(library, root)).faults).toEqual([
    'warning bad-field skills/tea.json',
    'warning bad-field skills/tea.json',
  ])
  expect((await library.library.get('tea')).skill.createdAt).toBe(NOW)
  expect([BORN.length, await loads(library)]).toEqual([33, []])
})
