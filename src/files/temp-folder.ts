// A folder that only this user can enter, for what is needed while something is done and never afterwards: gone when it
// is over, whatever happens, also when the user or the system ends the process meanwhile. Only a power cut or kill -9 leaves it.
import { rmSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

// All that stand now, and the signals that we answer while any does.
const standing = new Set<string>()
let answered: readonly NodeJS.Signals[] = []

/** @param use gets the path, without a link in it. */
export async function withTempFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'skill-cortex-')))
  enter(folder)
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    leave(folder)
  }
}

// Where somebody else answers a signal, a server that closes, the work ends in its time and removes the folder itself.
function enter(folder: string): void {
  if (standing.size === 0) {
    answered = SIGNALS.filter((signal) => process.listenerCount(signal) === 0)
    for (const signal of answered) process.once(signal, removeAllAndEnd)
  }
  standing.add(folder)
}

function leave(folder: string): void {
  standing.delete(folder)
  if (standing.size > 0) return
  for (const signal of answered) process.off(signal, removeAllAndEnd)
}

function removeAllAndEnd(signal: NodeJS.Signals): void {
  for (const folder of standing) rmSync(folder, { recursive: true, force: true })
  process.kill(process.pid, signal)
}
