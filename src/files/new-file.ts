// A file that must not be there yet: whole and durable when it appears, and never over another one, whoever is quicker.
import { linkSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { discard, publish, type StagedFile, stageFile } from './atomic-write.ts'
import { syncFolder } from './folder-sync.ts'
import { isCode } from './storage-error.ts'

/** Makes the folder. @returns false when something stands there: then nothing was written. */
export async function writeNewDurably(target: string, bytes: Uint8Array | string, mode?: number): Promise<boolean> {
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return false
  const staged = await stageFile(target, bytes, mode)
  try {
    const isNew = await appear(staged)
    if (isNew) await syncFolder(dirname(target))
    return isNew
  } finally {
    await discard(staged)
  }
}

// A second name cannot be given over a first one, which a rename would do.
async function appear(staged: StagedFile): Promise<boolean> {
  try {
    linkSync(staged.temp, staged.target)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) throw error
  }
  // File systems without second names; what appears in this instant is replaced.
  if (lstatSync(staged.target, { throwIfNoEntry: false }) !== undefined) return false
  await publish(staged)
  return true
}
