// Takes a file for oneself by giving it another name: of several processes that try one succeeds.
import { renameSync } from 'node:fs'
import { isCode } from './storage-error.ts'

/** @returns false when it is gone: somebody else was quicker. */
export function claimFile(path: string, claimed: string): boolean {
  try {
    renameSync(path, claimed)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}
