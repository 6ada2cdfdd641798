// Folds every session's stream into one state, reading only what is new since the last time.
import type { JournalEvent } from '../domain/journal-event.ts'
import type { Cursor, Journal } from './journal.ts'

export type Folded<State> = { cursors: Record<string, Cursor>; state: State }

/**
 * @param known where the last fold ended; `empty` when there was none. It is returned as it is when nothing came.
 * @param fold takes each stream's new events in their order, and how many of its lines were no events.
 */
export async function foldStreams<State>(
  journal: Pick<Journal, 'streams' | 'readStream'>,
  known: Folded<State>,
  empty: () => State,
  fold: (state: State, events: JournalEvent[], skipped: number) => State,
): Promise<Folded<State>> {
  const streams = await journal.streams()
  // A stream that shrank was replaced: what it held is in the state, so everything is folded anew.
  const shrunk = streams.some(({ stream, end }) => end < (known.cursors[stream] ?? 0))
  const base = shrunk ? { cursors: {}, state: empty() } : known
  const news = streams.filter(({ stream, end }) => end !== (base.cursors[stream] ?? 0))
  if (news.length === 0) return base
  const cursors: Record<string, Cursor> = { ...base.cursors }
  let { state } = base
  for (const { stream } of news) {
    const slice = await journal.readStream(stream, cursors[stream] ?? 0)
    state = fold(state, slice.events, slice.skipped)
    cursors[stream] = slice.next
  }
  return { cursors, state }
}
