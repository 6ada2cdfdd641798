import { z } from 'zod'
import { quoted } from '../../domain/peer-text.ts'
import { signed } from '../../domain/peer-trust.ts'
import { PEER_ORDERS, PEERS_LISTED, PEERS_LISTED_MAX, type PeerList, peerListShape } from '../../domain/peer-view.ts'
import { defineTool } from '../tool.ts'

export const listPeersTool = defineTool({
  name: 'list_peers',
  toolset: 'reflection',
  title: 'List peers',
  description:
    'The peers on record with what is thought of them: the last met first, or by trust, or by how much there is to go by (info). query_peer tells of one.',
  input: z.object({
    limit: z.number().int().min(1).max(PEERS_LISTED_MAX).default(PEERS_LISTED),
    sort: z.enum(PEER_ORDERS).default('recent'),
  }),
  output: peerListShape,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ limit, sort }, _call, { ledger }) {
    const found = await ledger.peers({ limit, sort })
    return { structured: found, text: textOf(found) }
  },
})

function textOf({ peers, total }: PeerList): string {
  if (total === 0) return 'No peer is on record. record_interaction notes what passes with one.'
  const lines = peers.map(({ peer_id, trust, info_score, interactions, unassessed }) => {
    const thought = trust === null ? 'not assessed' : `trust ${signed(trust)}`
    return `- ${quoted(peer_id)}: ${thought}, info ${info_score}/10, ${interactions} interactions, ${unassessed} of them not assessed`
  })
  return `Peers (${peers.length} of ${total}):\n${lines.join('\n')}`
}
