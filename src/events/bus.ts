// Facts, not commands: small plain data in the past tense. Features receive `publish`; only app.ts and wiring.ts know
// that there is a bus.
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { JournalEvent, LedgerEvent } from '../domain/journal-event.ts'

export type Fact =
  /** It was saved, edited by hand, archived or restored, here or by another process: look again. */
  | { kind: 'skill-changed'; name: string }
  /** A file of the library cannot be served, since now. */
  | { kind: 'fault-found'; fault: Diagnostic }
  /** A line of the journal or the ledger, here or by another process; told by servers alone (journal/follow-journal.ts). */
  | { kind: 'event-written'; event: JournalEvent | LedgerEvent }
  /** What is told to whoever follows the stream: `type` in segments parted by dots, keys of the payload in snake_case. */
  | { kind: 'live-event'; type: string; payload: Record<string, unknown>; correlationId: string | null }

export type Publish = (fact: Fact) => void
export type Bus = { publish: Publish; subscribe(listener: (fact: Fact) => void): () => void }

/** @param onFault told when a listener throws; the publisher and the other listeners never notice. */
export function createBus(onFault: (error: unknown) => void): Bus {
  const listeners = new Set<(fact: Fact) => void>()
  return {
    publish(fact) {
      for (const listener of listeners) {
        try {
          listener(fact)
        } catch (error) {
          onFault(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
