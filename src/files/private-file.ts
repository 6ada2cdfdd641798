// A small secret of this user in a file that nobody else may read. What is wrong with it is said, never what it holds.
import { constants, fchmodSync, fstatSync } from 'node:fs'
import { openNoFollow, readRegularFile } from './read-file.ts'

export type PrivateFile = {
  text: string
  /** Others could read it until now. */
  wasOpen: boolean
}

const OTHERS = constants.S_IRWXG | constants.S_IRWXO
const OWNER_ALONE = 0o600

/**
 * Takes everybody else's rights away where there are any; modes mean nothing on Windows.
 * @returns undefined when nothing is there. @throws as `readRegularFile` does.
 */
export async function readPrivateFile(path: string, bytesMax: number): Promise<PrivateFile | undefined> {
  const file = await readRegularFile(path, bytesMax)
  if (file === undefined) return undefined
  const wasOpen = process.platform !== 'win32' && (await closeToOthers(path))
  return { text: file.bytes.toString('utf8'), wasOpen }
}

async function closeToOthers(path: string): Promise<boolean> {
  const handle = await openNoFollow(path)
  if (handle === undefined) return false
  try {
    if ((fstatSync(handle.fd).mode & OTHERS) === 0) return false
    fchmodSync(handle.fd, OWNER_ALONE)
    return true
  } finally {
    await handle.close()
  }
}
