// Journal in memory: the second adapter under the port's contract. A cursor is the number of events before it.
import { type JournalEvent, journalEventSchema, type LedgerEvent } from '../../src/domain/journal-event.ts'
import { createEnvelopes, type JournalClock } from '../../src/journal/envelope.ts'
import type { Journal } from '../../src/journal/journal.ts'

export type JournalDisk = { sessions: Map<string, JournalEvent[]>; ledger: LedgerEvent[] }
export const emptyDisk = (): JournalDisk => ({ sessions: new Map(), ledger: [] })

/** @param disk shared by the instances that stand for several processes. */
export function memoryJournal(disk: JournalDisk, clock: JournalClock): Journal {
  const envelope = createEnvelopes(clock)
  const since = <E>(events: E[] = [], from: number) => ({ events: events.slice(from), next: events.length, skipped: 0 })
  return {
    async append(sessionId, { id, ...event }) {
      const line = journalEventSchema.parse({ ...envelope(sessionId, id), ...event })
      disk.sessions.set(sessionId, [...(disk.sessions.get(sessionId) ?? []), line])
      return line
    },
    read: async (sessionId, from) => since(disk.sessions.get(sessionId), from),
    streams: async () => [...disk.sessions].map(([stream, events]) => ({ stream, end: events.length })),
    readStream: async (stream, from) => since(disk.sessions.get(stream), from),
    async appendLedger(event) {
      disk.ledger.push({ ...envelope(''), ...event })
    },
    readLedger: async (from) => since(disk.ledger, from),
    async blank(change) {
      let changed = 0
      for (const events of disk.sessions.values()) {
        for (const [i, event] of events.entries()) {
          const blanked = change(event)
          if (blanked === undefined || bytesOf(blanked) > bytesOf(event)) continue
          events[i] = blanked
          changed += 1
        }
      }
      return changed
    },
    close: async () => {},
  }
}

function bytesOf(event: JournalEvent): number {
  return Buffer.byteLength(JSON.stringify(event))
}
