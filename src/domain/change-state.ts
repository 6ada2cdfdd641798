// What every change of a skill is decided from, and what a decision is: the state under the skill's lock, who asks, and the
// bytes and record that should stand afterwards.
import type { Gate } from './gate.ts'
import { withHandEdit } from './hand-edit.ts'
import { type Actor, knowsLive, newRecord, type Origin, originNow, originOf, type SkillRecord } from './record.ts'
import type { Skill } from './skill.ts'
import { documentBytes } from './skill-document.ts'
import { parseSkillFile } from './skill-file.ts'
import { damaged } from './skill-refusal.ts'

/** Who acts, through what, when. `lostOrigin` stands in for a record that is gone: machine-written if the ledger knows it (DESIGN 3.1). */
export type ChangeContext = {
  name: string
  actor: Actor
  via: string
  author: string | null
  /** The session that a skill which is not there yet is taken for. */
  scope?: string | undefined
  now: string
  lostOrigin: Origin
  gate: Gate
  /** Whether a skill says what we ship under its name. Absent: where the record says so. */
  isShipped?: ((skill: Skill) => boolean) | undefined
}
export type LiveText = { text: string; digest: string; modifiedAt: string }
/** @property draft the text of the record's draft, if there is one. */
export type CurrentState = {
  live: LiveText | undefined
  record: SkillRecord | undefined
  draft?: string | undefined
}

export type Decision = {
  record: SkillRecord
  /** Null archives; absent leaves the live file as it is. */
  live?: string | null
  blobs: string[]
  version: number
  digest: string
  created: boolean
  /** False when the patch says what already stands: nothing is written. */
  changed: boolean
  /** It waits for a person; what is live serves on. */
  draft: boolean
}

/** The record as the live bytes make it, whether they can be read or not: hand edits taken in. */
export function recordStanding(current: CurrentState, context: ChangeContext): SkillRecord {
  const { live } = current
  const origin = live === undefined ? originOf(context.actor) : context.lostOrigin
  const made = newRecord(context.name, origin, context.via, context.author)
  const known = current.record ?? { ...made, scope: live === undefined ? scopeOf(context) : null }
  if (live === undefined || knowsLive(known, live.digest)) return known
  return withHandEdit(known, documentBytes(live.text), context.now)
}

/** What a skill that comes, or comes back, is taken for. */
export function scopeOf({ scope: session, now: since }: ChangeContext): SkillRecord['scope'] {
  return session === undefined ? null : { session, since, endedAt: null }
}

/** The skill and its record as they stand. @throws `damaged` when the file cannot be read. */
export function standing(current: CurrentState, context: ChangeContext): { skill?: Skill; record: SkillRecord } {
  const record = recordStanding(current, context)
  if (current.live === undefined) return { record }
  const { text, modifiedAt } = current.live
  const file = `skills/${context.name}.json`
  const parsed = parseSkillFile(text, { file, pathName: context.name, createdAt: modifiedAt })
  if (parsed.skill === undefined) throw damaged(context.name, parsed.diagnostics)
  return { skill: parsed.skill, record }
}

/** The record with the origin that the skill's bytes give it now: what rules go by. Never written down. */
export function asItStands(record: SkillRecord, { isShipped }: ChangeContext, skill: Skill | undefined): SkillRecord {
  const bytes = skill !== undefined && (isShipped?.(skill) ?? record.origin === 'builtin') ? 'as-shipped' : 'others'
  const origin = originNow(record, bytes)
  return origin === record.origin ? record : { ...record, origin }
}

/** The live bytes, when no version keeps them: a hand edit that is recorded with this change. */
export function unkeptText({ live, record }: CurrentState): string[] {
  if (live === undefined) return []
  const isKept = record?.versions.some((v) => v.manifest.some((file) => file.sha256 === live.digest))
  return isKept === true ? [] : [live.text]
}
