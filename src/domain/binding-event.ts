// An event as bindings see it: one type of the closed list, its fields, and by which bindings it came to be. Made from the
// lines of the journal and the ledger alone, so that every process sees the same and a crash loses none.
import type { JournalEvent, LedgerEvent } from './journal-event.ts'
import { liveType } from './live-event.ts'

export type BindingEvent = {
  /** Of the line that told of it. */
  id: string
  type: string
  /** Null for what concerns no session. */
  session: string | null
  /** When it happened, which is not always when it was written down. */
  at: string
  /** Milliseconds of when it was written down, about. */
  seq: number
  fields: Record<string, unknown>
  /** The bindings by which it came to be, the first one first. */
  path: readonly string[]
  /** The event that began it; its own id where nothing did. */
  root: string
}

type Line = JournalEvent | LedgerEvent

/** Undefined for a binding's own traces. @param isSession false for a stream that many callers share. */
export function bindingEventOf(line: Line, isSession: (id: string) => boolean): BindingEvent | undefined {
  const { event, id, sessionId, timestamp: at, seq, ...rest } = line
  const session = sessionId !== '' && isSession(sessionId) ? sessionId : null
  const plain = { id, session, at, seq, path: [], root: id }
  switch (line.event) {
    case 'binding-added':
    case 'binding-changed':
    case 'binding-removed':
      return undefined
    case 'event-noted':
      return { ...plain, type: line.type, fields: { ...line.payload } }
    case 'binding-fired': {
      const { emits, path, root } = line
      if (emits == null) return undefined
      const fields = { ...emits.payload, payload: emits.payload, binding: line.binding, skill: line.skill }
      return { ...plain, session: line.session ?? null, type: emits.type, fields, path, root }
    }
    default:
      return { ...plain, type: liveType(event), fields: rest }
  }
}

/** What a condition may look at: a field, what stands below it, and the type and the session of any event. */
export function fieldOf({ type, session, fields }: Pick<BindingEvent, 'type' | 'session' | 'fields'>, path: string) {
  let value: unknown = { ...fields, type, session }
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}
