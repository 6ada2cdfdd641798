// What recall adds of the peers that a message is about or from: one item a peer, the guide to the numbers before the first.
import type { ContextSource } from '../domain/context-source.ts'
import { peerBlockHead, peerLine } from '../domain/peer-block.ts'
import { isPeerId } from '../domain/peer-interaction.ts'
import type { Ledger } from './open-ledger.ts'

export function peerContext(ledger: Pick<Ledger, 'blockPeers'>): ContextSource {
  return async ({ peers }) => {
    const ids = [...new Set(peers)].filter(isPeerId)
    if (ids.length === 0) return []
    const lines = (await ledger.blockPeers(ids)).map(peerLine)
    return lines.map((line, at) => ({ kind: 'peer', text: at === 0 ? `${peerBlockHead()}\n${line}` : line }))
  }
}
