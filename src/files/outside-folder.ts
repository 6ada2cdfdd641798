// A folder that strangers may have filled, one level at a time: what stands in it by name and kind, with bounds. Follows
// no link, opens no file; the one file that is read afterwards must still be the one that was listed.
import { type Dirent, lstatSync, opendirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SkillError } from '../domain/skill-error.ts'
import { readRegularFileSync, stampOf } from './read-file.ts'
import { isCode } from './storage-error.ts'

/** `special` is a pipe, a socket or a device; `unreadable` vanished or is not ours to look at. */
export type OutsideKind = 'file' | 'folder' | 'link' | 'special' | 'unreadable'
/** @property stamp opaque, for `readListedFile`; empty for all but files. @property nameCount above 1 for a hard link. */
export type OutsideEntry = {
  name: string
  kind: OutsideKind
  size: number
  nameCount: number
  stamp: string
  isExecutable: boolean
}
/** Without a link in its path. */
export type OutsidePlace = Omit<OutsideEntry, 'name'> & { place: string }
export type OutsideListing = { entries: OutsideEntry[]; isCut: boolean }

/** Where a folder or file really lies; a link that a person names is theirs to follow. Undefined when nothing is there. */
export function outsidePlace(path: string): OutsidePlace | undefined {
  try {
    const place = realpathSync(path)
    return { place, ...seenAt(place) }
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES')) return undefined
    throw error
  }
}

/**
 * Sorted by name. Looks at one entry more than `entriesMax` and no further, however many there are.
 * @throws the system's error when the folder cannot be opened.
 */
export function listOutsideFolder(folder: string, entriesMax: number): OutsideListing {
  const directory = opendirSync(folder)
  const found: Dirent[] = []
  try {
    for (let next = directory.readSync(); next !== null; next = directory.readSync()) {
      found.push(next)
      if (found.length > entriesMax) return { entries: [], isCut: true }
    }
  } finally {
    directory.closeSync()
  }
  const entries = found.map((entry) => entryOf(folder, entry))
  return { entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)), isCut: false }
}

/**
 * One file of a listing, in a folder that `outsidePlace` or a listing named.
 * @throws `damaged` when another file stands there now, or a link has come into its path; `too-large` above the limit.
 */
export function readListedFile(path: string, stamp: string, bytesMax: number): Buffer {
  const read = readRegularFileSync(path, bytesMax)
  const folder = dirname(path)
  if (read !== undefined && read.stamp === stamp && realpathSync(folder) === folder) return read.bytes
  throw new SkillError(
    'damaged',
    'expected the file that was listed a moment ago, got another one',
    'Somebody changes it just now; try again when that is over.',
  )
}

function entryOf(folder: string, { name }: Dirent): OutsideEntry {
  try {
    return { name, ...seenAt(join(folder, name)) }
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG')) throw error
    return { name, kind: 'unreadable', size: 0, nameCount: 1, stamp: '', isExecutable: false }
  }
}

function seenAt(path: string): Omit<OutsideEntry, 'name'> {
  const stats = lstatSync(path)
  const bare = { size: 0, nameCount: 1, stamp: '', isExecutable: false }
  if (stats.isDirectory()) return { ...bare, kind: 'folder' }
  if (stats.isSymbolicLink()) return { ...bare, kind: 'link' }
  if (!stats.isFile()) return { ...bare, kind: 'special' }
  const isExecutable = (stats.mode & 0o111) !== 0
  return { kind: 'file', size: stats.size, nameCount: stats.nlink, stamp: stampOf(stats), isExecutable }
}
