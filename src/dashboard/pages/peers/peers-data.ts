// What the page Peers asks for, in the words of the API (seed 002's).
export type Peer = {
  peer_id: string
  interactions: number
  incoming: number
  outgoing: number
  first_seen: string | null
  last_seen: string | null
  info_score: number
  trust: number | null
  assessments: number
  unassessed: number
  promise_overdue_since: string | null
}
export type Assessment = {
  assessment_id: string
  info_score: number
  trust: number
  proposed_trust: number
  rationale: string
  source: 'inline' | 'cycle' | 'operator'
  timestamp: string
}
export type Interaction = {
  timestamp: string
  direction: 'in' | 'out'
  channel: string | null
  preview: string | null
  promise: { text: string; due: string } | null
}
export type PeerDetail = Peer & { history: Assessment[]; recent: Interaction[] }
export type PeersAnswer = { peers: Peer[]; total: number }
