// Journal in memory: the second adapter under the port's contract. A cursor is the number of events before it.
import { type JournalEvent, journalEventSchema, type LedgerEvent } from '../../src/domain/journal-event.ts'
import type { JournalClock } from '../../src/journal/file-journal.ts'
import type { Journal } from '../../src/journal/journal.ts'

export type JournalDisk = { sessions: Map<string, JournalEvent[]>; ledger: LedgerEvent[] }
export const emptyDisk = (): JournalDisk => ({ sessions: new Map(), ledger: [] })

/** @param disk shared by the instances that stand for several processes. */
export function memoryJournal(disk: JournalDisk, clock: JournalClock): Journal {
  let seq = 0
  const envelope = (sessionId: string, id = clock.newId()) => {
    seq = Math.max(seq + 1, clock.now().getTime())
    return { id, sessionId, timestamp: clock.now().toISOString(), seq }
  }
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
    close: async () => {},
  }
}
