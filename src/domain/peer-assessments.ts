// The assessments of peers, folded from the ledger: what stands of each, what the next one is held against, and which peers a
// cycle has already judged.
import type { LedgerEvent } from './journal-event.ts'
import { type AssessmentSource, NO_TRUST_PAST, type TrustPast, trustAfter } from './peer-trust.ts'

/** Of one peer, the last. */
export const ASSESSMENTS_KEPT_MAX = 10
const CYCLES_KEPT_MAX = 50

/** In the words of seed 002. */
export type Assessment = {
  assessment_id: string
  peer_id: string
  info_score: number
  /** As stored, which may be less than was proposed. */
  trust: number
  proposed_trust: number
  rationale: string
  source: AssessmentSource
  cycle: string | null
  timestamp: string
}

export type AssessedPeer = {
  past: TrustPast
  count: number
  /** The newest last. */
  latest: readonly Assessment[]
}
export type AssessmentBook = {
  peers: Map<string, AssessedPeer>
  /** What each of the last cycles stored, by peer. */
  cycles: Map<string, Map<string, Assessment>>
}

export const noAssessments = (): AssessmentBook => ({ peers: new Map(), cycles: new Map() })

/** Folds what came: changes `book`. */
export function foldAssessments(book: AssessmentBook, events: readonly LedgerEvent[]): void {
  for (const event of events) {
    if (event.event !== 'assessed') continue
    const assessment = assessmentOf(event)
    const { peer_id, trust, source, cycle, timestamp } = assessment
    const known = book.peers.get(peer_id) ?? { past: NO_TRUST_PAST, count: 0, latest: [] }
    const atMs = Date.parse(timestamp) || 0
    book.peers.set(peer_id, {
      past: trustAfter(known.past, { trust, source, atMs }),
      count: known.count + 1,
      latest: [...known.latest, assessment].slice(-ASSESSMENTS_KEPT_MAX),
    })
    if (cycle !== null) noteCycle(book, cycle, assessment)
  }
}

function noteCycle({ cycles }: AssessmentBook, cycle: string, assessment: Assessment): void {
  const peers = cycles.get(cycle) ?? new Map<string, Assessment>()
  cycles.set(cycle, peers.set(assessment.peer_id, assessment))
  const [oldest] = cycles.keys()
  if (cycles.size > CYCLES_KEPT_MAX && oldest !== undefined) cycles.delete(oldest)
}

function assessmentOf(event: Extract<LedgerEvent, { event: 'assessed' }>): Assessment {
  const { assessment_id, peer_id, info_score, trust, proposed_trust, rationale, source, cycle, timestamp } = event
  const said = { rationale, source, cycle: cycle ?? null, timestamp }
  return { assessment_id, peer_id, info_score, trust, proposed_trust, ...said }
}
