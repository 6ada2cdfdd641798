import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isCode } from './storage-error.ts'

export type ListedFile = { name: string; size: number; modifiedAtMs: number }

/** The regular files directly in a folder whose name is wanted, by name. A folder that is not there holds none. */
export function listFolder(folder: string, wanted: RegExp): ListedFile[] {
  return namesIn(folder)
    .filter((name) => wanted.test(name))
    .sort()
    .flatMap((name) => {
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
      return stats?.isFile() ? [{ name, size: stats.size, modifiedAtMs: stats.mtimeMs }] : []
    })
}

/** How many entries a folder has, whatever they are: no file is looked at. */
export function countEntries(folder: string): number {
  return namesIn(folder).length
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}
