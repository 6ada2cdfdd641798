// All that is kept about use, as one document: what the journal says, the wording that was learned of it, and what both make of
// routes, lessons and what a session has seen. Nothing here is left out because it looks harmless; reads only.
import type { JournalEvent, LedgerEvent } from '../domain/journal-event.ts'
import type { Lesson } from '../domain/lesson.ts'
import type { RoutingOverview } from '../domain/routing-overview.ts'
import type { RoutingUse } from '../domain/routing-uses.ts'
import { foldSeen, NOTHING_SEEN } from '../domain/seen-skills.ts'
import type { Journal } from '../journal/journal.ts'

/** Beyond it events are counted and not listed: they stand in the folder of the journal as they are. */
const EXPORT_EVENTS_MAX = 200_000

type ExportedSession = {
  session: string
  /** What it counts as seen, with the turn at which it was. */
  seen: { name: string; turn: number }[]
  /** As the journal has them, words included. */
  events: JournalEvent[]
}
export type RoutingExport = {
  exportedAt: string
  learning: { isOn: boolean; isPaused: boolean }
  /** Whose words speak for which skill: stems, never messages. */
  wording: Lesson[]
  routing: RoutingOverview
  /** The reports that routes and lessons are made of. */
  uses: readonly RoutingUse[]
  sessions: ExportedSession[]
  /** What people and machines decided, and what was forgotten. */
  ledger: LedgerEvent[]
  /** Events beyond what one document holds. */
  left: number
}

export type ExportParts = {
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger'>
  lessons: () => Promise<readonly Lesson[]>
  overview: () => Promise<RoutingOverview>
  /** As of the last level. */
  uses: () => readonly RoutingUse[]
  learning: () => Promise<RoutingExport['learning']>
  now: () => Date
}

export async function exportUse(parts: ExportParts): Promise<RoutingExport> {
  const { journal, now } = parts
  const routing = await parts.overview()
  const { sessions, left } = await sessionsIn(journal)
  return {
    exportedAt: now().toISOString(),
    learning: await parts.learning(),
    wording: [...(await parts.lessons())],
    routing,
    uses: parts.uses(),
    sessions,
    ledger: (await journal.readLedger(0)).events,
    left,
  }
}

async function sessionsIn(journal: ExportParts['journal']): Promise<{ sessions: ExportedSession[]; left: number }> {
  const bySession = new Map<string, JournalEvent[]>()
  let [listed, left] = [0, 0]
  for (const { stream } of await journal.streams()) {
    for (const event of (await journal.readStream(stream, 0)).events) {
      if (listed === EXPORT_EVENTS_MAX) {
        left += 1
        continue
      }
      listed += 1
      const own = bySession.get(event.sessionId)
      if (own === undefined) bySession.set(event.sessionId, [event])
      else own.push(event)
    }
  }
  return { sessions: [...bySession].map(([session, events]) => ({ session, seen: seenBy(events), events })), left }
}

function seenBy(events: readonly JournalEvent[]): ExportedSession['seen'] {
  const { shown } = events.reduce(foldSeen, NOTHING_SEEN)
  return [...shown].map(([name, turn]) => ({ name, turn }))
}
