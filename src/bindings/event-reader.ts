// Reads what the journal and the ledger have gained, for bindings: each process with cursors of its own, which begin where
// the last one that fired stood. What was read and not fired yet waits here, so that a full disk loses nothing.
import { z } from 'zod'
import { type BindingEvent, bindingEventOf } from '../domain/binding-event.ts'
import { type Firings, firingsSchema, foldFirings, noFirings } from '../domain/binding-fold.ts'
import type { LedgerEvent } from '../domain/journal-event.ts'
import { singleFlight } from '../files/single-flight.ts'
import type { Journal } from '../journal/journal.ts'
import { isStateless } from '../journal/stream-name.ts'
import type { SmallDocument } from '../store/small-document.ts'

export const readerStateSchema = z.object({
  streams: z.record(z.string(), z.number()),
  ledger: z.number(),
  firings: firingsSchema,
})
export type ReaderState = z.infer<typeof readerStateSchema>
export const noReaderState = (): ReaderState => ({ streams: {}, ledger: 0, firings: noFirings() })

/** How many events wait at most: of more the oldest are passed over, and somebody is told. */
export const EVENTS_WAITING_MAX = 100_000

export type EventReader = {
  /** The ledger, which also says what other processes have fired. */
  readLedger(): Promise<void>
  /** Every session. @param onRead told after each, for the first time may take long. */
  readStreams(onRead: () => void): Promise<void>
  /** What was read and not looked at, in the order in which it was written. Whoever has looked takes it from the front. */
  waiting: BindingEvent[]
  /** Whether this binding has fired for this event, as far as the event can still come up. */
  hasFired(binding: string, eventId: string): boolean
  firings(): Firings
  /** What waits no longer: the traces of its firings can go. Written down only now and then, and when `isLast`. */
  settle(isLast: boolean): Promise<void>
}

export type ReaderParts = {
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger'>
  document: SmallDocument<ReaderState>
  /** Whether an event may concern anybody still. */
  isFresh: (event: BindingEvent) => boolean
  /** Told how many events were passed over. */
  onDropped: (count: number) => void
}

// Between two writings a crash costs reading that much again, never a second firing: the ledger says what has fired.
const SETTLE_MS = 5_000

export function createEventReader({ journal, document, isFresh, onDropped }: ReaderParts): EventReader {
  let state: ReaderState | undefined
  let settledAt = Number.NEGATIVE_INFINITY
  let isChanged = false
  const fired = new Set<string>()
  const waiting: BindingEvent[] = []
  const begun = async () => {
    state ??= await document.read()
    return state
  }
  const note = (events: readonly Parameters<typeof bindingEventOf>[0][]) => {
    for (const line of events) {
      const event = bindingEventOf(line, (id) => !isStateless(id))
      if (event !== undefined && isFresh(event)) waiting.push(event)
    }
    const over = waiting.length - EVENTS_WAITING_MAX
    if (over > 0) onDropped(waiting.splice(0, over).length)
  }
  const noteFired = (events: readonly LedgerEvent[]) => {
    for (const line of events) if (line.event === 'binding-fired') fired.add(key(line.binding, line.eventId))
  }
  return {
    waiting,
    readLedger: singleFlight(async () => {
      const own = await begun()
      const { events, next } = await journal.readLedger(own.ledger)
      // One that has become shorter was replaced, and is read from its beginning.
      const before = next < own.ledger ? noFirings() : own.firings
      if (next === own.ledger) return
      noteFired(events)
      state = { ...own, ledger: next, firings: foldFirings(before, events) }
      isChanged = true
      note(events)
    }),
    async readStreams(onRead) {
      const { streams } = await begun()
      const before = waiting.length
      for (const { stream, end } of await journal.streams()) {
        const from = streams[stream] ?? 0
        if (from === end) continue
        // Shorter than it was: what it holds has been looked at.
        const slice = end < from ? { events: [], next: end } : await journal.readStream(stream, from)
        streams[stream] = slice.next
        isChanged = true
        note(slice.events)
        onRead()
      }
      if (waiting.length > before) waiting.sort((a, b) => a.seq - b.seq)
    },
    hasFired: (binding, eventId) => fired.has(key(binding, eventId)),
    firings: () => state?.firings ?? noFirings(),
    async settle(isLast) {
      if (waiting.length > 0) return
      fired.clear()
      if (!isChanged || state === undefined || (!isLast && performance.now() - settledAt < SETTLE_MS)) return
      isChanged = false
      settledAt = performance.now()
      await document.write(state)
    },
  }
}

function key(binding: string, eventId: string): string {
  return `${binding} ${eventId}`
}
