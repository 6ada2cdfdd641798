// Goal: what is read is what was listed, whatever somebody does to the folder in between.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listOutsideFolder, outsidePlace, readListedFile } from '../../src/files/outside-folder.ts'
import { tempFolder } from '../support/temp-home.ts'

// Each is done between the listing and the reading of `pdf/SKILL.md`.
const SWAPS: [is: string, swap: (root: string) => void][] = [
  ['another text', (root) => writeFileSync(join(root, 'pdf/SKILL.md'), 'another')],
  [
    'another file of the same bytes',
    (root) => {
      writeFileSync(join(root, 'pdf/new'), 'text')
      renameSync(join(root, 'pdf/new'), join(root, 'pdf/SKILL.md'))
    },
  ],
  ['nothing', (root) => rmSync(join(root, 'pdf/SKILL.md'))],
  [
    'a link to the file itself',
    (root) => {
      renameSync(join(root, 'pdf/SKILL.md'), join(root, 'pdf/moved'))
      symlinkSync('moved', join(root, 'pdf/SKILL.md'))
    },
  ],
  [
    'the same file behind a folder that is a link now',
    (root) => {
      renameSync(join(root, 'pdf'), join(root, 'moved'))
      symlinkSync('moved', join(root, 'pdf'))
    },
  ],
]

function listed() {
  const root = outsidePlace(tempFolder())!.place
  mkdirSync(join(root, 'pdf'))
  writeFileSync(join(root, 'pdf/SKILL.md'), 'text')
  const [entry] = listOutsideFolder(join(root, 'pdf'), 10).entries
  return { root, entry: entry! }
}

test('a file that stands as it was listed is read', () => {
  const { root, entry } = listed()
  expect(readListedFile(join(root, 'pdf/SKILL.md'), entry.stamp, 100).toString()).toBe('text')
})

test.each(SWAPS)('not read: %s', (_is, swap) => {
  const { root, entry } = listed()
  swap(root)
  expect(() => readListedFile(join(root, 'pdf/SKILL.md'), entry.stamp, 100)).toThrow(/expected .*, got /)
})

test('a listing looks at no more than it was asked for', () => {
  const root = tempFolder()
  for (const name of ['c', 'a', 'b']) writeFileSync(join(root, name), '')
  expect(listOutsideFolder(root, 3)).toMatchObject({
    isCut: false,
    entries: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  })
  expect(listOutsideFolder(root, 2)).toEqual({ isCut: true, entries: [] })
})
