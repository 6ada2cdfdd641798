// Work that a server does for itself when nobody waits: in the background, never at the start, and it may fail.
import type { Log } from '../events/log.ts'

export type Chore = { name: string; firstAfterMs: number; everyMs: number; run: () => Promise<unknown> }

export function keepHouse(chores: Chore[], log: Log): { close(): Promise<void> } {
  let busy: Promise<unknown> = Promise.resolve()
  // One at a time: they compete for the same disk.
  const queue = (chore: Chore) => {
    busy = busy
      .then(chore.run)
      .catch((error) => log('housekeeping', `${chore.name} failed; it is tried again later`, error))
  }
  const timers = chores.flatMap((chore) => [
    setTimeout(() => queue(chore), chore.firstAfterMs).unref(),
    setInterval(() => queue(chore), chore.everyMs).unref(),
  ])
  return {
    async close() {
      for (const timer of timers) clearTimeout(timer)
      await busy
    },
  }
}
