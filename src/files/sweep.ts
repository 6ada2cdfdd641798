// Removes temporary files whose maker is gone: what a killed process leaves behind between create and rename.
import { join } from 'node:path'
import { isInFlight, removeFile, tempOwner } from './atomic-write.ts'
import { walkTree } from './file-tree.ts'
import { pidExists } from './process-identity.ts'

/**
 * @returns how many were removed. Files of living processes, what this process is writing, and all files that are not ours
 * stay. No link is followed: what lies behind one is not ours either.
 */
export async function sweepTempFiles(root: string): Promise<number> {
  const ownerOf = (path: string) => tempOwner(path.slice(path.lastIndexOf('/') + 1))
  const { files } = await walkTree(
    root,
    (path) => ownerOf(path) !== undefined,
    () => true,
  )
  const left = files.map(({ path }) => join(root, path)).filter((path) => isAbandoned(path, ownerOf(path)!))
  for (const path of left) await removeFile(path)
  return left.length
}

// In a container every start has the same pid: a file of "this process" that it is not writing is from a former life.
function isAbandoned(path: string, owner: number): boolean {
  return owner === process.pid ? !isInFlight(path) : !pidExists(owner)
}
