// When bindings are looked at: a moment after something was written, before a recall takes what they bring, and now and
// then, for what nobody told of.
import type { Log } from '../events/log.ts'
import type { ContextQueue } from './context-queue.ts'

const GATHER_MS = 30
const LOOK_MS = 5_000
const SWEEP_MS = 3_600_000
/** A recall waits no longer for what bindings might bring. */
export const LEVEL_MS_MAX = 500

export type FiringKeeper = {
  /** Something happened. */
  wake(): void
  /** What has happened by now has fired, or it takes too long. */
  level(): Promise<void>
  close(): Promise<void>
}

export type KeeperParts = {
  run: () => Promise<void>
  hasAny: () => Promise<boolean>
  queue: Pick<ContextQueue, 'sweep'>
  log: Log
  now: () => Date
}

export function keepFiring({ run, hasAny, queue, log, now }: KeeperParts): FiringKeeper {
  let isClosed = false
  let lastTrouble = ''
  let soon: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  // The same trouble is told once, however often it is met.
  const onTrouble = (error: unknown) => {
    const trouble = error instanceof Error ? error.message : String(error)
    if (trouble !== lastTrouble) log('bindings', 'what is due could not be fired; it is tried again', error)
    lastTrouble = trouble
  }
  const look = async () => {
    if (isClosed || !(await hasAny())) return
    await run()
    lastTrouble = ''
  }
  const lookNow = () => {
    running = look().catch(onTrouble)
    return running
  }
  const timers = [
    setInterval(lookNow, LOOK_MS).unref(),
    setInterval(() => void queue.sweep(now()).catch(onTrouble), SWEEP_MS).unref(),
  ]
  return {
    wake() {
      soon ??= setTimeout(() => {
        soon = undefined
        void lookNow()
      }, GATHER_MS).unref()
    },
    async level() {
      if (isClosed || !(await hasAny())) return
      await inTime(lookNow())
    },
    async close() {
      isClosed = true
      for (const timer of [...timers, soon]) clearTimeout(timer)
      await running
    },
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const waited = new Promise<void>((resolve) => {
    late = setTimeout(resolve, LEVEL_MS_MAX)
  })
  await Promise.race([work, waited])
  clearTimeout(late)
}
