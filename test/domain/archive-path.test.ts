// Goal: whatever an archive calls an entry, it either lies below the folder that the archive is unpacked into, on every
// system, or it has no path.
import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { archivePath } from '../../src/domain/archive-path.ts'

const PARTS = [
  'a',
  'B.txt',
  '..',
  '.',
  '',
  '/',
  '\\',
  'C:',
  'c:',
  '~',
  '\0',
  '\n',
  ' ',
  'con',
  '...',
  '. ',
  'é',
  '%2e%2e',
]
const names = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join('/')),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

test('a path that is given lies below its folder, here and on Windows', () => {
  fc.assert(
    fc.property(names, (name) => {
      const at = archivePath(name)
      if ('wrong' in at) return
      expect(posix.relative('/into', posix.resolve('/into', at.path))).toBe(at.path)
      expect(win32.relative('D:\\into', win32.resolve('D:\\into', at.path))).toBe(at.path.replaceAll('/', '\\'))
    }),
    { numRuns: 5_000 },
  )
})

test('a path that is given is the path of itself, and a folder is told by its slash', () => {
  fc.assert(
    fc.property(names, (name) => {
      const at = archivePath(name)
      if ('wrong' in at || at.path === '') return
      expect(archivePath(at.path)).toEqual({ path: at.path, isFolder: false })
      expect(archivePath(`${at.path}/`)).toEqual({ path: at.path, isFolder: true })
    }),
  )
})

const TAKEN: [name: string, path: string, isFolder: boolean][] = [
  ['a', 'a', false],
  ['a/b.txt', 'a/b.txt', false],
  ['a/b/', 'a/b', true],
  ['./a', 'a', false],
  ['./', '', true],
  ['.', '', true],
  ['.env', '.env', false],
  ['..a/b..c', '..a/b..c', false],
  [`${'d/'.repeat(24)}x`, `${'d/'.repeat(24)}x`, false],
  ['n'.repeat(255), 'n'.repeat(255), false],
]

test.each(TAKEN)('%j is a path', (name, path, isFolder) => {
  expect(archivePath(name)).toEqual({ path, isFolder })
})
