// Keeps the shelf level with the store: hints make it look soon, the interval makes it right. A swapped folder and
// exhausted watches send no hint at all; then the interval is what finds the change.
import type { Log } from '../events/log.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Shelf } from './shelf.ts'

export const RESCAN_MS = 5_000
const HINT_DELAY_MS = 100
// Above this many names one look at everything is cheaper than many at one.
const HINTED_NAMES_MAX = 50

export function keepLevel(shelf: Shelf, store: SkillStore, log: Log): { close(): Promise<void> } {
  const hinted = new Set<string>()
  let everything = false
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> = Promise.resolve()

  const settle = async () => {
    timer = undefined
    const names = [...hinted]
    hinted.clear()
    const all = everything || names.length > HINTED_NAMES_MAX
    everything = false
    if (all) await shelf.lookAround()
    else for (const name of names) await shelf.look(name)
  }
  const report = (error: unknown) => log('library', 'looking at the skills folder failed; it is tried again', error)
  const run = (work: () => Promise<void>) => {
    busy = busy.then(work).catch(report)
  }
  const watch = store.watch((name) => {
    if (name === undefined) everything = true
    else hinted.add(name)
    timer ??= setTimeout(() => run(settle), HINT_DELAY_MS).unref()
  })
  const interval = setInterval(() => run(() => shelf.lookAround()), RESCAN_MS).unref()
  return {
    async close() {
      clearInterval(interval)
      clearTimeout(timer)
      await watch.close()
      await busy
    },
  }
}
