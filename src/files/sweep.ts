// Removes temporary files whose maker is gone: what a killed process leaves behind between create and rename.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFile, tempOwner } from './atomic-write.ts'
import { pidExists } from './process-identity.ts'
import { isCode } from './storage-error.ts'

/** @returns how many were removed. Files of living processes, and all files that are not ours, stay. */
export async function sweepTempFiles(root: string): Promise<number> {
  let removed = 0
  for (const path of await listed(root)) {
    const owner = tempOwner(path.split(/[/\\]/).at(-1) ?? '')
    if (owner === undefined || (owner !== process.pid && pidExists(owner))) continue
    await removeFile(join(root, path))
    removed++
  }
  return removed
}

async function listed(root: string): Promise<string[]> {
  try {
    return await readdir(root, { recursive: true })
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}
