// Decides what a person's yes or no does to a skill: to its draft where one waits, else to the text that stands. A yes
// names exact bytes, so that nothing can be changed between the look and the yes (DESIGN 3.1).

import {
  asItStands,
  type ChangeContext,
  type CurrentState,
  type Decision,
  standing,
  unkeptText,
} from './change-state.ts'
import { contentHash } from './content-hash.ts'
import { sha256Of } from './digest.ts'
import { ruleStep } from './lifecycle.ts'
import { ofRecord, operatorsAlone, stepped } from './lifecycle-change.ts'
import { policyHash } from './policy-scope.ts'
import { type ApprovalGrant, isMachine, latestVersion, type SkillRecord, withoutDraft, withVersion } from './record.ts'
import type { Skill } from './skill.ts'
import { draftSkill } from './skill-change.ts'
import { SkillError } from './skill-error.ts'
import { notFound } from './skill-refusal.ts'

/** What is named in a yes: the content and the policy that were looked at, 64 hex digits. */
export function reviewHash(skill: Skill): string {
  return sha256Of(`${contentHash(skill)}\n${policyHash(skill.policy)}`)
}

/** What waits for a yes, and what it would take the place of. */
export type Reviewed = { which: 'draft' | 'live'; skill: Skill; digest: string; hash: string }

/** The draft where one can be read, else the live text; undefined when there is neither. */
export function underReview(current: CurrentState, context: ChangeContext): Reviewed | undefined {
  const { skill, record } = standing(current, context)
  const waiting = draftSkill(current, record)
  if (waiting !== undefined) {
    return { which: 'draft', skill: waiting, digest: record.draft!.digest, hash: reviewHash(waiting) }
  }
  if (skill === undefined || current.live === undefined) return undefined
  return { which: 'live', skill, digest: current.live.digest, hash: reviewHash(skill) }
}

/**
 * @param hash the `reviewHash` of what was looked at.
 * @throws `conflict` when that is not what stands now, or the draft was made from a text that has changed since.
 */
export function decideApprove(current: CurrentState, hash: string, context: ChangeContext): Decision {
  if (context.actor !== 'operator') throw operatorsAlone(context.name, 'approve it')
  const { record, skill } = standing(current, context)
  const looked = underReview(current, context)
  if (looked === undefined) throw notFound(context.name)
  if (looked.hash !== hash) throw staleHash(context.name, hash, looked)
  const grant: ApprovalGrant = {
    contentHash: contentHash(looked.skill),
    digest: looked.digest,
    policy: looked.skill.policy,
    files: looked.skill.files.length,
    at: context.now,
    actor: context.actor,
  }
  const before = record.approval
  const isKnown = looked.which === 'live' && before?.digest === grant.digest
  if (isKnown) return ofRecord(current, record, false)
  const approved = approvedRecord(record, grant, context, skill)
  return looked.which === 'live' ? ofRecord(current, approved) : accepted(current, record, approved, context)
}

/** @property hash of what was looked at; absent: whatever stands. */
export type Rejecting = { note: string; draft: 'keep' | 'discard'; hash?: string | undefined }

/**
 * A no: the note is kept, and with it the draft, so that it can be mended; an approval of the live text is taken back.
 * @param draft `discard` lets the draft go, and nothing but the draft where its bytes are lost.
 */
export function decideReject(
  current: CurrentState,
  { note, draft, hash }: Rejecting,
  context: ChangeContext,
): Decision {
  if (context.actor !== 'operator') throw operatorsAlone(context.name, 'reject it')
  const { record } = standing(current, context)
  const looked = underReview(current, context)
  if (hash !== undefined && looked?.hash !== hash) throw staleHash(context.name, hash, looked)
  const waiting = record.draft
  // Also one whose bytes are lost, which nobody can look at any more: letting it go is the only way on.
  if (draft === 'discard' && waiting !== null && looked?.which !== 'draft') {
    return ofRecord(current, withoutDraft(record))
  }
  if (looked === undefined) throw notFound(context.name)
  const rejection = { digest: looked.digest, note, at: context.now }
  if (looked.which === 'live') return ofRecord(current, { ...record, rejection, approval: null })
  const left = draft === 'discard' ? withoutDraft(record) : record
  // What the ledger says of it is of the draft, too.
  const of = { version: waiting!.version, digest: looked.digest }
  return { ...ofRecord(current, { ...left, rejection }), ...of }
}

function approvedRecord(
  record: SkillRecord,
  approval: ApprovalGrant,
  context: ChangeContext,
  skill: Skill | undefined,
): SkillRecord {
  const ruling = ruleStep(asItStands(record, context, skill), 'approve', context.actor, context.gate)
  // A draft for an archived name: accepting it is what brings the name back.
  const lifecycle = ruling.kind === 'to' ? ruling.state : 'verified'
  const supersededBy = lifecycle === 'deprecated' ? record.supersededBy : null
  return {
    ...stepped(record, 'approve', lifecycle, context, null),
    approval,
    rejection: null,
    supersededBy,
    scope: null,
  }
}

// The machine wrote it and the person let it in: the version keeps both apart, actor and approval.
function accepted(current: CurrentState, before: SkillRecord, approved: SkillRecord, context: ChangeContext): Decision {
  const draft = before.draft!
  const liveDigest = current.live?.digest ?? null
  if (draft.base !== liveDigest) throw staleDraft(before)
  const source = { actor: draft.actor, cause: 'accepted' as const, at: context.now }
  const text = current.draft!
  // Under the number that its readers know it by. A name that a machine brings back is the machine's.
  const isNew = liveDigest === null && isMachine(draft.actor)
  const kind = isNew ? { origin: 'machine' as const, lifecycle: 'verified' as const } : {}
  const { approval, rejection, lifecycle, lastStep } = before
  const acceptedFrom = { draft, approval, rejection, lifecycle, lastStep }
  const waiting = { ...approved, ...kind, draft: null, acceptedFrom, numbersUsed: draft.version - 1 }
  const next = withVersion(waiting, draft, source)
  return {
    record: next,
    live: text,
    blobs: [text, ...unkeptText(current)],
    version: latestVersion(next),
    digest: draft.digest,
    ...{ created: liveDigest === null, changed: true, draft: false },
  }
}

function staleHash(name: string, hash: string, looked: Reviewed | undefined): SkillError {
  const short = (text: string) => text.slice(0, 12)
  return new SkillError(
    'conflict',
    `skill "${name}": expected the hash of what stands (${looked === undefined ? 'nothing' : `${short(looked.hash)}, its ${looked.which === 'draft' ? 'draft' : 'live text'}`}), got ${short(hash) || 'none'}`,
    'Nothing was changed. Look at it again (skill-cortex review) and decide about what you then see.',
  )
}

function staleDraft({ name, draft }: SkillRecord): SkillError {
  return new SkillError(
    'conflict',
    `skill "${name}": its draft (version ${draft!.version}) was made from a text that has changed since`,
    `Nothing was accepted. Compare both with: skill-cortex diff ${name} --draft; then save the text you want, or reject the draft.`,
  )
}
