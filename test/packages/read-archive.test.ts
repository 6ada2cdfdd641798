// Goal: an archive is read as the folder that it was, under the archive's own name, and nothing of it stays behind.
// Method: real archives in a temporary folder that the test looks into while they are read and afterwards.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { withPlaces } from '../../src/packages/read-places.ts'
import { tempFolder } from '../support/temp-home.ts'
import { type ZipItem, zipOf } from '../support/zip-file.ts'
import { folderWith, NOW, outcome, skillMd } from './package-folders.ts'

const MIB = 1_048_576

let temporary: string
let folder: string

beforeEach(() => {
  temporary = tempFolder()
  folder = tempFolder()
  vi.stubEnv('TMPDIR', temporary)
  return () => vi.unstubAllEnvs()
})

function archive(name: string, items: readonly ZipItem[]): string {
  writeFileSync(join(folder, name), zipOf(items))
  return name
}

/** With what was in the temporary folder meanwhile. */
async function read(paths: string[], shownAs?: ReadonlyMap<string, string>) {
  const context = { userHome: '', folder, now: NOW, ...(shownAs === undefined ? {} : { shownAs }) }
  const short = (file: string) => file.replace(`${folder}/`, '')
  try {
    return await withPlaces(paths, context, async ({ packages, diagnostics }) => ({
      taken: packages.flatMap(({ skill, origin }) =>
        skill === undefined ? [] : [`${skill.name} from ${short(origin)}`],
      ),
      faults: [...packages.flatMap((each) => each.diagnostics), ...diagnostics].map(
        ({ code, file }) => `${code} ${short(file)}`,
      ),
      meanwhile: readdirSync(temporary, { recursive: true, encoding: 'utf8' }),
    }))
  } finally {
    expect(readdirSync(temporary)).toEqual([])
  }
}

type Row = { is: string; file: string; files: string[]; taken: string[]; faults?: string[] }

const ROWS: Row[] = [
  {
    is: 'one package at its top is called what it says of itself, not like the download',
    file: 'download (3).zip',
    files: ['SKILL.md=pdf', 'scripts/run.py'],
    taken: ['pdf from download (3).zip'],
  },
  {
    is: 'one package at its top that says no name is called like the archive',
    file: 'Make Tea.skill',
    files: ['SKILL.md='],
    taken: ['make-tea from Make Tea.skill'],
    faults: ['no-front-matter Make Tea.skill/SKILL.md'],
  },
  { is: 'a package in its folder', file: 'x.ZIP', files: ['pdf/SKILL.md=pdf'], taken: ['pdf from x.ZIP/pdf'] },
  {
    is: 'several packages',
    file: 'all.zip',
    files: ['pdf/SKILL.md=pdf', 'work/tea/SKILL.md=tea', 'README.md'],
    taken: ['pdf from all.zip/pdf', 'work/tea from all.zip/work/tea'],
    faults: ['not-a-package all.zip/README.md'],
  },
  {
    is: 'a folder of several packages is named from that folder, as when it is imported itself',
    file: 'repo.zip',
    files: ['repo-main/pdf/SKILL.md=pdf', 'repo-main/tea/SKILL.md=tea', '.DS_Store', '__MACOSX/repo-main/._pdf'],
    taken: ['pdf from repo.zip/repo-main/pdf', 'tea from repo.zip/repo-main/tea'],
    faults: ['dotfile repo.zip/.DS_Store', 'mac-metadata repo.zip/__MACOSX'],
  },
  {
    is: 'a bad package in a sound archive is refused alone',
    file: 'x.zip',
    files: ['a/SKILL.md=a', 'b/SKILL.md', 'c/SKILL.md=c'],
    taken: ['a from x.zip/a', 'c from x.zip/c'],
    faults: ['no-front-matter x.zip/b/SKILL.md', 'content-missing x.zip/b/SKILL.md'],
  },
  {
    is: 'an archive in the archive is a file like any other',
    file: 'x.zip',
    files: ['a/SKILL.md=a', 'a/more.zip', 'more.zip'],
    taken: ['a from x.zip/a'],
    faults: ['not-a-package x.zip/more.zip'],
  },
  { is: 'nothing at all', file: 'x.zip', files: [], taken: [] },
  { is: 'hidden files alone', file: 'x.zip', files: ['.env'], taken: [], faults: ['dotfile x.zip/.env'] },
  {
    is: 'no package',
    file: 'x.zip',
    files: ['a/README.md'],
    taken: [],
    faults: ['not-a-package x.zip/a/README.md'],
  },
]

test.each(ROWS)('an archive of $is', async ({ file, files, taken, faults = [] }) => {
  const items = files.map((each): ZipItem => {
    const [name = '', skill] = each.split('=')
    return { name, data: skill === undefined ? '' : skill === '' ? '# Tea\n\nBoil.\n' : skillMd(skill) }
  })
  const result = await read([archive(file, items)])
  expect(result.taken).toEqual(taken)
  expect(result.faults.sort()).toEqual([...faults].sort())
})

test('what was unpacked stays while it is used, for nobody else, with the bit of programs', async () => {
  archive('x.zip', [
    { name: 'pdf/SKILL.md', data: skillMd('pdf') },
    { name: 'pdf/scripts/run.py', data: 'run', mode: 0o100755 },
    { name: 'pdf/scripts/data.py', data: 'data', mode: 0o100644 },
    { name: 'pdf/assets/more.zip', data: zipOf([{ name: 'SKILL.md', data: skillMd('inner') }]) },
  ])
  const files = await withPlaces(['x.zip'], { userHome: '', folder, now: NOW }, async ({ packages: [found] }) => {
    const [top = ''] = readdirSync(temporary)
    expect(statSync(join(temporary, top)).mode & 0o077).toBe(0)
    return found?.skill?.files.map((file) => ({ ...file, bytes: found.bytesOf?.(file).toString('utf8', 0, 4) }))
  })
  expect(files?.map(({ path, isExecutable, bytes }) => [path, isExecutable === true, bytes])).toEqual([
    ['assets/more.zip', false, 'PK\u0003\u0004'],
    ['scripts/data.py', false, 'data'],
    ['scripts/run.py', true, 'run'],
  ])
  expect(readdirSync(temporary)).toEqual([])
})

test('nothing stays behind of an archive that is refused, or when its use fails', async () => {
  archive('bad.zip', [
    { name: 'a/SKILL.md', data: skillMd('a') },
    { name: 'b', data: 'abc', size: 2 },
  ])
  const { taken, faults, meanwhile } = await read(['bad.zip'])
  expect([taken, faults]).toEqual([[], ['damaged bad.zip/b']])
  expect(meanwhile.some((path) => path.endsWith('a/SKILL.md'))).toBe(true)
  archive('good.zip', [{ name: 'a/SKILL.md', data: skillMd('a') }])
  const failing = withPlaces(['good.zip'], { userHome: '', folder, now: NOW }, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(readdirSync(temporary)).toEqual([])
})

test('a package of 10 MiB and a byte is refused alone, as in a folder; its neighbours are taken', async () => {
  const text = skillMd('big')
  archive('x.zip', [
    { name: 'big/SKILL.md', data: text },
    { name: 'big/data', data: Buffer.alloc(10 * MIB + 1 - text.length) },
    { name: 'full/SKILL.md', data: skillMd('full') },
    { name: 'full/data', data: Buffer.alloc(10 * MIB - skillMd('full').length) },
  ])
  const { taken, faults } = await read(['x.zip'])
  expect(taken).toEqual(['full from x.zip/full'])
  expect(faults).toContain('too-large x.zip/big')
})

test('an archive says of itself what its folder would say', async () => {
  const files = {
    'a/SKILL.md': skillMd('a'),
    'a/references/one.md': 'x',
    'b/SKILL.md': skillMd('word'),
    'c/team/d/SKILL.md': '---\nname: d\n',
    'loose.txt': 'x',
  }
  const asFolder = outcome(folderWith(files, join(folder, 'as-folder')))
  archive(
    'x.zip',
    Object.entries(files).map(([name, data]) => ({ name, data })),
  )
  const asArchive = await read(['x.zip'])
  expect(asArchive.taken.map((said) => said.split(' ')[0])).toEqual(asFolder.taken)
  expect(asArchive.faults.map((said) => said.replace('x.zip/', '')).sort()).toEqual(asFolder.faults)
})

test('archives and folders are read together, each once', async () => {
  archive('x.zip', [{ name: 'a/SKILL.md', data: skillMd('a') }])
  folderWith({ 'b/SKILL.md': skillMd('b') }, folder)
  expect((await read(['x.zip', 'b', './x.zip'])).taken).toEqual(['a from x.zip/a', 'b from b'])
})

test('an archive that is known by another name is called by it', async () => {
  const place = join(folder, archive('x.zip', [{ name: 'a/SKILL.md', data: '---\nname: a\n' }]))
  const { faults } = await read([place], new Map([[place, 'https://host.example/x.zip']]))
  expect(faults).toEqual(['front-matter-unclosed https://host.example/x.zip/a/SKILL.md'])
})

test.each(['x.tar.gz', 'x.tgz', 'x.TAR', 'x.7z', 'x.rar', 'x.tar.zst'])(
  'another kind of archive is refused with what is taken instead: %s',
  async (file) => {
    archive(file, [])
    await expect(read([file])).rejects.toThrow(
      /expected a zip archive \(\.zip, \.skill\), a folder or a Markdown file, got another kind of archive$/,
    )
  },
)

test('a folder that is called like an archive is a folder', async () => {
  mkdirSync(join(folder, 'x.zip'))
  writeFileSync(join(folder, 'x.zip', 'SKILL.md'), skillMd('x-zip'))
  const { taken, meanwhile } = await read(['x.zip'])
  expect([taken, meanwhile]).toEqual([['x-zip from x.zip'], []])
})
