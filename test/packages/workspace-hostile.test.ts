// Goal: whatever stands in a workspace, nothing outside of it is read, nothing of a bad package is installed, and the good
// one beside it is. Each case is a folder "bad" beside a folder "good", and what is said of it.
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorkspace } from '../../src/packages/read-workspace.ts'
import { OPERATOR } from '../support/open-library.ts'
import { tempFolder } from '../support/temp-home.ts'
import { folderWith, NOW, skillMd } from './package-folders.ts'
import { extracted, treeOf, workspace, workspaceHome } from './workspace-home.ts'

const MIB = 1024 * 1024
const text = skillMd('bad')
const many = (count: number, folder: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/${i}`, 'x']))
const outside = () => folderWith({ 'secret.txt': 'The secret.' })

/** What is made in the folder, and the codes of what is said of it. */
const BAD: [what: string, make: (bad: string) => unknown, codes: string[]][] = [
  ['a link to a file', (bad) => symlinkSync(join(outside(), 'secret.txt'), join(bad, 'scripts/x')), ['link']],
  ['a link to a folder', (bad) => symlinkSync(outside(), join(bad, 'references')), ['link']],
  ['a link that leads nowhere', (bad) => symlinkSync('/nowhere/at/all', join(bad, 'scripts/x')), ['link']],
  ['a link as its text', (bad) => relinked(bad, 'SKILL.md'), ['link']],
  ['a link as its policy', (bad) => relinked(bad, 'policy.json'), ['link']],
  ['a hard link', (bad) => linkSync(join(outside(), 'secret.txt'), join(bad, 'scripts/x')), ['hard-link']],
  ['a pipe', (bad) => execFileSync('mkfifo', [join(bad, 'scripts/pipe')]), ['not-a-file']],
  ['a pipe as its text', (bad) => piped(bad, 'SKILL.md'), ['not-a-file']],
  ['a sparse file of one TiB', (bad) => sparse(join(bad, 'assets/huge'), 1024 ** 4), ['too-large']],
  ['files of 10 MiB and a byte', (bad) => sparse(join(bad, 'assets/large'), 10 * MIB + 1), ['too-large']],
  [
    'a text of 1 MiB and a byte',
    (bad) => writeFileSync(join(bad, 'SKILL.md'), skillMd('bad', 'x'.repeat(MIB + 1))),
    ['too-large'],
  ],
  ['513 files', (bad) => folderWith(many(513, 'assets'), bad), ['too-many']],
  ['5,000 files', (bad) => folderWith(many(5_000, 'assets'), bad), ['too-many']],
  ['a tree 300 deep', (bad) => folderWith({ [`assets/${'d/'.repeat(300)}x`]: 'x' }, bad), ['too-deep']],
  [
    'names that differ in case',
    (bad) => folderWith({ 'assets/A': '1', 'assets/a': '2' }, bad),
    ['contested-name', 'contested-name'],
  ],
  [
    'names that differ in form',
    (bad) => folderWith({ 'assets/\u00e9': '1', 'assets/e\u0301': '2' }, bad),
    ['contested-name', 'contested-name'],
  ],
  ['a second text in other letters', (bad) => folderWith({ 'skill.md': text }, bad), ['contested-name']],
  ['a second folder in other letters', (bad) => folderWith({ 'Scripts/x.sh': 'x' }, bad), ['contested-name']],
  [
    'its text in other letters alone',
    (bad) => renameSync(join(bad, 'SKILL.md'), join(bad, 'Skill.md')),
    ['contested-name'],
  ],
  ['a name of Windows devices', (bad) => folderWith({ 'scripts/con.txt': 'x' }, bad), ['bad-path']],
  ['a name with a line break', (bad) => folderWith({ 'scripts/a\nb': 'x' }, bad), ['bad-path']],
  ['another name than its folder', (bad) => folderWith({ 'SKILL.md': skillMd('evil') }, bad), ['name-mismatch']],
  ['a path for a name', (bad) => folderWith({ 'SKILL.md': skillMd('../../etc') }, bad), ['bad-name']],
  ['no name', (bad) => folderWith({ 'SKILL.md': '---\ndescription: x\n---\n\nDo it.\n' }, bad), ['name-missing']],
  ['no front matter', (bad) => folderWith({ 'SKILL.md': '# Bad\n' }, bad), ['no-front-matter', 'name-missing']],
  ['no content', (bad) => folderWith({ 'SKILL.md': skillMd('bad', '') }, bad), ['content-missing']],
  [
    'bytes that are no text',
    (bad) => folderWith({ 'SKILL.md': new Uint8Array([0xff, 0xfe, 0x00]) }, bad),
    ['not-utf8'],
  ],
  ['a policy that is no JSON', (bad) => folderWith({ 'policy.json': '{' }, bad), ['json-syntax']],
  ['a policy of 64 KiB and more', (bad) => folderWith({ 'policy.json': ' '.repeat(70_000) }, bad), ['too-large']],
]

function relinked(bad: string, name: string): void {
  rmSync(join(bad, name), { force: true })
  symlinkSync(join(outside(), 'secret.txt'), join(bad, name))
}
function piped(bad: string, name: string): void {
  rmSync(join(bad, name))
  execFileSync('mkfifo', [join(bad, name)])
}
function sparse(path: string, bytes: number): void {
  writeFileSync(path, '')
  truncateSync(path, bytes)
}

function withGood(): { dir: string; bad: string } {
  const dir = workspace()
  folderWith({ 'good/SKILL.md': skillMd('good'), 'bad/SKILL.md': text }, dir)
  for (const folder of ['scripts', 'assets']) mkdirSync(join(dir, 'bad', folder))
  return { dir, bad: join(dir, 'bad') }
}

test.each(BAD)('%s is refused with its reason, alone', async (_, make, codes) => {
  const home = await workspaceHome()
  const { dir, bad } = withGood()
  make(bad)
  const lines = await extracted(home, dir)
  expect(lines.slice(0, 2)).toEqual(['created good', '- work/bad'])
  expect(lines.slice(2).map((line) => line.split(' ')[0])).toEqual(codes)
  await home.shelf.lookAround()
  expect(home.shelf.entries().map(({ skill }) => skill.name)).toEqual(['good'])
})

/** What is passed over with a word, because it is none of the skill's. */
const LEFT: [what: string, make: (bad: string) => unknown][] = [
  ['a link beside the folders of a skill', (bad) => symlinkSync('/etc', join(bad, 'etc'))],
  ['a pipe beside them', (bad) => execFileSync('mkfifo', [join(bad, 'pipe')])],
  ['a hidden file in them', (bad) => folderWith({ 'scripts/.env': 'KEY=1' }, bad)],
  ['packages of a program in them', (bad) => folderWith({ 'scripts/node_modules/a/b.js': 'x' }, bad)],
  ['packages of a program beside them', (bad) => folderWith(many(3_000, 'node_modules'), bad)],
  ['a log', (bad) => folderWith({ 'scripts/run.log': 'x' }, bad)],
  ['a skill inside of the skill', (bad) => folderWith({ 'inner/SKILL.md': skillMd('inner') }, bad)],
  [
    'a file called scripts',
    (bad) => {
      rmSync(join(bad, 'scripts'), { recursive: true })
      writeFileSync(join(bad, 'scripts'), 'x')
    },
  ],
]

test.each(LEFT)('%s is named and not taken', async (_, make) => {
  const home = await workspaceHome()
  const { dir, bad } = withGood()
  make(bad)
  const [first, second, ...said] = await extracted(home, dir)
  expect([first, second]).toEqual(['created bad', 'created good'])
  expect(said).toEqual([expect.stringMatching(/^left-out work\/bad\//)])
  expect((await home.library.get('bad')).skill.files).toEqual([])
})

test('a text inside of assets is a file like any other', async () => {
  const home = await workspaceHome()
  const { dir, bad } = withGood()
  folderWith({ 'assets/template/SKILL.md': skillMd('template') }, bad)
  expect(await extracted(home, dir)).toEqual(['created bad', 'created good'])
  expect((await home.library.get('bad')).skill.files.map(({ path }) => path)).toEqual(['assets/template/SKILL.md'])
})

const CHANGES: [what: string, change: (dir: string) => void][] = [
  ['a file changes', (dir) => writeFileSync(join(dir, 'b/scripts/x.sh'), 'rm -rf /\n')],
  ['a file goes', (dir) => rmSync(join(dir, 'b/scripts/x.sh'))],
  ['a file comes', (dir) => writeFileSync(join(dir, 'b/scripts/y.sh'), 'y')],
  ['a file turns into a link', (dir) => relinked(join(dir, 'b/scripts'), 'x.sh')],
  ['what was read already changes', (dir) => writeFileSync(join(dir, 'a/SKILL.md'), skillMd('a', 'Other.\n'))],
  ['a package comes', (dir) => folderWith({ 'c/SKILL.md': skillMd('c') }, dir)],
]
test.each(CHANGES)('when %s while it is read, the whole workspace is refused', async (_, change) => {
  const dir = workspace()
  const b = { 'b/SKILL.md': skillMd('b'), 'b/scripts/x.sh': 'echo x\n' }
  folderWith({ 'a/SKILL.md': skillMd('a'), ...b }, dir)
  let isDone = false
  // Asked once the first package has been read, and the second only listed.
  const checkedOut = {
    has() {
      if (!isDone) change(dir)
      isDone = true
      return true
    },
  }
  expect(() => readWorkspace(dir, { now: NOW, checkedOut })).toThrow(
    expect.objectContaining({ code: 'conflict', fix: expect.stringMatching(/^Nothing was taken/) }),
  )
})

test('more packages than one extraction takes, and a workspace that is all too large, are refused whole', async () => {
  const home = await workspaceHome()
  const dir = folderWith(
    Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`s${i}/SKILL.md`, skillMd(`s${i}`)])),
    workspace(),
  )
  await expect(home.workspaces.extract({ dir, author: null })).rejects.toMatchObject({ code: 'too-large' })
  const heavy = workspace('heavy')
  for (let i = 0; i < 5; i++) {
    folderWith({ [`s${i}/SKILL.md`]: skillMd(`s${i}`), [`s${i}/assets/x`]: '' }, heavy)
    truncateSync(join(heavy, `s${i}/assets/x`), 9 * MIB)
  }
  await expect(home.workspaces.extract({ dir: heavy, author: null })).rejects.toMatchObject({ code: 'too-large' })
  expect(home.shelf.entries()).toEqual([])
})

test('a checkout writes over nothing and beside nothing that would pass for the skill', async () => {
  const home = await workspaceHome()
  const sha256 = await home.store.keepFile(Buffer.from('x'))
  await home.library.save('mail', { content: '# Mail\n', files: [{ path: 'scripts/x.sh', size: 1, sha256 }] }, OPERATOR)
  const refused: [string, (dir: string) => unknown, string][] = [
    ['another text', (dir) => folderWith({ 'SKILL.md': skillMd('mail') }, dir), 'conflict'],
    ['a file of others in scripts/', (dir) => folderWith({ 'scripts/mine.sh': 'x' }, dir), 'conflict'],
    ['a folder that is a link', (dir) => symlinkSync(tempFolder(), join(dir, 'scripts')), 'refused'],
    ['a file that is a link', (dir) => symlinkSync(join(outside(), 'secret.txt'), join(dir, 'SKILL.md')), 'conflict'],
  ]
  for (const [what, make, code] of refused) {
    const dir = workspace()
    make(dir)
    const before = treeOf(dir)
    await expect(home.workspaces.checkout({ name: 'mail', dir }), what).rejects.toMatchObject({ code })
    expect(treeOf(dir), what).toEqual(before)
  }
  const dir = workspace()
  await home.workspaces.checkout({ name: 'mail', dir })
  await home.workspaces.checkout({ name: 'mail', dir })
  expect(Object.keys(treeOf(dir))).toEqual(['SKILL.md', 'policy.json', 'scripts/x.sh'])
})
