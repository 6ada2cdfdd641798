// What is known of peers, folded from the interactions in all sessions: how many, over which time, in which sessions. No word
// of a message is in it; words stand in the journal alone, where a person can have them forgotten.
import { z } from 'zod'
import { countedInteractions, countingInstants, INTERACTIONS_COUNTED_MAX, infoScore } from './info-score.ts'
import type { JournalEvent } from './journal-event.ts'

/** Beyond this those go that were seen once and longest ago. */
export const PEERS_KEPT_MAX = 50_000
/** Of one peer, the last: where its words can be read. */
export const PEER_SESSIONS_MAX = 10
/** Of one peer, the last ones made that may still be open. */
export const PROMISES_KEPT_MAX = 5
/** So many of the last interactions of a peer are told from the time of its last assessment. */
export const UNASSESSED_COUNTED_MAX = 100
const INSTANTS_MAX = 1_000

const promiseSchema = z.object({ dueMs: z.number(), atMs: z.number() })
const seenPeerSchema = z.object({
  incoming: z.number().int().min(0),
  outgoing: z.number().int().min(0),
  /** In milliseconds, the earliest first; of the older ones only those that count. */
  instants: z.array(z.number()).min(1),
  /** The one with the latest interaction last. */
  sessions: z.array(z.string()),
  /** When the last came from the peer: what it promised before is no longer waited for. */
  lastInMs: z.number().nullable(),
  promises: z.array(promiseSchema),
})
export type SeenPeer = z.infer<typeof seenPeerSchema>
// A list and no record: a peer may be called __proto__.
export const seenPeersSchema = z.array(z.tuple([z.string(), seenPeerSchema]))
export type SeenPeers = ReadonlyMap<string, SeenPeer>

export type Interaction = Extract<JournalEvent, { event: 'interaction' }>

/** Folds what came: changes `peers`, for there may be many. Whatever the order, the same comes out but for the sessions. */
export function foldInteractions(peers: Map<string, SeenPeer>, events: readonly JournalEvent[]): void {
  for (const event of events) {
    if (event.event !== 'interaction') continue
    const atMs = Date.parse(event.timestamp)
    if (!Number.isNaN(atMs)) peers.set(event.peer, withInteraction(peers.get(event.peer), event, atMs))
  }
}

/** The fullest PEERS_KEPT_MAX of them, and all that `isKept` wants. */
export function withoutQuietest(
  peers: Map<string, SeenPeer>,
  isKept: (peer: string) => boolean,
  keptMax = PEERS_KEPT_MAX,
): Map<string, SeenPeer> {
  if (peers.size <= keptMax) return peers
  const rank = ([id, peer]: [string, SeenPeer]) => (isKept(id) ? 2 : interactionsOf(peer) > 1 ? 1 : 0)
  const byWorth = [...peers].sort((a, b) => rank(b) - rank(a) || lastMsOf(b[1]) - lastMsOf(a[1]))
  return new Map(byWorth.slice(0, keptMax))
}

export function interactionsOf({ incoming, outgoing }: SeenPeer): number {
  return incoming + outgoing
}

export function firstMsOf({ instants }: SeenPeer): number {
  return instants[0]!
}

export function lastMsOf({ instants }: SeenPeer): number {
  return instants.at(-1)!
}

/** By what passed up to now. 0 for who was never met. */
export function infoScoreOf(peer: SeenPeer | undefined, nowMs: number): number {
  if (peer === undefined) return 0
  // A time ahead is that of a clock that was wrong, and makes no acquaintance older.
  const spanMs = Math.min(lastMsOf(peer), nowMs) - Math.min(firstMsOf(peer), nowMs)
  return infoScore(countedInteractions(peer.instants), spanMs)
}

/** At most UNASSESSED_COUNTED_MAX. @param assessedMs when the peer was last assessed; undefined: never. */
export function unassessedOf(peer: SeenPeer | undefined, assessedMs: number | undefined): number {
  if (peer === undefined) return 0
  if (assessedMs === undefined) return Math.min(interactionsOf(peer), UNASSESSED_COUNTED_MAX)
  return peer.instants.slice(-UNASSESSED_COUNTED_MAX).filter((at) => at > assessedMs).length
}

/** When what the peer promised was due: the earliest of which the time is past, while nothing came from it since. */
export function overdueSince(peer: SeenPeer, nowMs: number): number | undefined {
  const overdue = openPromises(peer).filter(({ dueMs }) => dueMs < nowMs)
  return overdue.length === 0 ? undefined : Math.min(...overdue.map(({ dueMs }) => dueMs))
}

function openPromises({ promises, lastInMs }: Pick<SeenPeer, 'promises' | 'lastInMs'>): SeenPeer['promises'] {
  return promises.filter(({ atMs }) => lastInMs === null || atMs >= lastInMs)
}

const NEVER_SEEN: SeenPeer = { incoming: 0, outgoing: 0, instants: [], sessions: [], lastInMs: null, promises: [] }

function withInteraction(known: SeenPeer | undefined, event: Interaction, atMs: number): SeenPeer {
  const peer = known ?? NEVER_SEEN
  const isIn = event.direction === 'in'
  const lastInMs = isIn ? Math.max(atMs, peer.lastInMs ?? atMs) : peer.lastInMs
  const dueMs = event.promise == null ? Number.NaN : Date.parse(event.promise.due)
  const made = Number.isNaN(dueMs) ? peer.promises : [...peer.promises, { dueMs, atMs }]
  const others = peer.sessions.filter((session) => session !== event.sessionId)
  return {
    incoming: peer.incoming + (isIn ? 1 : 0),
    outgoing: peer.outgoing + (isIn ? 0 : 1),
    instants: withInstant(peer.instants, atMs),
    sessions: [...others, event.sessionId].slice(-PEER_SESSIONS_MAX),
    lastInMs,
    promises: openPromises({ promises: made, lastInMs }).slice(-PROMISES_KEPT_MAX),
  }
}

function withInstant(instants: readonly number[], atMs: number): number[] {
  let place = instants.length
  while (place > 0 && instants[place - 1]! > atMs) place -= 1
  const next = [...instants.slice(0, place), atMs, ...instants.slice(place)]
  if (next.length <= INSTANTS_MAX) return next
  // What comes later changes nothing in which of the older ones count, unless it is of before.
  const counting = countingInstants(next.slice(0, -UNASSESSED_COUNTED_MAX)).slice(0, INTERACTIONS_COUNTED_MAX)
  return [...counting, ...next.slice(-UNASSESSED_COUNTED_MAX)]
}
