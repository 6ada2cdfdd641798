// One folder of a walk after the other, all of them within one bound.
import { IMPORT_ENTRIES_MAX } from '../domain/package-limits.ts'
import { SkillError } from '../domain/skill-error.ts'
import { listOutsideFolder, type OutsideEntry } from '../files/outside-folder.ts'
import { isCode } from '../files/storage-error.ts'

/** @property root without a link in it. @property label what it is called in messages. */
export type OutsideWalk = { root: string; label: string; entriesLeft: number }

export function startWalk(root: string, label: string): OutsideWalk {
  return { root, label, entriesLeft: IMPORT_ENTRIES_MAX }
}

/**
 * @param path POSIX, relative to the root.
 * @throws `too-large` beyond IMPORT_ENTRIES_MAX: a part of such a folder would be an accident of the order.
 */
export function entriesAt(
  walk: OutsideWalk,
  path: string,
  entriesMax: number,
): OutsideEntry[] | 'too-many' | 'unreadable' {
  try {
    const { entries, isCut } = listOutsideFolder(joined(walk.root, path), entriesMax)
    walk.entriesLeft -= isCut ? 0 : entries.length
    if (walk.entriesLeft < 0) throw tooBig(walk.label)
    return isCut ? 'too-many' : entries
  } catch (error) {
    if (isCode(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return 'unreadable'
    throw error
  }
}

export function joined(folder: string, name: string): string {
  return folder === '' || name === '' ? `${folder}${name}` : `${folder}/${name}`
}

function tooBig(label: string): SkillError {
  return new SkillError(
    'too-large',
    `${label}: expected at most ${IMPORT_ENTRIES_MAX} files and folders in one import, got more`,
    'Nothing was taken. Import the folders of the skills themselves, one part at a time.',
  )
}
