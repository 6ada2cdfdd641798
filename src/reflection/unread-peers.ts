// Which peers have something that no reflection has looked at: of each the number of interactions now against the number
// that the last applied cycle was shown. The numbers stand with the cycles, so they move in the very line that says that one
// was applied, and never for one that failed; what came while it ran is counted the next time.
import type { Cycle } from '../domain/cycle.ts'
import type { PeerSummary } from '../domain/peer-view.ts'
import type { TriggerFacts } from '../domain/reflect-triggers.ts'
import { reflectionStateSchema } from '../domain/reflection-answer.ts'

type UnreadPeer = {
  peer: PeerSummary
  unread: number
  /** Position of the cycle that showed it last; -1: never. */
  shownAt: number
}
/** @property peers with something new, or with a promise that fell due since; the latest interaction first. */
export type Unread = { peers: UnreadPeer[]; facts: TriggerFacts }

/** @param peers all, the latest first. @param past cycles of the pass, oldest first. */
export function unreadPeers(peers: readonly PeerSummary[], past: readonly Cycle[]): Unread {
  const read = new Map<string, { interactions: number; at: number }>()
  let lastAt: string | undefined
  for (const [at, { status, state, at: begunAt }] of past.entries()) {
    if (status !== 'applied' && status !== 'undone') continue
    lastAt = begunAt
    const shown = reflectionStateSchema.safeParse(state).data?.peers ?? []
    for (const { id, interactions } of shown) read.set(id, { interactions, at })
  }
  const all = peers.map((peer): UnreadPeer => {
    const known = read.get(peer.peer_id)
    return { peer, unread: unreadOf(peer.interactions, known?.interactions ?? 0), shownAt: known?.at ?? -1 }
  })
  const overdueAt = peers.flatMap(({ promise_overdue_since: since }) => (since === null ? [] : [since]))
  const isFallenDue = ({ promise_overdue_since: since }: PeerSummary) =>
    since !== null && (lastAt === undefined || since > lastAt)
  const news = all.filter(({ unread, peer }) => unread > 0 || isFallenDue(peer))
  return {
    peers: news,
    facts: {
      unread: all.reduce((sum, { unread }) => sum + unread, 0),
      newPeers: all.filter(({ unread, shownAt }) => unread > 0 && shownAt < 0).length,
      unreadSince: earliest(news.flatMap(({ peer }) => peer.first_seen ?? [])),
      lastAt,
      overdueAt,
    },
  }
}

/**
 * At most `max`, in turn the one with the latest interaction and the one that waits for longest: neither many new names nor
 * one that talks all the time keeps the others out.
 */
export function chosenPeers({ peers }: Unread, max: number): UnreadPeer[] {
  const byWait = [...peers].sort((a, b) => a.shownAt - b.shownAt || b.unread - a.unread)
  const chosen = new Set<UnreadPeer>(peers.filter(({ peer }) => peer.promise_overdue_since !== null).slice(0, max))
  for (let i = 0; i < peers.length && chosen.size < max; i++) {
    chosen.add(peers[i]!)
    if (chosen.size < max) chosen.add(byWait[i]!)
  }
  return peers.filter((peer) => chosen.has(peer))
}

// A peer that the ledger has forgotten meanwhile begins anew.
function unreadOf(interactions: number, read: number): number {
  return interactions >= read ? interactions - read : interactions
}

function earliest(instants: readonly string[]): string | undefined {
  return instants.reduce<string | undefined>((first, at) => (first === undefined || at < first ? at : first), undefined)
}
