// Keeps the shelf level with the store: hints make it look soon, the interval makes it right. A swapped folder and
// exhausted watches send no hint at all; then the interval is what finds the change.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../events/log.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Shelf } from './shelf.ts'

export const RESCAN_MS = 5_000
const HINT_DELAY_MS = 100
// Editors save in several steps, and a watcher may tell only of the first: a hinted name is looked at until this long after
// its last hint.
const HINT_ECHO_MS = 150
// Above this many names one look at everything is cheaper than many at one.
const HINTED_NAMES_MAX = 50

export type LevelKeeper = {
  /** Resolves when the shelf shows what the store held at the time of the call, as far as it can be told cheaply. */
  level(): Promise<void>
  close(): Promise<void>
}

export function keepLevel(shelf: Shelf, store: SkillStore, log: Log, rescanMs = RESCAN_MS): LevelKeeper {
  // Names (undefined: all of them) with the moment until which they are looked at again.
  const hinted = new Map<string | undefined, number>()
  let mark = store.mark()
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> = Promise.resolve()

  const settle = async () => {
    clearTimeout(timer)
    timer = undefined
    // What the system has to tell of a change that the mark shows is told in the next turn of the event loop.
    if (store.mark() !== mark) await nextTurn()
    const names = [...hinted.keys()]
    for (const [name, until] of hinted) if (until <= performance.now()) hinted.delete(name)
    if (hinted.size > 0) wake()
    const now = store.mark()
    // A changed mark that nobody gave a hint about: watching does not work here.
    const unexplained = now !== mark && names.length === 0
    mark = now
    if (unexplained || names.length > HINTED_NAMES_MAX || names.includes(undefined)) return shelf.lookAround()
    // One that cannot be read must not keep the others from being seen.
    await Promise.all(names.map((name) => shelf.look(name!).catch(report)))
  }
  const wake = () => {
    timer ??= setTimeout(() => void run(settle), HINT_DELAY_MS).unref()
  }
  const report = (error: unknown) => log('library', 'looking at the skills failed; it is tried again', error)
  const run = (work: () => Promise<void>) => {
    busy = busy.then(work).catch(report)
    return busy
  }
  const watch = store.watch((name) => {
    hinted.set(name, performance.now() + HINT_ECHO_MS)
    wake()
  })
  const interval = setInterval(() => void run(() => shelf.lookAround()), rescanMs).unref()
  return {
    level: () => (hinted.size > 0 || store.mark() !== mark ? run(settle) : busy),
    async close() {
      await watch.close()
      clearInterval(interval)
      clearTimeout(timer)
      await busy
    },
  }
}
