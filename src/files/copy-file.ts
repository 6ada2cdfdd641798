// Copies one file so that the copy can be trusted: written, synced, read again, and its digest compared. Never follows a
// link. A large journal costs no more memory than a small one.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { SkillError } from '../domain/skill-error.ts'
import { openNoFollow, stampOf } from './read-file.ts'
import { isCode } from './storage-error.ts'

const CHUNK_BYTES = 256 * 1024

/** `stamp` is that of the source while it was read. `gone`: it vanished meanwhile. `unread`: it cannot be read. */
export type FileCopy =
  | { kind: 'copied'; bytes: number; sha256: string; stamp: string }
  | { kind: 'gone' }
  | { kind: 'unread'; cause: unknown }

/** The folder of `target` must exist. Rejects when the target cannot be written, or says something else when read again. */
export async function copyFile(source: string, target: string): Promise<FileCopy> {
  let from: FileHandle | undefined
  try {
    from = await openNoFollow(source)
  } catch (error) {
    return { kind: 'unread', cause: error }
  }
  if (from === undefined) return { kind: 'gone' }
  try {
    const stats = await from.stat()
    if (!stats.isFile()) return { kind: 'unread', cause: new Error('not a regular file') }
    // A script of a skill stays one: whether it may be run is part of what was approved.
    const to = await open(target, 'w', (stats.mode & 0o111) === 0 ? 0o600 : 0o700)
    try {
      // Not beyond the size of now: a journal may grow faster than it is read.
      const written = await pour(from, to, stats.size)
      await to.utimes(stats.atime, stats.mtime)
      await to.sync()
      await assertSame(target, written.sha256)
      return { kind: 'copied', ...written, stamp: stampOf(stats) }
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function pour(from: FileHandle, to: FileHandle, bytesMax: number) {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(bytesMax, 1)))
  let bytes = 0
  while (bytes < bytesMax) {
    const { bytesRead } = await from.read(chunk, 0, Math.min(chunk.length, bytesMax - bytes))
    if (bytesRead === 0) break
    const part = chunk.subarray(0, bytesRead)
    hash.update(part)
    await to.writeFile(part)
    bytes += bytesRead
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function assertSame(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  const copy = await open(path, 'r')
  try {
    for await (const chunk of copy.createReadStream({ autoClose: false })) hash.update(chunk)
  } finally {
    await copy.close()
  }
  if (hash.digest('hex') === sha256) return
  throw new SkillError(
    'storage',
    'a copy was read again and says something else than what was written',
    'Check the disk that the copy goes to, then try again.',
  )
}

/** Whether the operating system refused for a reason that lies with the file and not with us. */
export function unreadReason(cause: unknown): string {
  if (cause instanceof SkillError) return 'a link or no regular file'
  return isCode(cause, 'EACCES', 'EPERM') ? 'permission was denied' : 'it could not be read'
}
