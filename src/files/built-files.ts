// The files of a folder that was built with this program and does not change while it runs, read once and kept.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularFileSync } from './read-file.ts'
import { isCode } from './storage-error.ts'

const FILE_BYTES_MAX = 8 * 1024 * 1024

/**
 * Blocking; a few files of some 100 KB each. Folders in it one level deep, as a bundler writes them.
 * @returns by path with `/`, without one in front; empty where the folder is not there.
 */
export function readBuiltFiles(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const path of pathsIn(folder)) {
    const file = readRegularFileSync(join(folder, path), FILE_BYTES_MAX)
    if (file !== undefined) files.set(path, file.bytes)
  }
  return files
}

function pathsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`)
        : entry.isFile()
          ? [entry.name]
          : [],
    )
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}
