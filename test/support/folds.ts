// A fold from a state by events to the next state, as a book that is kept open makes it.
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import { type IsSession, type PerformanceFold, reportBook } from '../../src/domain/performance-fold.ts'
import { type Usage, usageBook } from '../../src/domain/usage-fold.ts'

export function foldPerformance(state: PerformanceFold, events: JournalEvent[], isSession: IsSession): PerformanceFold {
  const book = reportBook(state, isSession)
  book.add(events)
  return book.state()
}

export function foldUsage(usage: Usage, events: JournalEvent[], skipped: number, isSession: IsSession): Usage {
  const book = usageBook(usage, isSession)
  book.add(events, skipped)
  return book.state()
}
