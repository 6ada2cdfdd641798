// A large file that can be made anew at any time: read whole or not at all, written so that a reader sees the old one or
// the new one. Not synced, unlike what people own: after a power cut its checksum tells that it is not whole, and it is
// made again. What is wrong with it is no fault of anybody's library.
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readRegularFileSync } from './read-file.ts'

export const SNAPSHOT_BYTES_MAX = 512 * 1024 * 1024

export function readSnapshot(path: string, onTrouble: (error: unknown) => void): Uint8Array | undefined {
  try {
    return readRegularFileSync(path, SNAPSHOT_BYTES_MAX)?.bytes
  } catch (error) {
    onTrouble(error)
    return undefined
  }
}

/** Blocking, so that a process that is about to end leaves no half of it behind. The folder must be there. */
export function writeSnapshot(path: string, bytes: Uint8Array): void {
  if (bytes.length > SNAPSHOT_BYTES_MAX) return
  // A name that the sweep knows, should this process be killed here.
  const temp = join(dirname(path), `.${basename(path)}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
  try {
    writeFileSync(temp, bytes, { mode: 0o600, flag: 'wx' })
    renameSync(temp, path)
  } catch (error) {
    rmSync(temp, { force: true })
    throw error
  }
}
