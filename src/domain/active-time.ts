// How much of a span of time sessions were active in: the hours by which beliefs age. Time is cut into slots; a slot counts
// when any session wrote a line of the journal in it and no outage of the judge lies over it. Order and repetition of the
// lines do not matter, so that a fold in any order gives the same.
import type { Cycle } from './cycle.ts'

export const SLOT_MS = 5 * 60_000
/** Beyond that no belief is that was not confirmed since. */
export const SLOTS_KEPT_MS = 90 * 86_400_000

/** From and until when a reflection was due and none could be had; open at its end while it lasts. */
export type Outage = { from: number; until: number }

export function slotOf(instant: string): number {
  return Math.floor(Date.parse(instant) / SLOT_MS)
}

/** Active time after `since` until now, in milliseconds. @param slots of all sessions. */
export function activeMs(slots: ReadonlySet<number>, outages: readonly Outage[], since: string, now: Date): number {
  const from = Date.parse(since)
  const [first, last] = [Math.floor(from / SLOT_MS), Math.floor(now.getTime() / SLOT_MS)]
  let ms = 0
  for (const slot of slots) {
    // The slot in which it was confirmed is no age yet.
    if (slot <= first || slot > last) continue
    const begin = slot * SLOT_MS
    if (!outages.some((outage) => begin < outage.until && begin + SLOT_MS > outage.from)) ms += SLOT_MS
  }
  return ms
}

/**
 * From the first cycle that came to nothing until the next that was applied: then no belief could be confirmed.
 * @param past of the pass that reflects, oldest first.
 */
export function outagesOf(past: readonly Pick<Cycle, 'status' | 'at' | 'endedAt'>[]): Outage[] {
  const outages: Outage[] = []
  let from: number | undefined
  for (const { status, at, endedAt } of past) {
    if (status === 'failed') from ??= Date.parse(at)
    if (from === undefined || (status !== 'applied' && status !== 'undone')) continue
    outages.push({ from, until: Date.parse(endedAt ?? at) })
    from = undefined
  }
  return from === undefined ? outages : [...outages, { from, until: Number.POSITIVE_INFINITY }]
}
