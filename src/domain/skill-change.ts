// Decides what a save, an edit, an archive or a restore does to one skill, from the state under its lock. Pure: the
// store makes the answer durable, the library tells the others. Every refusal says what stands and what to do.

import { sha256Of } from './digest.ts'
import {
  type Actor,
  knowsLive,
  latestVersion,
  newRecord,
  type Origin,
  originOf,
  type SkillRecord,
  type SkillVersion,
  withHandEdit,
  withVersion,
} from './record.ts'
import { bareSkill, type Skill } from './skill.ts'
import { SkillError } from './skill-error.ts'
import { parseSkillFile, serializeSkill } from './skill-file.ts'
import { damaged, moved, notFound, tooMuch } from './skill-refusal.ts'
import { extractSummary, isExtracted } from './summary.ts'

/** Who acts, through what, when. `lostOrigin` stands in for a record that is gone: machine-written if the ledger knows it (DESIGN 3.1). */
export type ChangeContext = {
  name: string
  actor: Actor
  via: string
  author: string | null
  now: string
  lostOrigin: Origin
}
export type LiveText = { text: string; digest: string; modifiedAt: string }
export type CurrentState = { live: LiveText | undefined; record: SkillRecord | undefined }
export type SkillPatch = Partial<Omit<Skill, 'name' | 'createdAt' | 'updatedAt'>>

export type Decision = {
  record: SkillRecord
  live: string | null
  blobs: string[]
  version: number
  digest: string
  created: boolean
  /** False when the patch says what already stands: nothing is written. */
  changed: boolean
}

/** The record as the live bytes make it, whether they can be read or not: hand edits taken in. */
export function recordStanding(current: CurrentState, context: ChangeContext): SkillRecord {
  const { live } = current
  const origin = live === undefined ? originOf(context.actor) : context.lostOrigin
  const known = current.record ?? newRecord(context.name, origin, context.via, context.author)
  if (live === undefined || knowsLive(known, live.digest)) return known
  return withHandEdit(known, live.digest, Buffer.byteLength(live.text), context.now)
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

/** @param expectedVersion what the caller read; 0 means "must be new". Undefined merges onto whatever stands. */
export function decideSave(
  current: CurrentState,
  patch: SkillPatch,
  context: ChangeContext,
  options: { expectedVersion?: number | undefined; force?: boolean | undefined; cause: 'saved' | 'edited' | 'seeded' },
): Decision {
  const { skill, record } = standing(current, context)
  const version = skill === undefined ? 0 : latestVersion(record)
  if (options.expectedVersion !== undefined && options.expectedVersion !== version && options.force !== true) {
    throw moved(context.name, options.expectedVersion, version)
  }
  const next = patched(skill, patch, context)
  if (skill !== undefined && sameSkill(skill, next)) return unchanged(current, record, version)
  return decided(current, record, next, context, options.cause)
}

/** Replaces exact text in the content. Refuses no match, and several unless `all`. */
export function decideEdit(
  current: CurrentState,
  edit: { oldText: string; newText: string; all: boolean; expectedVersion?: number | undefined },
  context: ChangeContext,
): Decision & { replacements: number } {
  const { skill } = standing(current, context)
  if (skill === undefined) throw notFound(context.name)
  if (edit.oldText === '') {
    throw new SkillError(
      'bad-input',
      'old_string: expected the text to replace, got an empty text',
      'Copy the exact text to replace from get_skill; to write the whole text anew use save_skill.',
    )
  }
  const replacements = skill.content.split(edit.oldText).length - 1
  if (replacements === 0) {
    throw new SkillError(
      'conflict',
      `old_string: expected one match in "${context.name}", found 0`,
      'Load the skill with get_skill and copy the text exactly, line breaks included.',
    )
  }
  if (replacements > 1 && !edit.all) {
    throw new SkillError(
      'conflict',
      `old_string: expected one match in "${context.name}", found ${replacements}`,
      'Give more of the surrounding text, or set replace_all to true.',
    )
  }
  const content = skill.content.split(edit.oldText).join(edit.newText)
  const options = { expectedVersion: edit.expectedVersion, cause: 'edited' as const }
  return { ...decideSave(current, { content }, context, options), replacements }
}

function decided(
  current: CurrentState,
  record: SkillRecord,
  next: Skill,
  context: ChangeContext,
  cause: SkillVersion['cause'],
): Decision {
  const text = serializeSkill(next)
  // What we write must be what we would read: the limits live in one place.
  const parsed = parseSkillFile(text, { file: context.name, pathName: context.name, createdAt: context.now })
  if (parsed.skill === undefined) throw tooMuch(context.name, parsed.diagnostics)
  const digest = sha256Of(text)
  const alive: SkillRecord =
    record.lifecycle === 'archived' ? { ...record, lifecycle: 'candidate', archivedAt: null } : record
  const saved = withVersion(alive, digest, Buffer.byteLength(text), { actor: context.actor, cause, at: context.now })
  const unkept =
    current.live !== undefined &&
    !current.record?.versions.some((v) => v.manifest.some((m) => m.sha256 === current.live?.digest))
  const blobs = unkept && current.live !== undefined ? [text, current.live.text] : [text]
  return {
    record: saved,
    live: text,
    blobs,
    version: latestVersion(saved),
    digest,
    created: current.live === undefined,
    changed: true,
  }
}

export function unchanged(current: CurrentState, record: SkillRecord, version: number): Decision {
  const live = current.live!
  return { record, live: live.text, blobs: [], version, digest: live.digest, created: false, changed: false }
}

// What is not given is kept; a summary that we had made from the old text is made anew from the new one.
function patched(skill: Skill | undefined, patch: SkillPatch, context: ChangeContext): Skill {
  const content = patch.content ?? skill?.content
  if (content === undefined || content.trim() === '') {
    throw new SkillError(
      'bad-input',
      `content: expected the procedure as text, got ${content === undefined ? 'nothing' : 'an empty text'}`,
      'Give the whole markdown text of the skill.',
    )
  }
  const base = skill ?? bareSkill(context.name, content, context.now)
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const summary =
    patch.summary?.trim() ||
    (base.summary === '' || isExtracted(base) ? extractSummary(context.name, content) : base.summary)
  return { ...base, ...given, content, summary, updatedAt: skill === undefined ? null : context.now }
}

function sameSkill(a: Skill, b: Skill): boolean {
  return serializeSkill({ ...a, updatedAt: null }) === serializeSkill({ ...b, updatedAt: null })
}
