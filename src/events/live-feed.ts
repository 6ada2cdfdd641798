// The stream of what happens, numbered, with its last part kept: whoever was away for a moment goes on where it stopped,
// whoever was away for longer is told so and looks anew.
import type { LiveEnvelope, LiveEvent } from '../domain/live-event.ts'

const KEPT_MAX = 1_000

export type LiveListener = (envelope: LiveEnvelope) => void
export type LiveFeed = {
  tell(event: LiveEvent): void
  /**
   * @param after the last number that the listener has; it gets at once what came since. @returns `missed` when part of
   * that is kept no more; the listener gets what comes from now on all the same.
   */
  follow(listener: LiveListener, after: number | undefined): { missed: boolean; stop: () => void }
  /** Of this run: numbers of another one mean nothing here. */
  run: string
  followers(): number
}

export function createLiveFeed(parts: { agentId: string; run: string; now: () => Date }): LiveFeed {
  const kept: LiveEnvelope[] = []
  const listeners = new Set<LiveListener>()
  let sequence = 0
  return {
    run: parts.run,
    tell({ type, payload, correlationId }) {
      sequence += 1
      const timestamp = parts.now().toISOString()
      const envelope = { type, timestamp, agent_id: parts.agentId, sequence, correlation_id: correlationId, payload }
      kept.push(envelope)
      if (kept.length > KEPT_MAX) kept.shift()
      for (const listener of listeners) listener(envelope)
    },
    follow(listener, after) {
      listeners.add(listener)
      const stop = () => void listeners.delete(listener)
      if (after === undefined) return { missed: false, stop }
      for (const envelope of kept) if (envelope.sequence > after) listener(envelope)
      const oldest = sequence - kept.length + 1
      return { missed: after > sequence || after + 1 < oldest, stop }
    },
    followers: () => listeners.size,
  }
}
