// One way to write a file that is whole at every instant: an exclusive temporary file beside the target, fsync, rename,
// fsync of the folder. Readers see the old bytes or the new ones, never a part. Costs two syncs; what is not worth that
// (caches) does not come through here.
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { syncDescriptor } from './descriptor-sync.ts'
import { makeFolder, syncFolder } from './folder-sync.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { isCode } from './storage-error.ts'

/** How long a refused rename (an indexer or virus scanner holds the file) is tried again. Never written in place instead. */
export const RENAME_RETRY_MS_MAX = 1_800
const RENAME_RETRY_MS_FIRST = 10

const TEMP_NAME = /^\..+\.([0-9]+)-[0-9a-f]{12}\.tmp$/

// What this process is writing right now, so that a sweep by the same process leaves it alone.
const inFlight = new Set<string>()

/** A synced temporary file that waits for its rename. Must end in `publish` or `discard`. */
export type StagedFile = { temp: string; target: string }

export function isInFlight(temp: string): boolean {
  return inFlight.has(temp)
}

/** For what is written under a temporary name in other ways: a sweep leaves it alone until `endWriting`. */
export function beginWriting(temp: string): void {
  inFlight.add(temp)
}

export function endWriting(temp: string): void {
  inFlight.delete(temp)
}

/** The process that made a temporary file of ours, or undefined for a file that is not one. */
export function tempOwner(fileName: string): number | undefined {
  const pid = TEMP_NAME.exec(fileName)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/** @param mode 0o600 unless told. */
export async function stageFile(target: string, bytes: Uint8Array | string, mode?: number): Promise<StagedFile> {
  const name = `.${basename(target)}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`
  const staged = { temp: join(dirname(target), name), target }
  inFlight.add(staged.temp)
  try {
    await writeAndSync(staged.temp, bytes, mode)
  } catch (error) {
    await discard(staged)
    throw error
  }
  return staged
}

// Only the syncs leave the thread: a call into the page cache costs microseconds, its way through the pool ten times that.
async function writeAndSync(path: string, bytes: Uint8Array | string, mode?: number): Promise<void> {
  const descriptor = await openExclusive(path, mode)
  try {
    writeFileSync(descriptor, bytes)
    // A failed fsync is final: the kernel may have dropped the page, and a second call would then lie.
    await syncDescriptor(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

async function openExclusive(path: string, mode = 0o600): Promise<number> {
  try {
    return openSync(path, 'wx', mode)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    await makeFolder(dirname(path))
    return openSync(path, 'wx', mode)
  }
}

/** Renames into place. The name is durable only after `syncFolder(dirname(target))`. */
export async function publish(staged: StagedFile): Promise<void> {
  const deadline = performance.now() + RENAME_RETRY_MS_MAX
  for (let wait = RENAME_RETRY_MS_FIRST; ; wait *= 2) {
    try {
      renameSync(staged.temp, staged.target)
      inFlight.delete(staged.temp)
      return
    } catch (error) {
      if (!isCode(error, 'EPERM', 'EBUSY', 'EACCES') || performance.now() + wait > deadline) throw error
      await delay(wait)
    }
  }
}

export async function discard(staged: StagedFile): Promise<void> {
  inFlight.delete(staged.temp)
  await removeFile(staged.temp)
}

/** Removes a file; one that is not there is fine. */
export async function removeFile(path: string): Promise<void> {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
}

const inTurn = createKeyedQueue()

/**
 * The whole write in one call, for files that stand alone: overlapping writes of this process take effect in the order of
 * the calls. Rejects with the system's error and leaves the old file.
 */
export function writeDurably(target: string, bytes: Uint8Array | string, mode?: number): Promise<void> {
  return inTurn(target, () => replaceFile(target, bytes, mode))
}

async function replaceFile(target: string, bytes: Uint8Array | string, mode?: number): Promise<void> {
  const staged = await stageFile(target, bytes, mode)
  try {
    await publish(staged)
  } catch (error) {
    await discard(staged)
    throw error
  }
  await syncFolder(dirname(target))
}
