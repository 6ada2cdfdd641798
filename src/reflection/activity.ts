// When sessions were active, folded from the journal as far as it was read: what beliefs age by. Held in memory alone; it is
// read when there is something to age, once whole and then what is new.
import { activeMs, outagesOf, SLOT_MS, SLOTS_KEPT_MS, slotOf } from '../domain/active-time.ts'
import type { ActiveSince } from '../domain/belief-standing.ts'
import type { Cycle } from '../domain/cycle.ts'
import { singleFlight } from '../files/single-flight.ts'
import { type Folded, foldStreams } from '../journal/fold-streams.ts'
import type { Journal } from '../journal/journal.ts'

/** A belief may outlast its time by so much. */
const LEVEL_AGE_MS_MAX = 30_000

type ActivityParts = {
  journal: Pick<Journal, 'streams' | 'readStream'>
  /** Of the pass that reflects, oldest first. */
  cycles: () => Promise<readonly Cycle[]>
  onTrouble: (error: unknown) => void
  now: () => Date
}
export type Activity = {
  /** As of now. */
  level(): Promise<ActiveSince>
  /** As it was last read, which is read anew behind the caller's back when it is old. */
  soon(): Promise<ActiveSince>
}

export function openActivity({ journal, cycles, onTrouble, now }: ActivityParts): Activity {
  let folded: Folded<Set<number>> = { cursors: {}, state: new Set() }
  let known: { since: ActiveSince; at: number } | undefined
  const level = singleFlight(async (): Promise<ActiveSince> => {
    const oldest = Math.floor((now().getTime() - SLOTS_KEPT_MS) / SLOT_MS)
    folded = await foldStreams(
      journal,
      folded,
      () => new Set<number>(),
      (slots, events) => {
        for (const { timestamp } of events) if (slotOf(timestamp) >= oldest) slots.add(slotOf(timestamp))
        return slots
      },
    )
    const outages = outagesOf(await cycles())
    const slots = folded.state
    const since: ActiveSince = (instant) => activeMs(slots, outages, instant, now())
    known = { since, at: performance.now() }
    return since
  })
  return {
    level,
    async soon() {
      if (known === undefined) return level()
      if (performance.now() - known.at > LEVEL_AGE_MS_MAX) void level().catch(onTrouble)
      return known.since
    },
  }
}
