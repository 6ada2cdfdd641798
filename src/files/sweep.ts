// Removes what killed processes leave behind: temporary files between create and rename, and the locks they held.
import { basename, dirname, join } from 'node:path'
import { isInFlight, removeFile, tempOwner } from './atomic-write.ts'
import { breakDeadLease } from './file-lease.ts'
import { walkTree } from './file-tree.ts'
import { removeTree } from './folder-tree.ts'
import { pidExists } from './process-identity.ts'

/**
 * @returns how many were removed. Files of living processes, what this process is writing, and all files that are not ours
 * stay. No link is followed: what lies behind one is not ours either.
 */
export async function sweepTempFiles(root: string): Promise<number> {
  const isTemp = (path: string) => tempOwner(basename(path)) !== undefined
  const { files, folders } = await walkTree(
    root,
    isTemp,
    // What a temporary folder holds goes with it.
    (path) => !isTemp(dirname(path)),
  )
  const abandoned = (paths: string[]) =>
    paths.map((path) => join(root, path)).filter((path) => isAbandoned(path, tempOwner(basename(path))!))
  const [left, leftFolders] = [abandoned(files.map(({ path }) => path)), abandoned(folders.filter(isTemp))]
  for (const path of left) await removeFile(path)
  for (const path of leftFolders) await removeTree(path)
  return left.length + leftFolders.length
}

/** Locks are passed over by the next writer anyway; this removes those that no writer will meet. */
export async function sweepLeases(root: string): Promise<void> {
  const { files } = await walkTree(
    root,
    (path) => /\.(?:lock|break)$/.test(path),
    () => true,
  )
  // What one left while breaking a lock stands in the way of breaking that lock: it goes first.
  for (const kind of ['.break', '.lock']) {
    const paths = files.map(({ path }) => path).filter((path) => path.endsWith(kind))
    await Promise.all(paths.map((path) => breakDeadLease(join(root, path))))
  }
}

// In a container every start has the same pid: a file of "this process" that it is not writing is from a former life.
function isAbandoned(path: string, owner: number): boolean {
  return owner === process.pid ? !isInFlight(path) : !pidExists(owner)
}
