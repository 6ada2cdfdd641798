// Bytes of former versions under the name of their own SHA-256. Written once, verified on every read, removed only when
// no record refers to them.
import { join } from 'node:path'
import { sha256Of } from '../domain/digest.ts'
import { SKILL_FILE_BYTES_MAX } from '../domain/skill-limits.ts'
import { removeFile, type StagedFile, stageFile } from '../files/atomic-write.ts'
import { listFolder } from '../files/folder-listing.ts'
import { readRegularFile } from '../files/read-file.ts'

const BLOB_NAME = /^[0-9a-f]{64}$/
// A blob is staged before the record that refers to it; a sweep in between must not take it for garbage.
const SWEEP_AGE_MS_MIN = 10 * 60_000

/** Stages a blob even when it is there already: that mends a damaged one, and a fresh one is safe from a sweep. */
export function stageBlob(folder: string, text: string): Promise<StagedFile> {
  return stageFile(join(folder, sha256Of(text)), text)
}

/** Undefined when it is not there or no longer what its name says. */
export async function readBlob(folder: string, sha256: string): Promise<string | undefined> {
  if (!BLOB_NAME.test(sha256)) return undefined
  const read = await readRegularFile(join(folder, sha256), SKILL_FILE_BYTES_MAX)
  return read !== undefined && sha256Of(read.bytes) === sha256 ? read.bytes.toString('utf8') : undefined
}

export async function sweepBlobs(folder: string, referenced: ReadonlySet<string>, now: number): Promise<number> {
  const garbage = listFolder(folder, BLOB_NAME).filter(
    (blob) => !referenced.has(blob.name) && now - blob.modifiedAtMs > SWEEP_AGE_MS_MIN,
  )
  for (const blob of garbage) await removeFile(join(folder, blob.name))
  return garbage.length
}
