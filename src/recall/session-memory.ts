// What each session has seen, kept level with its journal: only lines that are new since the last look are read.
import type { JournalEvent } from '../domain/journal-event.ts'
import { foldSeen, NOTHING_SEEN, type SeenSkills } from '../domain/seen-skills.ts'

export const SESSIONS_KEPT_MAX = 500

type Reader = (sessionId: string, from: number) => Promise<{ events: JournalEvent[]; next: number }>
export type SessionMemory = { seen(sessionId: string): Promise<SeenSkills> }

export function createSessionMemory(read: Reader): SessionMemory {
  const sessions = new Map<string, { cursor: number; seen: SeenSkills }>()
  return {
    async seen(sessionId) {
      const known = sessions.get(sessionId) ?? { cursor: 0, seen: NOTHING_SEEN }
      const { events, next } = await read(sessionId, known.cursor)
      // A stream that got shorter was replaced: what we had folded is of the past.
      const base = next < known.cursor ? NOTHING_SEEN : known.seen
      const level = { cursor: next, seen: events.reduce(foldSeen, base) }
      sessions.delete(sessionId)
      sessions.set(sessionId, level)
      if (sessions.size > SESSIONS_KEPT_MAX) sessions.delete(sessions.keys().next().value!)
      return level.seen
    },
  }
}
