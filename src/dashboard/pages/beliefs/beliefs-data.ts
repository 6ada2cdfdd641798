// What the page Beliefs asks for, in the words of the API.
export type Belief = {
  key: string
  value: string
  rationale: string
  peerId: string | null
  assessmentId: string | null
  trust: number | null
  createdAt: string
  lastConfirmedAt: string
  source: string
  pinned: boolean
  minutesLeft: number | null
  superseded: { assessmentId: string; trust: number; at: string } | null
}
export type BeliefsAnswer = { beliefs: Belief[]; block: string }

export type Reflection = {
  id: string
  cycle: number
  status: 'begun' | 'applying' | 'applied' | 'failed' | 'undone'
  at: string
  executor: 'order' | 'provider'
  author: string | null
  triggers: string[]
  elapsedSeconds: number | null
  peersAssessed: string[]
  beliefsAdded: string[]
  beliefsReaffirmed: string[]
  beliefsExpired: string[]
  directivesIssued: number
  refused: number
  summary: string | null
  reason?: string | null
}
export type Consultation = {
  id: string
  decision: string
  peers: string[]
  askedAt: string
  state: 'waiting' | 'answered' | 'expired'
  verdict: 'approve' | 'deny' | 'conditional' | null
  reasoning: string | null
  suggestedResponse: string | null
}
export type ReflectionsAnswer = { reflections: Reflection[]; consultations: Consultation[] }

export type Suggestion = {
  id: string
  text: string
  peerId: string | null
  source: string
  createdAt: string
  expiresAt: string
  state: 'open' | 'delivered' | 'done' | 'expired'
}

/** Trust with its sign, as people write it: +3, −2, 0. */
export function signed(trust: number): string {
  return trust > 0 ? `+${trust}` : trust < 0 ? `−${-trust}` : '0'
}
