// Decides a step of a skill's lifecycle, its pin, and what is said when it may not be. The text is never touched.

import {
  asItStands,
  type ChangeContext,
  type CurrentState,
  type Decision,
  standing,
  unkeptText,
} from './change-state.ts'
import { possibleSteps, type Ruling, ruleStep } from './lifecycle.ts'
import type { Lifecycle, LifecycleCause, SkillRecord } from './record.ts'
import { SkillError } from './skill-error.ts'
import { needsPerson, notFound } from './skill-refusal.ts'

/** Steps of the record alone; `approve`, `archive` and `revive` also touch bytes and are decided elsewhere. */
export type RecordStep = Extract<LifecycleCause, 'promote' | 'deprecate' | 'degrade' | 'recover'>

/** @throws `needs-person`; `refused` or `conflict` with the steps that are possible. */
export function decideStep(
  current: CurrentState,
  cause: RecordStep,
  context: ChangeContext,
  why: { reason?: string | null; supersededBy?: string | null } = {},
): Decision {
  const { record, skill } = standingSkill(current, context)
  const effective = asItStands(record, context, skill)
  const ruling = ruleStep(effective, cause, context.actor, context.gate)
  if (ruling.kind !== 'to') throw noStep(effective, cause, context, ruling)
  const supersededBy = cause === 'deprecate' ? (why.supersededBy ?? null) : null
  return ofRecord(current, { ...stepped(record, cause, ruling.state, context, why.reason ?? null), supersededBy })
}

/** @throws `refused` for anybody but the operator. */
export function decidePin(current: CurrentState, isPinned: boolean, context: ChangeContext): Decision {
  const { record } = standingSkill(current, context)
  if (context.actor !== 'operator') throw operatorsAlone(context.name, isPinned ? 'pin it' : 'unpin it')
  return ofRecord(current, { ...record, pinned: isPinned }, record.pinned !== isPinned)
}

/** The record after a step, with what led to it. */
export function stepped(
  record: SkillRecord,
  cause: LifecycleCause,
  lifecycle: Lifecycle,
  { actor, now: at }: ChangeContext,
  reason: string | null,
): SkillRecord {
  const archivedAt = lifecycle === 'archived' ? at : null
  const decidedAt = actor === 'operator' ? at : record.decidedAt
  if (record.lifecycle === lifecycle) return { ...record, archivedAt, decidedAt }
  const lastStep = { cause, from: record.lifecycle, actor, at, reason }
  return { ...record, lifecycle, archivedAt, decidedAt, lastStep }
}

/** A decision that leaves the live file as it is. */
export function ofRecord(current: CurrentState, record: SkillRecord, changed = true): Decision {
  const live = current.live
  return {
    record,
    blobs: unkeptText(current),
    version: record.versions.at(-1)?.version ?? 0,
    digest: live?.digest ?? '',
    ...{ created: false, changed, draft: false },
  }
}

/** Why a step is not taken. @param ruling any but `to`. */
export function noStep(
  record: SkillRecord,
  cause: LifecycleCause,
  { actor, gate }: Pick<ChangeContext, 'actor' | 'gate'>,
  ruling: Exclude<Ruling, { kind: 'to' }>,
): SkillError {
  const { name, lifecycle } = record
  if (ruling.kind === 'proposes') return needsPerson(name, cause)
  const what = `"${cause}" from ${lifecycle}`
  const possible = possibleSteps(record, gate, ['operator', actor])
    .filter((step, i, all) => all.findIndex((other) => other.cause === step.cause && other.actor === step.actor) === i)
    .map((step) => `${step.cause} to ${step.to} (${step.actor})`)
  const ways = possible.length === 0 ? 'Nothing is possible from there.' : `Possible: ${possible.join(', ')}.`
  return ruling.why === 'wrong-state'
    ? new SkillError('conflict', `skill "${name}" is ${lifecycle}: there is no step ${what}`, ways)
    : new SkillError('refused', `skill "${name}": ${what} is not for ${actorText(actor)} to take`, ways)
}

export function operatorsAlone(name: string, what: string): SkillError {
  return new SkillError(
    'refused',
    `skill "${name}": only a person may ${what}`,
    'Ask the person to do it at a terminal or in the dashboard.',
  )
}

function standingSkill(current: CurrentState, context: ChangeContext) {
  const { skill, record } = standing(current, context)
  if (skill === undefined) throw notFound(context.name)
  return { skill, record }
}

function actorText(actor: string): string {
  return actor === 'operator'
    ? 'a person'
    : actor === 'system'
      ? 'the health job'
      : `an ${actor}`.replace('an model', 'a model')
}
