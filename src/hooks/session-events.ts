// A session's events as its journal holds them, cut down to what tells what was seen and done. Lines of other shapes are
// passed over.
import type { SeenEvent } from '../domain/seen-skills.ts'
import { readJsonl, readJsonlEnd } from '../files/jsonl-file.ts'

export type SessionEvent = SeenEvent | ToolCalled
export type ToolCalled = { event: 'tool-called'; tool: string; ok: boolean; skill?: string }

// Some hundred lines: the last tool of a session is among them, unless much else happened since.
const END_BYTES = 64 * 1024

export async function readSessionEvents(path: string, sessionId: string): Promise<SessionEvent[]> {
  return sessionEvents((await readJsonl(path)).values, sessionId)
}

/** The last call of a tool that a hook has seen, if it was not long ago. */
export async function lastToolCall(path: string, sessionId: string): Promise<ToolCalled | undefined> {
  const events = sessionEvents(await readJsonlEnd(path, END_BYTES), sessionId)
  return events.findLast((event): event is ToolCalled => event.event === 'tool-called')
}

function sessionEvents(values: unknown[], sessionId: string): SessionEvent[] {
  return values.flatMap((value) => {
    const line = value as Record<string, unknown>
    const event = line.sessionId === sessionId ? sessionEvent(line) : undefined
    return event === undefined ? [] : [event]
  })
}

function sessionEvent(line: Record<string, unknown>): SessionEvent | undefined {
  switch (line.event) {
    case 'turn':
      return { event: 'turn' }
    case 'recalled':
      return { event: 'recalled', skills: texts(line.skills), related: texts(line.related) }
    case 'loaded':
      return typeof line.skillName === 'string' ? { event: 'loaded', skillName: line.skillName } : undefined
    case 'tool-called': {
      if (typeof line.tool !== 'string') return undefined
      const skill = typeof line.skill === 'string' ? { skill: line.skill } : {}
      return { event: 'tool-called', tool: line.tool, ok: line.ok === true, ...skill }
    }
    case 'session-started':
      return { event: 'session-started', source: typeof line.source === 'string' ? line.source : undefined }
    default:
      return undefined
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
