// The port of the append-only journal: everything that happened, in order, never rewritten. Readers hold a cursor and
// fold what is new; one contract suite runs on every adapter (test/journal/journal.contract.ts).
import type { JournalEvent, LedgerEvent, NewEvent, NewLedgerEvent } from '../domain/journal-event.ts'

/** Where a reader stands in one stream: opaque to it, 0 is the beginning. */
export type Cursor = number
export type Slice<E> = { events: E[]; next: Cursor; skipped: number }

export type Journal = {
  /** Appends to the session's stream and resolves when a killed process can no longer lose it. */
  append(sessionId: string, event: NewEvent): Promise<JournalEvent>
  /** What came after the cursor in this session. Lines that are no event are skipped and counted. */
  read(sessionId: string, from: Cursor): Promise<Slice<JournalEvent>>
  /** Every session's stream with its present end, for folds over all of them. */
  streams(): Promise<{ stream: string; end: Cursor }[]>
  readStream(stream: string, from: Cursor): Promise<Slice<JournalEvent>>
  /** What concerns no session. */
  appendLedger(event: NewLedgerEvent): Promise<void>
  readLedger(from: Cursor): Promise<Slice<LedgerEvent>>
  /**
   * Makes events of any session say less, where they stand: the one exception to "never rewritten", for what a person
   * wants forgotten. Cursors stay good. @param change answers with an event that is no longer than the one it gets, or
   * undefined to leave it. @returns how many were changed.
   */
  blank(change: (event: JournalEvent) => JournalEvent | undefined): Promise<number>
  /** Flushes to the disk and releases everything. */
  close(): Promise<void>
}
