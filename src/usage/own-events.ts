// What this process wrote to the journal and the last fold has not read yet, so that no caller's own load or recall is
// missing from what it is told next. Counts only; who reads the journal says what it has read.
import type { JournalEvent } from '../domain/journal-event.ts'

// An id may be read before it is noted: at least so many that were read last are remembered.
const READ_KEPT_MIN = 10_000
export const OWN_EVENTS_MAX = 1_000

type Counted = { count: number; lastAt: string | undefined }
/** Name to the ids of its events with their times. */
type ByName = Map<string, Map<string, string>>

export type OwnEvents = {
  /** @returns false when there was no room: then all were let go, and the journal must be read. */
  note(event: JournalEvent): boolean
  /** These were read from the journal and count there. */
  read(events: JournalEvent[]): void
  loads(name: string): Counted
  recalls(name: string): Counted
}

export function createOwnEvents(): OwnEvents {
  const wasRead = createNewest(READ_KEPT_MIN)
  const noted = new Map<string, string[]>()
  const loads: ByName = new Map()
  const recalls: ByName = new Map()

  const drop = (id: string) => {
    for (const name of noted.get(id) ?? []) for (const byName of [loads, recalls]) dropFrom(byName, name, id)
    noted.delete(id)
  }
  return {
    note(event) {
      const named = namesIn(event)
      if (named === undefined || wasRead.has(event.id)) return true
      const hasRoom = noted.size < OWN_EVENTS_MAX
      if (!hasRoom) for (const id of [...noted.keys()]) drop(id)
      noted.set(event.id, named.names)
      const byName = named.kind === 'loaded' ? loads : recalls
      for (const name of named.names) byName.set(name, (byName.get(name) ?? new Map()).set(event.id, event.timestamp))
      return hasRoom
    },
    read(events) {
      for (const event of events) {
        if (namesIn(event) === undefined) continue
        if (noted.has(event.id)) drop(event.id)
        wasRead.add(event.id)
      }
    },
    loads: (name) => counted(loads.get(name)),
    recalls: (name) => counted(recalls.get(name)),
  }
}

// The newest ids, at least `countMin` and fewer than twice as many: letting one go at a time costs more than all else.
function createNewest(countMin: number) {
  let newer = new Set<string>()
  let older = new Set<string>()
  return {
    has: (id: string) => newer.has(id) || older.has(id),
    add(id: string) {
      newer.add(id)
      if (newer.size < countMin) return
      older = newer
      newer = new Set()
    },
  }
}

function namesIn(event: JournalEvent): { kind: 'loaded' | 'recalled'; names: string[] } | undefined {
  if (event.event === 'loaded') return { kind: 'loaded', names: [event.skillName] }
  return event.event === 'recalled' ? { kind: 'recalled', names: event.skills } : undefined
}

function dropFrom(byName: ByName, name: string, id: string): void {
  const times = byName.get(name)
  times?.delete(id)
  if (times?.size === 0) byName.delete(name)
}

function counted(times: Map<string, string> | undefined): Counted {
  return { count: times?.size ?? 0, lastAt: [...(times?.values() ?? [])].sort().at(-1) }
}
