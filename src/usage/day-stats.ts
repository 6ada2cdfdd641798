// What happened on each day of the last year, folded from the journal and the ledger when somebody first asks, and from then
// on only what is new. Kept in memory alone: it is for pictures, and a restart may read again.
import { createDayBook, DAYS_KEPT_MAX, type DayBook, type DayCounts, lastDays } from '../domain/day-counts.ts'
import { singleFlight } from '../files/single-flight.ts'
import { type Folded, foldStreams } from '../journal/fold-streams.ts'
import type { Cursor, Journal } from '../journal/journal.ts'
import { isStateless } from '../journal/stream-name.ts'

/** @property days at most DAYS_KEPT_MAX. @property name of one skill. */
export type DaysAsked = { days: number; name?: string | undefined }
export type DayStats = (asked: DaysAsked) => Promise<DayCounts[]>

type DayStatsParts = { journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger'>; now: () => Date }

export function openDayStats({ journal, now }: DayStatsParts): DayStats {
  // What goes beyond the days that are kept is counted and not shown; it is let go by a restart.
  const since = lastDays(DAYS_KEPT_MAX, now())[0]!
  const emptyBook = () => createDayBook(since, (sessionId) => !isStateless(sessionId))
  let folded: Folded<DayBook> = { cursors: {}, state: emptyBook() }
  let ledgerEnd: Cursor = 0
  const level = singleFlight(async () => {
    const last = folded.state
    folded = await foldStreams(journal, folded, emptyBook, (book, events) => {
      book.add(events)
      return book
    })
    // A stream that shrank was counted anew, in another book: the ledger goes into that one, too.
    const from = folded.state === last ? ledgerEnd : 0
    const { events, next } = await journal.readLedger(from)
    folded.state.add(events)
    ledgerEnd = next
    return folded.state
  })
  return async (asked) => (await level()).days(asked, now())
}
