// Makes a rename durable: fsync of the folder that holds the name. Concurrent callers share one fsync, which is what
// keeps durable saves quick under load (one sync serves every rename that happened before it began).
import { closeSync, openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDescriptor } from './descriptor-sync.ts'
import { isCode } from './storage-error.ts'

// Folders that were made and whose own names are not durable yet: what is written in one of them is not either.
const making = new Map<string, Promise<void>>()

type Turn = { running: Promise<void>; next: Promise<void> | undefined }
const turns = new Map<string, Turn>()

/** Resolves when a sync that *began after this call* has ended. Rejects with the system's error; never retried. */
export function syncFolder(folder: string): Promise<void> {
  const turn = turns.get(folder)
  if (turn === undefined) return start(folder)
  // The running sync may have begun before our rename, so its end proves nothing for us: wait for the one after it.
  // It starts whatever became of the one before.
  turn.next ??= turn.running.then(
    () => start(folder),
    () => start(folder),
  )
  return turn.next
}

function start(folder: string): Promise<void> {
  const running = syncOnce(folder)
  const turn: Turn = { running, next: undefined }
  turns.set(folder, turn)
  const done = () => {
    if (turns.get(folder) === turn && turn.next === undefined) turns.delete(folder)
  }
  running.then(done, done)
  return running
}

async function syncOnce(folder: string): Promise<void> {
  await making.get(folder)
  // Windows has no way to open a folder for sync; its file systems journal names themselves.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    await syncDescriptor(descriptor)
  } catch (error) {
    // Some network file systems refuse fsync on a folder; there is nothing better to ask them for.
    if (!isCode(error, 'EINVAL', 'ENOTSUP')) throw error
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Creates a folder and its parents so that they survive a power cut, not only a crash of this process. Step by step and
 * not with `recursive`, which reports a disk without space as a missing folder.
 */
export function makeFolder(folder: string): Promise<void> {
  const made = making.get(folder) ?? makeOnce(folder).finally(() => making.delete(folder))
  making.set(folder, made)
  return made
}

async function makeOnce(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (isCode(error, 'EEXIST')) return
    if (!isCode(error, 'ENOENT') || folder === dirname(folder)) throw error
    await makeFolder(dirname(folder))
    return makeOnce(folder)
  }
  await syncFolder(dirname(folder))
}
