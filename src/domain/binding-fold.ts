// What firings add up to: of each binding how often and when it fired last, and the last of all of them. A fold of the
// ledger's lines; a binding's cooldown is read from here, and nothing of it is stored with the binding.
import { z } from 'zod'
import type { LedgerEvent } from './journal-event.ts'

export const FIRINGS_KEPT_MAX = 200

export const firingSchema = z.object({
  /** Of the firing's own line. */
  id: z.string(),
  at: z.string(),
  binding: z.string(),
  skill: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  session: z.string().nullable(),
  action: z.string(),
  ok: z.boolean(),
  result: z.string(),
})
export type Firing = z.infer<typeof firingSchema>

const tallySchema = z.object({ fired: z.number(), failed: z.number(), lastFiredAt: z.string() })
export const firingsSchema = z.object({
  tallies: z.record(z.string(), tallySchema),
  /** Oldest first. */
  recent: z.array(firingSchema).max(FIRINGS_KEPT_MAX),
})
export type Firings = z.infer<typeof firingsSchema>
export const noFirings = (): Firings => ({ tallies: {}, recent: [] })

export function foldFirings(before: Firings, events: readonly LedgerEvent[]): Firings {
  const tallies = { ...before.tallies }
  const recent = [...before.recent]
  for (const event of events) {
    if (event.event === 'binding-removed') delete tallies[event.binding]
    if (event.event !== 'binding-fired') continue
    const firing = firingOf(event)
    const { fired, failed } = tallies[firing.binding] ?? { fired: 0, failed: 0 }
    tallies[firing.binding] = { fired: fired + 1, failed: failed + (firing.ok ? 0 : 1), lastFiredAt: firing.at }
    recent.push(firing)
  }
  return { tallies, recent: recent.slice(-FIRINGS_KEPT_MAX) }
}

function firingOf(line: Extract<LedgerEvent, { event: 'binding-fired' }>): Firing {
  const { id, timestamp: at, binding, skill, eventId, eventType, action, ok, result } = line
  return { id, at, binding, skill, eventId, eventType, session: line.session ?? null, action, ok, result }
}

export type FiredEvent = {
  eventId: string
  type: string
  session: string | null
  at: string
  fired: Pick<Firing, 'binding' | 'skill' | 'action' | 'ok' | 'result' | 'at'>[]
}

/** The last events with what fired for each, newest first. */
export function firedEvents({ recent }: Firings, countMax: number): FiredEvent[] {
  const byEvent = new Map<string, FiredEvent>()
  for (const { eventId, eventType, session, at, binding, skill, action, ok, result } of recent) {
    const known = byEvent.get(eventId)
    const fired = { binding, skill, action, ok, result, at }
    if (known === undefined) byEvent.set(eventId, { eventId, type: eventType, session, at, fired: [fired] })
    else known.fired.push(fired)
  }
  return [...byEvent.values()].reverse().slice(0, countMax)
}
