// What every line of the journal begins with.
export type JournalClock = { now: () => Date; newId: () => string }
export type Envelope = { id: string; sessionId: string; timestamp: string; seq: number }

export function createEnvelopes({ now, newId }: JournalClock): (sessionId: string, id?: string) => Envelope {
  let seq = 0
  return (sessionId, id = newId()) => {
    // Time in the upper digits keeps the order across restarts, the counter keeps it when the clock stands or jumps back.
    seq = Math.max(seq + 1, now().getTime())
    return { id, sessionId, timestamp: now().toISOString(), seq }
  }
}
