// Goal: at a command line an archive comes in like the folder that it was; it is known as the archive in all that is said
// and recorded, and taken again when it has changed.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillMd } from '../packages/package-folders.ts'
import { tempFolder } from '../support/temp-home.ts'
import { type ZipItem, zipOf } from '../support/zip-file.ts'
import { homeWith, skillCortex } from './run-program.ts'

const TEA: ZipItem = { name: 'tea/SKILL.md', data: skillMd('tea') }

/** A folder for the archive, one for a home, and one in which nothing may stay behind. */
function places() {
  const [folder, home, temporary] = [tempFolder(), homeWith([]), tempFolder()]
  const path = join(folder, 'x.zip')
  return {
    path,
    pack: (items: readonly ZipItem[], name = 'x.zip') => writeFileSync(join(folder, name), zipOf(items)),
    async run(...args: string[]) {
      const { exit, out, err } = await skillCortex([...args, '--home', home], {
        env: { TMPDIR: temporary },
        cwd: folder,
      })
      expect(readdirSync(temporary)).toEqual([])
      return { exit, out: out.replaceAll(folder, 'FOLDER'), err: err.replaceAll(folder, 'FOLDER') }
    },
  }
}

test('skills of an archive are taken, shown and recorded under its path, and what changed is taken with --update', async () => {
  const { pack, run } = places()
  pack([{ name: 'pdf/SKILL.md', data: skillMd('pdf') }, { name: 'pdf/scripts/run.py', data: 'x', mode: 0o100755 }, TEA])
  const taken = await run('import', 'x.zip')
  expect([taken.exit, taken.err]).toEqual([0, ''])
  expect(taken.out).toMatch(/^pdf +candidate .*FOLDER\/x\.zip\/pdf$/m)
  expect(taken.out).toMatch(/^tea +candidate .*FOLDER\/x\.zip\/tea$/m)
  expect((await run('show', 'pdf')).out).toMatch(/Imported from FOLDER\/x\.zip\/pdf; it is a candidate/)

  const again = await run('import', 'x.zip')
  expect([again.exit, again.out]).toEqual([0, expect.stringContaining('Took 0 skills, 2 unchanged.')])

  pack([{ name: 'pdf/SKILL.md', data: skillMd('pdf', 'Do it better.\n') }, TEA])
  const changed = await run('import', 'x.zip')
  expect([changed.exit, changed.out]).toEqual([
    1,
    expect.stringMatching(/^ *FOLDER\/x\.zip\/pdf: error changed-since: /m),
  ])
  const updated = await run('import', 'x.zip', '--update')
  expect([updated.exit, updated.out]).toEqual([0, expect.stringContaining('Took 1 skill, 1 unchanged.')])
  expect((await run('show', 'pdf')).out).toContain('Do it better.')
}, 60_000)

test('a .skill archive is one too, and a dry run takes nothing of it', async () => {
  const { pack, run } = places()
  pack([{ name: 'SKILL.md', data: skillMd('pdf') }], 'download-1.2.skill')
  const { exit, out } = await run('import', 'download-1.2.skill', '--dry-run', '--json')
  expect([exit, JSON.parse(out)]).toMatchObject([
    0,
    { taken: [{ name: 'pdf', origin: 'FOLDER/download-1.2.skill', outcome: 'new', as: 'planned' }], refused: 0 },
  ])
  expect(JSON.parse((await run('list', '--json')).out).total).toBe(0)
}, 60_000)

test('an archive that lies is refused with its reason, takes nothing, and hides no other', async () => {
  const { pack, run } = places()
  pack(
    [
      { name: 'pdf/SKILL.md', data: skillMd('pdf') },
      { name: '../../out.txt', data: 'x' },
    ],
    'bad.zip',
  )
  pack([TEA])
  const { exit, out } = await run('import', 'bad.zip', 'x.zip')
  expect(exit).toBe(1)
  expect(out.split('\n').find((line) => line.includes('bad-path'))).toBe(
    '  FOLDER/bad.zip/../../out.txt: error bad-path: expected a path inside the archive, got a "." or ".." in "../../out.txt". Pack the folder again under other names.',
  )
  expect(out).toContain('Took 1 skill, 1 refused.')
  expect(JSON.parse((await run('list', '--json')).out).skills.map(({ name }: { name: string }) => name)).toEqual([
    'tea',
  ])
}, 60_000)

test('what is no archive, or one of another kind, is told what is taken', async () => {
  const { pack, run, path } = places()
  writeFileSync(path, 'not a zip')
  expect(await run('import', 'x.zip')).toMatchObject({
    exit: 1,
    out: expect.stringMatching(
      /^ *FOLDER\/x\.zip: error damaged: expected a whole zip archive, got a file without the end/m,
    ),
  })
  pack([], 'x.tar.gz')
  expect(await run('import', 'x.tar.gz')).toMatchObject({
    exit: 2,
    err: expect.stringMatching(/expected a zip archive \(\.zip, \.skill\), .* Unpack it and import the folder\./s),
  })
}, 60_000)
