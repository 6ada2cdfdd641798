// Bytes of former versions under the name of their own SHA-256. Written once, verified on every read, removed only when
// no record refers to them.
import { join } from 'node:path'
import { sha256Of } from '../domain/digest.ts'
import { PACKAGE_BYTES_MAX } from '../domain/package-limits.ts'
import { removeFile, type StagedFile, stageFile, writeDurably } from '../files/atomic-write.ts'
import { listFolder } from '../files/folder-listing.ts'
import { fileStamp, readRegularFile } from '../files/read-file.ts'

// A skill's document and a file of its own are bounded both.
const BLOB_BYTES_MAX = PACKAGE_BYTES_MAX
const BLOB_NAME = /^[0-9a-f]{64}$/
// A blob is staged before the record that refers to it; a sweep in between must not take it for garbage.
const SWEEP_AGE_MS_MIN = 10 * 60_000

/** Stages a blob even when it is there already: that mends a damaged one, and a fresh one is safe from a sweep. */
export function stageBlob(folder: string, bytes: Uint8Array | string): Promise<StagedFile> {
  return stageFile(join(folder, sha256Of(bytes)), bytes)
}

/** Durable by itself. @returns its name. */
export async function keepBlob(folder: string, bytes: Uint8Array): Promise<string> {
  const sha256 = sha256Of(bytes)
  await writeDurably(join(folder, sha256), bytes)
  return sha256
}

/** Undefined when it is not there or no longer what its name says. */
export async function readBlob(folder: string, sha256: string): Promise<Buffer | undefined> {
  if (!BLOB_NAME.test(sha256)) return undefined
  const read = await readRegularFile(join(folder, sha256), BLOB_BYTES_MAX)
  return read !== undefined && sha256Of(read.bytes) === sha256 ? read.bytes : undefined
}

/** Whether something stands under this name; only reading tells whether it is whole. */
export function hasBlob(folder: string, sha256: string): boolean {
  return fileStamp(join(folder, sha256)) !== undefined
}

export async function sweepBlobs(folder: string, referenced: ReadonlySet<string>, now: number): Promise<number> {
  const garbage = listFolder(folder, BLOB_NAME).filter(
    (blob) => !referenced.has(blob.name) && now - blob.modifiedAtMs > SWEEP_AGE_MS_MIN,
  )
  for (const blob of garbage) await removeFile(join(folder, blob.name))
  return garbage.length
}
