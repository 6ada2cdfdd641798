// The one value that every surface shows of a skill: where it comes from, who vouched for it, how mature it is, who is
// shown it, and why. The axes stay apart (DESIGN 1.3); nothing here is stored.
import { type Approval, approvalOf, type Bytes } from './approval.ts'
import { type Exposure, exposureOf, LEARNED_SUCCESS_MIN } from './exposure.ts'
import type { Gate } from './gate.ts'
import { DEGRADE_HEALTH_BELOW, type Performance, successRate, type Verdicts } from './performance.ts'
import type { Lifecycle, Origin, SkillRecord } from './record.ts'
import { tierOf } from './tier.ts'

export type Standing = {
  tier: number
  origin: Origin
  lifecycle: Lifecycle
  approval: Approval
  exposure: Exposure
  /** Its policy applies, and a host may run its scripts. */
  executable: boolean
  pinned: boolean
  /** A text waits for a person beside the one that stands. */
  draft: boolean
  supersededBy: string | null
  /** Why it is shown less than others, and what its reader should know; gravest first. */
  warnings: string[]
}

export type StandingFacts = {
  record: SkillRecord | undefined
  origin: Origin
  lifecycle: Lifecycle
  bytes: Bytes
  verdicts: Verdicts
  gate: Gate
  /** As in exposure.ts. */
  scanned: () => readonly string[]
  misleads?: string | undefined
}

export function standingOf(facts: StandingFacts): Standing {
  const { record, origin, lifecycle } = facts
  const approval = approvalOf(record, origin, facts.bytes)
  const { exposure, reasons } = exposureOf({ ...facts, approval })
  const isChangedByHand = origin === 'human' && record?.approval != null && approval !== 'approved'
  return {
    tier: tierOf(origin, approval),
    ...{ origin, lifecycle, approval, exposure },
    executable: approval === 'approved' && lifecycle !== 'deprecated' && lifecycle !== 'archived',
    pinned: record?.pinned ?? false,
    draft: record?.draft != null,
    supersededBy: record?.supersededBy ?? null,
    warnings: isChangedByHand
      ? [...reasons, `changed since it was approved on ${record.approval!.at.slice(0, 10)}`]
      : reasons,
  }
}

/** Seed 001's filter: what a machine may rely on without a person looking. */
export function isReliable(standing: Standing, does: Pick<Performance, 'successRate' | 'health'>): boolean {
  const { tier, origin, lifecycle } = standing
  if (lifecycle === 'deprecated' || lifecycle === 'archived' || tier < 2) return false
  const isLearned = origin === 'machine'
  return does.health >= DEGRADE_HEALTH_BELOW && (!isLearned || does.successRate >= LEARNED_SUCCESS_MIN)
}

/** How much near ties bend by standing; recall's order is by relevance (seed 001, retrieval). */
export const NEAR_TIE_FACTOR_MIN = 0.9
export const NEAR_TIE_FACTOR_MAX = 1.1

/** 0.9 for a degraded skill or one that always fails, towards 1.1 for one that always works; 1 where nothing was reported. */
export function nearTieFactor(lifecycle: Lifecycle | undefined, verdicts: Verdicts | undefined): number {
  if (lifecycle === 'degraded') return NEAR_TIE_FACTOR_MIN
  const rate = verdicts === undefined ? 0.5 : successRate(verdicts)
  return NEAR_TIE_FACTOR_MIN + (NEAR_TIE_FACTOR_MAX - NEAR_TIE_FACTOR_MIN) * rate
}
