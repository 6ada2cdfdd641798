// No folder between the root and a skill may be a link: a link planted there would lead reads and writes elsewhere.
import { lstatSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { SkillError, shown } from '../domain/skill-error.ts'
import { isCode } from './storage-error.ts'

/** Folders that do not exist yet are fine. The root itself may be a link: it is the owner's choice. */
export async function assertPlainParents(root: string, path: string): Promise<void> {
  const parts = relative(root, dirname(path))
    .split(sep)
    .filter((part) => part !== '')
  let folder = root
  for (const part of parts) {
    folder = `${folder}${sep}${part}`
    try {
      if (lstatSync(folder).isDirectory()) continue
    } catch (error) {
      if (isCode(error, 'ENOENT')) return
      throw error
    }
    throw new SkillError(
      'damaged',
      `expected "${shown(part)}" to be a folder of the library, got a link or a file`,
      'Replace it by a real folder.',
    )
  }
}
