// What a scenario says passed, as lines of a journal that end now.
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** @param now when the last day of each peer is. @returns text for a file of skill-usage/. */
export function journalLines({ peers }, now) {
  const lines = peers.flatMap(({ id, interactions }) => {
    const lastDay = Math.max(...interactions.map(([day]) => day))
    return interactions.map(([day, direction, preview], at) => {
      const ms = now.getTime() - (lastDay - day) * DAY_MS - (interactions.length - at) * 2 * MINUTE_MS
      const envelope = {
        id: `${id}-${at}`,
        sessionId: 'scenario',
        timestamp: new Date(ms).toISOString(),
        seq: ms,
        actor: 'agent',
      }
      return JSON.stringify({ event: 'interaction', ...envelope, peer: id, direction, channel: 'nostr', preview })
    })
  })
  return `${lines.join('\n')}\n`
}
