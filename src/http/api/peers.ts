// The ledger of peers, for the operator alone: what was said in it and what is thought of whom is nobody else's.
import { z } from 'zod'
import { peerIdArgument } from '../../domain/peer-interaction.ts'
import {
  assessmentShape,
  INTERACTIONS_SHOWN,
  INTERACTIONS_SHOWN_MAX,
  PEER_ORDERS,
  PEERS_LISTED,
  PEERS_LISTED_MAX,
  peerDetailShape,
  peerListShape,
  rationaleArgument,
  trustArgument,
} from '../../domain/peer-view.ts'
import { unknownPeer } from '../../reflection/record-assessment.ts'
import { defineRoute } from '../api-route.ts'

export const peers = defineRoute({
  method: 'GET',
  path: '/api/peers',
  who: 'operator',
  summary: 'Peers with what is thought of them: the last met first, or by trust or info',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(PEERS_LISTED_MAX).default(PEERS_LISTED),
    sort: z.enum(PEER_ORDERS).default('recent'),
  }),
  answer: peerListShape,
  run: async ({ query }, { ledger }) => ({ json: await ledger.peers(query) }),
})

export const peer = defineRoute({
  method: 'GET',
  path: '/api/peers/detail',
  who: 'operator',
  summary: 'One peer: its last assessments with their rationales, and the last that passed',
  query: z.object({
    id: peerIdArgument,
    interactions: z.coerce.number().int().min(0).max(INTERACTIONS_SHOWN_MAX).default(INTERACTIONS_SHOWN),
  }),
  answer: peerDetailShape,
  async run({ query: { id, interactions } }, { ledger }) {
    const found = await ledger.peer(id, { interactions })
    if (found === undefined) throw unknownPeer(id)
    return { json: found }
  },
})

export const assessPeer = defineRoute({
  method: 'POST',
  path: '/api/peers/assess',
  who: 'operator',
  summary: "Set what is thought of a peer: the operator's word stands as it is",
  body: z.object({ peer_id: peerIdArgument, trust: trustArgument, rationale: rationaleArgument }),
  answer: z.object({ assessment: assessmentShape }),
  async run({ body: { peer_id, trust, rationale }, caller }, { ledger }) {
    const asked = { peerId: peer_id, trust, rationale, source: 'operator' as const }
    const { clamped: _clamped, ...assessment } = await ledger.recordAssessment(asked, caller.actor)
    return { json: { assessment } }
  },
})
