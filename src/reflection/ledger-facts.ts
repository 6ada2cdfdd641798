// What the ledger tells whoever follows it, in the words of seed 002: the union of what it says of each event, for it says it
// twice. Never a word of a message.
import type { JournalEvent } from '../domain/journal-event.ts'
import type { Assessment } from '../domain/peer-assessments.ts'
import type { Fact } from '../events/bus.ts'

export type WrittenInteraction = Extract<JournalEvent, { event: 'interaction' }>
type LiveFact = Extract<Fact, { kind: 'live-event' }>

export function interactionTold(event: WrittenInteraction): LiveFact {
  const { id, peer, direction, channel, turnId, timestamp, sessionId } = event
  const payload = {
    ...{ interaction_id: id, peer_id: peer, direction, channel_type: channel ?? null },
    ...{ turn_id: turnId ?? null, timestamp },
  }
  return { kind: 'live-event', type: 'ledger.after_record', payload, correlationId: sessionId }
}

/** Of a cycle's assessment the cycle's event, of all others the ledger's own. */
export function assessmentTold(assessment: Assessment): LiveFact {
  const { assessment_id, peer_id, info_score, trust, proposed_trust, rationale, source, cycle, timestamp } = assessment
  const payload = { peer_id, info_score, trust, proposed_trust, rationale, assessment_id, source, cycle, timestamp }
  const type = source === 'cycle' ? 'cortex.after_assess' : 'ledger.after_assess'
  return { kind: 'live-event', type, payload, correlationId: cycle }
}
