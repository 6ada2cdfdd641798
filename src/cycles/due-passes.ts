// Which passes have something to do, by name, for answers that mention it beside what they are about. Looking gathers for
// every pass, so it is done once in a while, and what has begun since is left out.
import type { PassName } from '../domain/pass-change.ts'
import { singleFlight } from '../files/single-flight.ts'
import type { Engine } from './engine.ts'

const DUE_AGE_MS_MAX = 60_000

type DueParts = { engine: Pick<Engine, 'due' | 'cycles'>; now: () => Date }

/** @returns what answers with the names; at most DUE_AGE_MS_MAX behind, never behind what was begun. */
export function createDuePasses({ engine, now }: DueParts): () => Promise<PassName[]> {
  let last: { due: PassName[]; at: Date; lookedAt: number } | undefined
  const look = singleFlight(async () => {
    if (last !== undefined && performance.now() - last.lookedAt < DUE_AGE_MS_MAX) return last
    const at = now()
    const { due } = await engine.due()
    last = { due, at, lookedAt: performance.now() }
    return last
  })
  return async () => {
    const { due, at } = await look()
    const begun = (await engine.cycles()).filter((cycle) => Date.parse(cycle.at) >= at.getTime())
    return due.filter((pass) => !begun.some((cycle) => cycle.pass === pass))
  }
}
