// The yardstick for a durable save, and nothing more: exclusive temporary file, fsync, rename, fsync of the folder, with
// one folder fsync for all renames that went before it. No lock, no history, no checks.
import { mkdir, open, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** @param {string} folder @returns {Promise<{ save(name: string, text: string): Promise<void> }>} */
export async function openRefStore(folder) {
  await mkdir(folder, { recursive: true })
  /** @type {Map<string, { running: Promise<void>, next?: Promise<void> | undefined }>} */
  const syncs = new Map()
  let serial = 0

  /** @param {string} path @returns {Promise<void>} */
  const start = (path) => {
    const running = syncFolder(path)
    syncs.set(path, { running })
    return running
  }
  /** @param {string} path Resolves after a sync that began after this call. */
  const shareSync = (path) => {
    const turn = syncs.get(path)
    if (turn === undefined) return start(path)
    turn.next ??= turn.running.then(() => start(path))
    return turn.next
  }
  return {
    async save(name, text) {
      const target = join(folder, name)
      const parent = dirname(target)
      await mkdir(parent, { recursive: true })
      const temp = join(parent, `.${basename(name)}.${process.pid}-${serial++}.tmp`)
      const handle = await open(temp, 'wx', 0o600)
      try {
        await handle.writeFile(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temp, target)
      await shareSync(parent)
    },
  }
}

/** @param {string} path */
async function syncFolder(path) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
