// What passed with peers since a cursor over the journal, for the pass that judges: the cursor moves when its cycle was
// carried out, so that nothing is lost while one runs or fails.
import type { JournalEvent } from '../domain/journal-event.ts'
import { foldStreams } from '../journal/fold-streams.ts'
import type { Cursor, Journal } from '../journal/journal.ts'

/** Where a reader stands in each stream; `{}` is the beginning. */
export type PeerCursor = Record<string, Cursor>
export type ActivePeer = {
  peer: string
  /** Since the cursor. */
  interactions: number
  /** Of the first and the last since the cursor, by their time, as ISO. */
  firstAt: string
  lastAt: string
}
export type PeerChanges = { cursor: PeerCursor; interactions: number; peers: ActivePeer[] }

/** The peer with the latest interaction first. Reads what lies beyond the cursor and no more. */
export async function peerChangesSince(
  journal: Pick<Journal, 'streams' | 'readStream'>,
  cursor: PeerCursor,
): Promise<PeerChanges> {
  const none = () => new Map<string, ActivePeer>()
  const folded = await foldStreams(journal, { cursors: cursor, state: none() }, none, (peers, events) => {
    for (const event of events) if (event.event === 'interaction') note(peers, event)
    return peers
  })
  const peers = [...folded.state.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : 0))
  return { cursor: folded.cursors, interactions: peers.reduce((sum, peer) => sum + peer.interactions, 0), peers }
}

function note(peers: Map<string, ActivePeer>, event: Extract<JournalEvent, { event: 'interaction' }>): void {
  const { peer, timestamp } = event
  const known = peers.get(peer) ?? { peer, interactions: 0, firstAt: timestamp, lastAt: timestamp }
  peers.set(peer, {
    peer,
    interactions: known.interactions + 1,
    firstAt: timestamp < known.firstAt ? timestamp : known.firstAt,
    lastAt: timestamp > known.lastAt ? timestamp : known.lastAt,
  })
}
