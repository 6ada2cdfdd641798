// Goal: what is a package is read under the right name, what is not is named, and no hostile folder costs more than two
// seconds or hides its neighbours. Method: rows of folders, made here on the real disk.
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { folderWith, outcome, read, skillMd } from './package-folders.ts'

type Row = { is: string; files: Record<string, string>; taken: string[]; faults?: string[] }

const ROWS: Row[] = [
  { is: 'a package', files: { 'SKILL.md': skillMd('pdf') }, taken: ['root'], faults: ['name-mismatch SKILL.md'] },
  { is: 'several', files: { 'a/SKILL.md': skillMd('a'), 'b/SKILL.md': skillMd('b') }, taken: ['a', 'b'] },
  { is: 'one in a group', files: { 'work/pdf/SKILL.md': skillMd('pdf') }, taken: ['work/pdf'] },
  {
    is: 'one of ours, whose folder says the last part of its name',
    files: { 'email/SKILL.md': skillMd('email', 'Send.\n', 'metadata:\n  skill-cortex-name: mcp/email\n') },
    taken: ['mcp/email'],
  },
  {
    is: 'a folder whose name is no skill name',
    files: { 'My Tools/PDF_Reader/SKILL.md': skillMd('pdf-reader') },
    taken: ['my-tools/pdf-reader'],
  },
  {
    is: 'a name that differs from its folder: the folder wins',
    files: { 'pdf/SKILL.md': skillMd('word') },
    taken: ['pdf'],
    faults: ['name-mismatch pdf/SKILL.md'],
  },
  { is: 'a text in small letters', files: { 'a/skill.md': skillMd('a') }, taken: ['a'] },
  {
    is: 'a byte order mark and CRLF',
    files: { 'a/SKILL.md': `\ufeff${skillMd('a').replaceAll('\n', '\r\n')}` },
    taken: ['a'],
  },
  {
    is: 'no front matter',
    files: { 'a/SKILL.md': '# Do it\n' },
    taken: ['a'],
    faults: ['no-front-matter a/SKILL.md'],
  },
  {
    is: 'further files, each taken',
    files: { 'a/SKILL.md': skillMd('a'), 'a/scripts/run.py': 'x', 'a/references/deep/er.md': 'y', 'a/LICENSE': 'z' },
    taken: ['a'],
  },
  {
    is: 'hidden files and folders, named and not entered',
    files: { 'a/SKILL.md': skillMd('a'), 'a/.env': 'S=1', 'a/.git/config': 'x', '.git/HEAD': 'x', '.DS_Store': '' },
    taken: ['a'],
    faults: ['dotfile .DS_Store', 'dotfile .git', 'dotfile a/.env', 'dotfile a/.git'],
  },
  {
    is: 'a package in a package',
    files: { 'a/SKILL.md': skillMd('a'), 'a/inner/SKILL.md': skillMd('inner') },
    taken: ['a'],
    faults: ['nested-package a/inner/SKILL.md'],
  },
  {
    is: 'loose files and packages of programs',
    files: { 'README.md': 'x', 'a/SKILL.md': skillMd('a'), 'node_modules/x/SKILL.md': skillMd('x') },
    taken: ['a'],
    faults: ['foreign-folder node_modules', 'not-a-package README.md'],
  },
  {
    is: 'a bad one beside good ones',
    files: { 'a/SKILL.md': '---\nname: a\nno end', 'b/SKILL.md': skillMd('b'), 'c/SKILL.md': '' },
    taken: ['b'],
    faults: ['content-missing c/SKILL.md', 'front-matter-unclosed a/SKILL.md', 'no-front-matter c/SKILL.md'],
  },
  {
    is: 'names that only some systems tell apart',
    files: { 'a/SKILL.md': skillMd('a'), 'a/skill.md': skillMd('a'), 'b/SKILL.md': skillMd('b'), 'b/x': '', 'b/X': '' },
    taken: [],
    faults: [
      'contested-name a/SKILL.md',
      'contested-name a/skill.md',
      'contested-name b/X',
      'contested-name b/x',
      'reserved a/skill.md',
    ],
  },
  {
    is: 'one letter in two forms',
    files: { 'a/SKILL.md': skillMd('a'), 'a/caf\u00e9': '', 'a/cafe\u0301': '' },
    taken: [],
    faults: ['contested-name a/cafe\u0301', 'contested-name a/caf\u00e9'],
  },
  {
    is: 'file names that Windows keeps for itself',
    files: {
      'a/SKILL.md': skillMd('a'),
      'a/aux.txt': '',
      'b/SKILL.md': skillMd('b'),
      'b/x:y': '',
      'c/SKILL.md': skillMd('c'),
    },
    taken: ['c'],
    faults: ['bad-path a/aux.txt', 'bad-path b/x:y'],
  },
]

test.each(ROWS)('$is', ({ files, taken, faults = [] }) => {
  const root = join(tempFolder(), 'root')
  folderWith(files, root)
  expect(outcome(root)).toEqual({ taken, faults: [...faults].sort() })
})

// `plant` puts one hostile package `bad` beside a good one.
type Hostile = { is: string; plant: (bad: string, root: string) => void; fault: RegExp }

const HOSTILE: Hostile[] = [
  {
    is: 'its text is a link',
    plant: (bad, root) => symlinkSync(join(folderWith({ s: skillMd('bad') }, root), 's'), join(bad, 'SKILL.md')),
    fault: /^link bad\/SKILL\.md$/,
  },
  {
    is: 'a further file is a link',
    plant: (bad) => symlinkSync('/etc/passwd', join(folderWith({ 'SKILL.md': skillMd('bad') }, bad), 'passwd')),
    fault: /^link bad\/passwd$/,
  },
  {
    is: 'it is a link to a folder',
    plant: (bad) => symlinkSync(folderWith({ 'SKILL.md': skillMd('bad') }), join(bad, 'inner')),
    fault: /^link bad\/inner$/,
  },
  {
    is: 'it is a folder that leads to itself',
    plant: (bad) => symlinkSync(bad, join(folderWith({ 'SKILL.md': skillMd('bad') }, bad), 'again')),
    fault: /^link bad\/again$/,
  },
  {
    is: 'its text is a hard link',
    plant: (bad) => linkSync(join(folderWith({ mine: skillMd('bad') }), 'mine'), join(bad, 'SKILL.md')),
    fault: /^hard-link bad\/SKILL\.md$/,
  },
  {
    is: 'its text is a pipe that nobody writes to',
    plant: (bad) => void execFileSync('mkfifo', [join(bad, 'SKILL.md')]),
    fault: /^not-a-file bad\/SKILL\.md$/,
  },
  {
    is: 'its text is one byte too long',
    plant: (bad) => void folderWith({ 'SKILL.md': skillMd('bad', 'x'.repeat(1_048_577)) }, bad),
    fault: /^too-large bad\/SKILL\.md$/,
  },
  {
    is: 'its text is a tebibyte of nothing',
    plant: (bad) => truncateSync(join(folderWith({ 'SKILL.md': '' }, bad), 'SKILL.md'), 2 ** 40),
    fault: /^too-large bad$/,
  },
  {
    is: 'its text is larger than any text, and smaller than a package',
    plant: (bad) => truncateSync(join(folderWith({ 'SKILL.md': '' }, bad), 'SKILL.md'), 5_000_000),
    fault: /^too-large bad\/SKILL\.md$/,
  },
  {
    is: 'a further file makes it 10 MiB and one byte',
    plant(bad) {
      const text = skillMd('bad')
      folderWith({ 'SKILL.md': text, big: '' }, bad)
      truncateSync(join(bad, 'big'), 10 * 1_048_576 + 1 - Buffer.byteLength(text))
    },
    fault: /^too-large bad$/,
  },
  {
    is: 'its text is not in UTF-8',
    plant: (bad) => void folderWith({ 'SKILL.md': Buffer.concat([Buffer.from(skillMd('bad')), Buffer.of(0xff)]) }, bad),
    fault: /^not-utf8 bad\/SKILL\.md$/,
  },
  {
    is: 'it has 513 files',
    plant(bad) {
      folderWith({ 'SKILL.md': skillMd('bad') }, bad)
      for (let i = 1; i < 513; i++) writeFileSync(join(bad, `f${i}`), '')
    },
    fault: /^too-many bad$/,
  },
  {
    is: 'it has 20,001 files',
    plant(bad) {
      folderWith({ 'SKILL.md': skillMd('bad') }, bad)
      for (let i = 1; i < 20_001; i++) writeFileSync(join(bad, `f${i}`), '')
    },
    fault: /^too-many bad$/,
  },
  {
    is: 'its folders lie 300 deep',
    plant(bad) {
      folderWith({ 'SKILL.md': skillMd('bad') }, bad)
      mkdirSync(join(bad, ...Array(300).fill('d')), { recursive: true })
    },
    fault: /^too-deep bad\/d\/d\/d\/d\/d\/d\/d\/d\/d\/d\/d\/d\/d$/,
  },
  {
    is: 'it lies 300 deep',
    plant: (bad) => void folderWith({ 'SKILL.md': skillMd('bad') }, join(bad, ...Array(300).fill('d'))),
    fault: /^too-deep bad(?:\/d){12}$/,
  },
  {
    is: 'loose files without end',
    plant(bad) {
      for (let i = 0; i < 10_001; i++) writeFileSync(join(bad, `f${i}.md`), '')
    },
    fault: /^too-many bad$/,
  },
  {
    is: 'its front matter has no end',
    plant: (bad) => void folderWith({ 'SKILL.md': `---\nname: bad\n${'a: b\n'.repeat(70_000)}` }, bad),
    fault: /^too-large bad\/SKILL\.md$/,
  },
]

test.each(HOSTILE)('refused, quickly and alone: $is', ({ plant, fault }) => {
  const root = join(tempFolder(), 'root')
  folderWith({ 'a-good/SKILL.md': skillMd('a-good'), 'z-good/SKILL.md': skillMd('z-good') }, root)
  mkdirSync(join(root, 'bad'))
  plant(join(root, 'bad'), root)
  const started = performance.now()
  const { taken, faults } = outcome(root)
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(taken).toEqual(['a-good', 'z-good'])
  expect(faults.filter((said) => fault.test(said))).toHaveLength(1)
  // Each is refused as well when it is named by itself, where it can be.
  expect(outcome(join(root, 'bad')).taken).toEqual([])
})

test('a bomb of aliases stays the few lines that it is', () => {
  const lines = Array.from({ length: 30 }, (_, i) => `k${i + 1}: &k${i + 1} [*k${i}, *k${i}, *k${i}]`).join('\n')
  const root = folderWith({ 'a/SKILL.md': `---\nname: a\ndescription: A\nk0: &k0 [x]\n${lines}\n---\n\nDo it.\n` })
  const started = performance.now()
  const [found] = read(root).packages
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(JSON.stringify(found?.skill).length).toBeLessThan(10_000)
})

test('a socket is no file', async () => {
  const root = folderWith({ 'a/SKILL.md': skillMd('a') })
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(join(root, 'a', 's'), resolve))
  expect(outcome(root)).toEqual({ taken: [], faults: ['not-a-file a/s'] })
})

test('an import of more than can be looked through takes nothing, within two seconds', () => {
  const root = tempFolder()
  for (let folder = 0; folder < 41; folder++) {
    mkdirSync(join(root, `p${folder}`))
    for (let i = 0; i < 488; i++) writeFileSync(join(root, `p${folder}`, `f${i}`), '')
  }
  const started = performance.now()
  expect(() => read(root)).toThrow(/expected at most 20000 files and folders in one import, got more/)
  expect(performance.now() - started).toBeLessThan(20_000)
})

type Single = { is: string; file: string; text: string; taken: string[]; fault?: RegExp }
const SINGLE: Single[] = [
  { is: 'what it says of itself comes first', file: 'download (3).md', text: skillMd('pdf'), taken: ['pdf'] },
  { is: 'its own name where it says none', file: 'Make Tea.md', text: '# Tea\n\nBoil.\n', taken: ['make-tea'] },
  { is: 'no text', file: 'a.md', text: '', taken: [], fault: /^content-missing/ },
]

test.each(SINGLE)('a single file: $is', ({ file, text, taken, fault }) => {
  const path = join(folderWith({ [file]: text, 'other.md': 'x' }), file)
  const found = outcome(path)
  expect(found.taken).toEqual(taken)
  if (fault !== undefined) expect(found.faults.join('\n')).toMatch(fault)
})

test('a SKILL.md that is named itself is its folder; a link that is named is followed', () => {
  const root = folderWith({ 'pdf/SKILL.md': skillMd('pdf'), 'pdf/run.py': 'x' })
  expect(outcome(join(root, 'pdf/SKILL.md')).taken).toEqual(['pdf'])
  symlinkSync(join(root, 'pdf'), join(root, 'to-pdf'))
  expect(read(join(root, 'to-pdf')).packages.map(({ origin, skill }) => [origin, skill?.name])).toEqual([
    [join(root, 'pdf'), 'pdf'],
  ])
})

test('a single file with a second name on its disk is refused', () => {
  const root = folderWith({ 'a.md': skillMd('a') })
  linkSync(join(root, 'a.md'), join(root, 'b.md'))
  expect(read(join(root, 'a.md')).packages[0]?.diagnostics[0]?.code).toBe('hard-link')
})

test.each([
  ['nothing there', '/no/such/place', /expected a folder or a Markdown file at ".*", got nothing there/],
  ['no Markdown', '/etc/hosts', /expected a folder or a Markdown file, got "hosts"/],
  ['a device', '/dev/null', /got a pipe, socket or device/],
])('refused with a sentence: %s', (_is, path, message) => {
  expect(() => read(path)).toThrow(message)
})

test('a place in the home of the user is told from there', () => {
  const userHome = folderWith({ '.claude/skills/pdf/SKILL.md': skillMd('pdf') })
  const { packages } = read(join(userHome, '.claude/skills'), userHome)
  expect(packages.map(({ origin }) => origin)).toEqual(['~/.claude/skills/pdf'])
})
