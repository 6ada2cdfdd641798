// The words of messages and calls are kept for the passes, and for no longer than these look back: what no pass will read any
// more is taken out of the journal. Stems stay; what was learned rests on them.
import { withoutWords } from '../domain/forgetting.ts'
import { UNREAD_DAYS_MAX } from '../domain/gap-candidates.ts'
import type { JournalEvent } from '../domain/journal-event.ts'
import type { Journal } from '../journal/journal.ts'
import type { Chore } from '../library/housekeeping.ts'

const DAY_MS = 86_400_000

/** Reads every stream. @returns of how many messages and calls. */
export function dropOldWords(journal: Pick<Journal, 'blank'>, now: Date): Promise<number> {
  const limit = new Date(now.getTime() - UNREAD_DAYS_MAX * DAY_MS).toISOString()
  // What a peer said is read however long ago it was: the last that passed with it.
  const isOld = (event: JournalEvent) => event.event !== 'interaction' && event.timestamp < limit
  return journal.blank((event) => (isOld(event) ? withoutWords(event) : undefined))
}

export function oldWordsChore(journal: Pick<Journal, 'blank'>, now: () => Date): Chore {
  const run = () => dropOldWords(journal, now())
  return { name: 'letting go of words that no pass reads any more', firstAfterMs: 5 * 60_000, everyMs: DAY_MS, run }
}
