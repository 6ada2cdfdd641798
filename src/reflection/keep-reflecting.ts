// Has the provider reflect when it is due, while a server runs: a look every so often, which costs nothing but a fold of what
// is new, and a call of the model only where a trigger holds. The loop that acts neither waits nor notices.
import type { Cycles } from '../cycles/open-cycles.ts'
import { runSummary } from '../cycles/run-summary.ts'
import type { PassName } from '../domain/pass-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import { singleFlight } from '../files/single-flight.ts'

const LOOK_MS = 15_000
// Several interactions in a row are looked at once.
const NUDGE_MS = 1_000
const AUTHOR = 'trigger'
const PASSES: readonly PassName[] = ['consult', 'reflect']

export type ReflectingKeeper = {
  /** Looks now, and runs what is due. @returns what was run. */
  look(): Promise<PassName[]>
  /** Something passed with a peer: it is looked soon. */
  nudge(): void
  close(): Promise<void>
}

export type KeepingParts = {
  cycles: Pick<Cycles, 'look' | 'run'>
  /** Whether a provider is set and may do this by itself. Read at each look. */
  isWanted: () => boolean
  log: Log
  lookMs?: number
}

export function keepReflecting({ cycles, isWanted, log, lookMs = LOOK_MS }: KeepingParts): ReflectingKeeper {
  const ending = new AbortController()
  const look = singleFlight(async (): Promise<PassName[]> => {
    try {
      if (!isWanted() || ending.signal.aborted) return []
      const { due } = await cycles.look(PASSES)
      if (due.length === 0) return []
      const runs = await cycles.run({ passes: due, author: AUTHOR, signal: ending.signal })
      for (const run of runs) log('reflection', runSummary(run))
      return due
    } catch (error) {
      if (!(error instanceof SkillError)) throw error
      log('reflection', 'it could not be looked whether a reflection is due', error)
      return []
    }
  })
  let current: Promise<unknown> = Promise.resolve()
  let soon: NodeJS.Timeout | undefined
  const lookAside = () => {
    soon = undefined
    current = look().catch((error: unknown) => log('reflection', 'failed', error))
  }
  const timer = setInterval(lookAside, lookMs).unref()
  return {
    look,
    nudge() {
      soon ??= setTimeout(lookAside, NUDGE_MS).unref()
    },
    async close() {
      clearInterval(timer)
      clearTimeout(soon)
      ending.abort(new SkillError('busy', 'the server ends', 'It goes on when a server runs.'))
      await current
    },
  }
}
