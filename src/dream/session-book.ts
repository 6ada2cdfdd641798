// All sessions' signals as the journal tells them, kept level by reading what is new. What a person wants forgotten is
// blanked in the journal, so whenever somebody asks for that everything is read anew.
import { type Forgetting, isForgotten } from '../domain/forgetting.ts'
import type { JournalEvent } from '../domain/journal-event.ts'
import { foldSignals, type SessionSignals } from '../domain/session-signals.ts'
import { singleFlight } from '../files/single-flight.ts'
import { type Folded, foldStreams } from '../journal/fold-streams.ts'
import type { Journal } from '../journal/journal.ts'
import { isStateless } from '../journal/stream-name.ts'

/** Beyond that many the ones that were idle for longest are let go. */
export const SESSIONS_KEPT_MAX = 5_000
// The wish stands in the ledger a moment before the words are gone from the files.
const BLANKING_MS_MAX = 10 * 60_000

type ReadJournal = Pick<Journal, 'streams' | 'readStream' | 'readLedger'>
type Sessions<S> = Map<string, S>
type FoldSession<S> = (before: S | undefined, event: JournalEvent) => S

/** Oldest first, by their first message. */
export type SessionBook = () => Promise<SessionSignals[]>

export function openSessionBook(journal: ReadJournal, now: () => Date): SessionBook {
  const read = openSessionFolds(journal, now, foldSignals)
  return async () => (await read()).sort(byFirst)
}

/** One fold a session, each kept level by reading what is new. */
export function openSessionFolds<S extends { lastAt: string }>(
  journal: ReadJournal,
  now: () => Date,
  fold: FoldSession<S>,
): () => Promise<S[]> {
  const nothing = (): Folded<Sessions<S>> => ({ cursors: {}, state: new Map() })
  let folded = nothing()
  let ledgerAt = 0
  const forgettings: Forgetting[] = []
  return singleFlight(async () => {
    const ledger = await journal.readLedger(ledgerAt)
    ledgerAt = ledger.next
    const wishes = ledger.events.flatMap((event) =>
      event.event === 'wording-forgotten'
        ? [{ scope: event.scope, of: event.of ?? undefined, at: event.timestamp }]
        : [],
    )
    forgettings.push(...wishes)
    const newest = forgettings.at(-1)
    const isBlanking = newest !== undefined && now().getTime() - Date.parse(newest.at) < BLANKING_MS_MAX
    const known = wishes.length > 0 || isBlanking ? nothing() : folded
    // What a failed reading leaves behind knows events beyond its cursors: the next time begins anew.
    folded = nothing()
    folded = await foldStreams(
      journal,
      known,
      () => new Map(),
      (state, events) => added(state, events, forgettings, fold),
    )
    return [...folded.state.values()]
  })
}

function added<S extends { lastAt: string }>(
  sessions: Sessions<S>,
  events: readonly JournalEvent[],
  forgettings: readonly Forgetting[],
  fold: FoldSession<S>,
): Sessions<S> {
  for (const event of events) {
    if (isStateless(event.sessionId)) continue
    const known = sessions.get(event.sessionId)
    const at = event.timestamp
    const isGone = forgettings.some((forgetting) => isForgotten({ session: event.sessionId, at }, forgetting))
    sessions.set(event.sessionId, fold(known, isGone ? silenced(event) : event))
  }
  if (sessions.size <= SESSIONS_KEPT_MAX) return sessions
  const newest = [...sessions].sort(([, a], [, b]) => (a.lastAt < b.lastAt ? 1 : -1))
  return new Map(newest.slice(0, SESSIONS_KEPT_MAX))
}

function silenced(event: JournalEvent): JournalEvent {
  if (event.event === 'turn') return { ...event, text: undefined, stems: [] }
  if (event.event === 'feedback' && event.feedback !== 'quality') return { ...event, note: undefined, value: undefined }
  if (event.event === 'feedback') return { ...event, note: undefined }
  if (event.event === 'outcome') return { ...event, note: undefined }
  return event.event === 'tool-called' ? { ...event, args: undefined } : event
}

function byFirst(a: SessionSignals, b: SessionSignals): number {
  const [one, other] = [a.first?.at ?? a.lastAt, b.first?.at ?? b.lastAt]
  return one === other ? (a.session < b.session ? -1 : 1) : one < other ? -1 : 1
}
