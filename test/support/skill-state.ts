// What stands after a decision, as the store would make it, and skills in a given standing.

import type { ChangeContext, CurrentState, Decision } from '../../src/domain/change-state.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import {
  type Actor,
  type LifecycleCause,
  newRecord,
  type SkillRecord,
  type SkillVersion,
  withVersion,
} from '../../src/domain/record.ts'
import { reviewHash, underReview } from '../../src/domain/skill-approval.ts'
import { documentBytes } from '../../src/domain/skill-document.ts'
import { serializeSkill } from '../../src/domain/skill-file.ts'
import { contextOf, liveText, NOW, skillOf } from './builders.ts'

export const NOTHING: CurrentState = { live: undefined, record: undefined }

export function stateAfter(current: CurrentState, { record, live, blobs }: Decision): CurrentState {
  const texts = [...blobs, ...(current.draft === undefined ? [] : [current.draft])]
  const draft = record.draft === null ? undefined : texts.find((text) => sha256Of(text) === record.draft!.digest)
  return { record, draft, live: live === undefined ? current.live : live === null ? undefined : liveText(live) }
}

/** The file as a person leaves it; null for a deleted one. */
export function byHand(current: CurrentState, text: string | null): CurrentState {
  return { ...current, live: text === null ? undefined : liveText(text) }
}

/** @throws when there is nothing to look at. */
export function hashOf(current: CurrentState, over: Partial<ChangeContext> = {}): string {
  return reviewHash(underReview(current, contextOf(over))!.skill)
}

export type RecordFacts = Partial<Pick<SkillRecord, 'origin' | 'lifecycle' | 'pinned' | 'via' | 'supersededBy'>> & {
  isApproved?: boolean
  /** Of the text that stands. */
  isRejected?: boolean
  isDecided?: boolean
  hasDraft?: boolean
  lastStep?: { cause?: LifecycleCause; from?: SkillRecord['lifecycle']; actor?: Actor; reason?: string } | null
  /** Of the newest version; `none`: there is no version. */
  lastActor?: Actor | 'none'
  lastCause?: SkillVersion['cause']
}

const TEXT = serializeSkill(skillOf())
const OTHER = sha256Of('other')

/** A record of one version with just these facts; impossible ones too. */
export function recordOf(facts: RecordFacts = {}): SkillRecord {
  const { isApproved = false, isRejected = false, isDecided = false, hasDraft = false, ...rest } = facts
  const { lastStep = null, lastActor = 'agent', lastCause = 'saved', ...plain } = rest
  const base = newRecord('mail', plain.origin ?? 'machine', 'save_skill', null)
  const digest = sha256Of(TEXT)
  const source = { cause: lastCause, at: NOW }
  const record = lastActor === 'none' ? base : withVersion(base, documentBytes(TEXT), { ...source, actor: lastActor })
  const by = { at: NOW, actor: 'operator' as const }
  const grant = { contentHash: OTHER, digest: OTHER, policy: skillOf().policy, files: 0, ...by }
  const draft = {
    version: 2,
    digest: OTHER,
    size: 1,
    files: [],
    base: null,
    at: NOW,
    actor: 'agent' as const,
    via: 'x',
    author: null,
  }
  const step = { cause: 'deprecate', from: 'released', actor: 'agent', at: NOW, reason: null } as const
  return {
    ...record,
    ...plain,
    archivedAt: plain.lifecycle === 'archived' ? NOW : null,
    approval: isApproved ? grant : null,
    rejection: isRejected ? { digest, note: 'too broad', at: NOW } : null,
    decidedAt: isDecided ? NOW : null,
    draft: hasDraft ? draft : null,
    lastStep: lastStep === null ? null : { ...step, ...lastStep },
  }
}
