// Keeps the shelf level with the store: hints make it look soon, the interval makes it right. A swapped folder and
// exhausted watches send no hint at all; then the interval is what finds the change.
import type { Log } from '../events/log.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Shelf } from './shelf.ts'

export const RESCAN_MS = 5_000
const HINT_DELAY_MS = 100
// Above this many names one look at everything is cheaper than many at one.
const HINTED_NAMES_MAX = 50

export type LevelKeeper = {
  /** Resolves when the shelf shows what the store held at the time of the call, as far as it can be told cheaply. */
  level(): Promise<void>
  close(): Promise<void>
}

export function keepLevel(shelf: Shelf, store: SkillStore, log: Log, rescanMs = RESCAN_MS): LevelKeeper {
  const hinted = new Set<string>()
  let everything = false
  let mark = store.mark()
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> = Promise.resolve()

  const settle = async () => {
    clearTimeout(timer)
    timer = undefined
    const names = [...hinted]
    hinted.clear()
    const now = store.mark()
    const all = everything || names.length > HINTED_NAMES_MAX || now !== mark
    everything = false
    mark = now
    if (all) return shelf.lookAround()
    // One that cannot be read must not keep the others from being seen.
    await Promise.all(names.map((name) => shelf.look(name).catch(report)))
  }
  const report = (error: unknown) => log('library', 'looking at the skills failed; it is tried again', error)
  const run = (work: () => Promise<void>) => {
    busy = busy.then(work).catch(report)
    return busy
  }
  const watch = store.watch((name) => {
    if (name === undefined) everything = true
    else hinted.add(name)
    timer ??= setTimeout(() => void run(settle), HINT_DELAY_MS).unref()
  })
  const interval = setInterval(() => void run(() => shelf.lookAround()), rescanMs).unref()
  return {
    level: () => (hinted.size > 0 || everything || store.mark() !== mark ? run(settle) : busy),
    async close() {
      await watch.close()
      clearInterval(interval)
      clearTimeout(timer)
      await busy
    },
  }
}
