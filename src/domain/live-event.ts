// What is told to whoever follows the stream, in seed 002's envelope (its observability plugin): one type, one payload, a
// number that rises by one.

export type LiveEvent = {
  /** In segments parted by dots, for example `skill.saved` or `cortex.after_reflect`. */
  type: string
  payload: Record<string, unknown>
  /** What belongs together: a session, a cycle, a firing. */
  correlationId: string | null
}
export type LiveEnvelope = {
  type: string
  timestamp: string
  agent_id: string
  /** From 1; of one run of one server. */
  sequence: number
  correlation_id: string | null
  payload: Record<string, unknown>
}

// Who has no token sees that something moved, and nothing of peers, beliefs or messages.
const FOR_ANYONE: ReadonlySet<string> = new Set(['skill.changed', 'home.changed', 'stream.reset'])

export function isForAnyone(type: string): boolean {
  return FOR_ANYONE.has(type)
}

/** `tool-called` of the journal is `tool.called` on the stream and in bindings. */
export function liveType(event: string): string {
  return event.replaceAll('-', '.')
}
