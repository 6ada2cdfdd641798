// Writes down what was thought of a peer: read, decided and appended while no other process may, so that two judges at once
// never move the trust twice. One line of the ledger or none.
import { randomUUID } from 'node:crypto'
import type { Assessment } from '../domain/peer-assessments.ts'
import { infoScoreOf } from '../domain/peer-ledger.ts'
import { keptLine } from '../domain/peer-text.ts'
import {
  type AssessmentSource,
  clampTrust,
  NO_TRUST_PAST,
  parseRationale,
  parseTrust,
  RATIONALE_CHARS_MAX,
  type TrustLimits,
} from '../domain/peer-trust.ts'
import type { Actor } from '../domain/record.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { acquireLease } from '../files/file-lease.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import { guarded } from '../files/storage-error.ts'
import type { Journal } from '../journal/journal.ts'
import type { PeerMemory, PeerState } from './peer-memory.ts'

export type AskedAssessment = {
  peerId: string
  /** -10 to +10, whole. */
  trust: number
  rationale: string
  source: AssessmentSource
  /** Of source `cycle`: which one. A cycle judges a peer once. */
  cycle?: string
}
export type StoredAssessment = Assessment & {
  /** Why the stored trust is not the proposed one; undefined where it is. */
  clamped: string | undefined
}
export type RecordAssessment = (asked: AskedAssessment, actor: Actor) => Promise<StoredAssessment>

type RecordParts = {
  memory: PeerMemory
  journal: Pick<Journal, 'appendLedger'>
  /** The lock file that all processes on one home share. */
  lock: string
  limits: () => TrustLimits
  now: () => Date
}

/**
 * @returns what records one. It throws `bad-input` for a trust that is no whole number within the range, and for a rationale
 * without words; `not-found` for a peer that was never met; `conflict` for a second one of a peer in one cycle; `refused` for
 * the operator's source from anybody else; `busy`.
 */
export function assessmentRecorder(parts: RecordParts): RecordAssessment {
  const inTurn = createKeyedQueue()
  return (asked, actor) => {
    const proposed = parseTrust(asked.trust)
    const rationale = keptLine(parseRationale(asked.rationale), RATIONALE_CHARS_MAX)
    assertSource(asked, actor)
    return inTurn('assess', () =>
      guarded('writing an assessment', () => storeAlone({ ...asked, trust: proposed, rationale }, actor, parts)),
    )
  }
}

async function storeAlone(asked: AskedAssessment, actor: Actor, parts: RecordParts): Promise<StoredAssessment> {
  const lease = await acquireLease(parts.lock, 'the ledger of peers')
  try {
    const { memory, journal } = parts
    const state = await memory.level()
    assertAssessable(asked, state)
    const nowMs = parts.now().getTime()
    const past = state.assessed.peers.get(asked.peerId)?.past ?? NO_TRUST_PAST
    const { trust, clamped } = clampTrust(asked.trust, past, { source: asked.source, nowMs, limits: parts.limits() })
    const id = randomUUID()
    await lease.assertHeld()
    await journal.appendLedger({
      ...{ event: 'assessed', actor, assessment_id: id, peer_id: asked.peerId, trust, proposed_trust: asked.trust },
      info_score: infoScoreOf(state.seen.get(asked.peerId), nowMs),
      ...{ rationale: asked.rationale, source: asked.source, cycle: asked.cycle ?? null },
    })
    return { ...storedIn(await memory.level(), asked.peerId, id), clamped }
  } finally {
    await lease.release()
  }
}

// Read back: what is told is what stands.
function storedIn({ assessed }: PeerState, peer: string, id: string): Assessment {
  const stored = assessed.peers.get(peer)?.latest.find(({ assessment_id }) => assessment_id === id)
  if (stored === undefined) throw new Error(`the assessment ${id} was appended and cannot be read`)
  return stored
}

function assertSource({ source, cycle }: AskedAssessment, actor: Actor): void {
  if (source === 'operator' && actor !== 'operator') {
    throw new SkillError(
      'refused',
      `expected the operator to assess without a limit, got the actor "${actor}"`,
      'Nothing was recorded. A person does it with skill-cortex ledger assess.',
    )
  }
  if ((source === 'cycle') !== (cycle !== undefined)) throw new Error(`an assessment of ${source} with cycle ${cycle}`)
}

function assertAssessable({ peerId, cycle }: AskedAssessment, { seen, assessed }: PeerState): void {
  if (!seen.has(peerId) && !assessed.peers.has(peerId)) throw unknownPeer(peerId)
  const earlier = cycle === undefined ? undefined : assessed.cycles.get(cycle)?.get(peerId)
  if (earlier === undefined) return
  throw new SkillError(
    'conflict',
    `"${shown(peerId)}": expected one assessment of a peer in a cycle, got a second one`,
    `Nothing was recorded; ${earlier.assessment_id} stands.`,
  )
}

export function unknownPeer(id: string): SkillError {
  return new SkillError(
    'not-found',
    `expected a peer with an interaction on record, got "${shown(id)}"`,
    'A peer is known from its interactions: record one, or list who is known with list_peers or skill-cortex ledger.',
  )
}
