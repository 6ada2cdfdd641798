// Decides what a save, an edit, an archive or a restore does to one skill, from the state under its lock. Pure: the
// store makes the answer durable, the library tells the others. Every refusal says what stands and what to do.

import {
  asItStands,
  type ChangeContext,
  type CurrentState,
  type Decision,
  scopeOf,
  standing,
  unkeptText,
} from './change-state.ts'
import { closedCycle, type FindLinked } from './dependency-graph.ts'
import { landingOf } from './gate.ts'
import {
  type Draft,
  firstLifecycle,
  isMachine,
  latestVersion,
  nextVersion,
  type SkillRecord,
  type SkillVersion,
  withoutDraft,
  withVersion,
} from './record.ts'
import type { Skill } from './skill.ts'
import { documentBytes } from './skill-document.ts'
import { SkillError } from './skill-error.ts'
import { parseSkillFile } from './skill-file.ts'
import { patched, readableText, type SkillPatch, sameSkill } from './skill-patch.ts'
import { closesCycle, draftMoved, moved, type NearSkill, nearDuplicate, notFound } from './skill-refusal.ts'

/** What a save is held against. Absent: a library of which nothing else is known. */
export type SaveOptions = {
  expectedVersion?: number | undefined
  /** Saves although the version has moved on, or nearly the same is there. */
  force?: boolean | undefined
  cause: 'saved' | 'edited' | 'seeded'
  /** What is near to the skill if it is new; nearest first. */
  near?: readonly NearSkill[] | undefined
  /** The skills as they stand. */
  find?: FindLinked | undefined
}

/**
 * Onto the live skill or onto its draft, as the gate has it. `expectedVersion` is what the caller read; 0 means "must be
 * new". Undefined merges onto whatever stands.
 */
export function decideSave(
  current: CurrentState,
  patch: SkillPatch,
  context: ChangeContext,
  options: SaveOptions,
): Decision {
  const onto = saveOnto(current, context)
  const { skill, record, version } = onto
  if (options.expectedVersion !== undefined && options.expectedVersion !== version && options.force !== true) {
    const { draft } = record
    throw draft !== null && version === draft.version
      ? draftMoved(context.name, options.expectedVersion, draft.version)
      : moved(context.name, options.expectedVersion, version)
  }
  assertKnown(onto, patch, context, options)
  const next = patched(skill, patch, context)
  if (skill !== undefined && sameSkill(skill, next)) return unchanged(current, onto)
  assertAcyclic(skill, next, options.find)
  const near = options.near ?? []
  if (skill === undefined && options.force !== true && near.length > 0) throw nearDuplicate(context.name, near)
  return onto.landing === 'draft'
    ? drafted(current, record, next, context)
    : decided(current, record, next, context, options.cause)
}

// A whole new text over another's waiting draft takes a look at it first; what a caller of its own left there it knows.
function assertKnown(
  { landing, record, version }: Onto,
  patch: SkillPatch,
  context: ChangeContext,
  options: SaveOptions,
): void {
  const { draft } = record
  if (landing === 'live' || draft === null || isOfSame(draft, context)) return
  // Its bytes are lost: nobody can look, and nothing is written over.
  if (version !== draft.version) return
  if (patch.content === undefined || options.expectedVersion !== undefined || options.force === true) return
  if (options.cause !== 'edited') throw draftMoved(context.name, undefined, draft.version)
}

// Callers without a name are strangers to each other.
function isOfSame(draft: Draft, { actor, author }: ChangeContext): boolean {
  return draft.author !== null && draft.author === author && draft.actor === actor
}

type Onto = { landing: 'live' | 'draft'; skill: Skill | undefined; record: SkillRecord; version: number }

/** The text that a change of this caller begins from: the draft where it lands there and one stands. */
export function saveOnto(current: CurrentState, context: ChangeContext): Onto {
  const { skill, record } = standing(current, context)
  const landing = landingOf(context.gate, context.actor, asItStands(record, context, skill))
  const waiting = landing === 'draft' ? draftSkill(current, record) : undefined
  if (waiting !== undefined) return { landing, skill: waiting, record, version: record.draft!.version }
  return { landing, skill, record, version: skill === undefined ? 0 : latestVersion(record) }
}

/** Undefined also when its bytes are lost: the next change then begins from what is live. */
export function draftSkill({ draft: text }: CurrentState, { name, draft }: SkillRecord): Skill | undefined {
  if (draft === null || text === undefined) return undefined
  return parseSkillFile(text, { file: `the draft of ${name}`, pathName: name, createdAt: draft.at }).skill
}

/** Replaces exact text in the content. Refuses no match, and several unless `all`. */
export function decideEdit(
  current: CurrentState,
  edit: { oldText: string; newText: string; all: boolean; expectedVersion?: number | undefined },
  context: ChangeContext,
): Decision & { replacements: number } {
  const { skill } = saveOnto(current, context)
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

/** @throws `conflict` when the skill, as it will be, closes a cycle that was open before. */
export function assertAcyclic(before: Skill | undefined, next: Skill, find: FindLinked | undefined): void {
  const cycle = closedCycle(before?.dependsOn ?? [], next, find ?? (() => undefined))
  if (cycle !== undefined) throw closesCycle(next.name, cycle)
}

/** The next text as a version of its own, live at once. @throws `too-large`, `bad-input` for what we would not read back. */
export function decided(
  current: CurrentState,
  record: SkillRecord,
  next: Skill,
  context: ChangeContext,
  cause: SkillVersion['cause'],
): Decision {
  const text = readableText(next, context)
  const bytes = documentBytes(text)
  const source = { actor: context.actor, cause, at: context.now }
  const onto = current.live === undefined ? broughtBack(record, context) : record
  const saved = withVersion(onto, bytes, source)
  return {
    record: saved,
    live: text,
    blobs: [text, ...unkeptText(current)],
    version: latestVersion(saved),
    digest: bytes.digest,
    created: current.live === undefined,
    changed: true,
    draft: false,
  }
}

function drafted(current: CurrentState, record: SkillRecord, next: Skill, context: ChangeContext): Decision {
  const text = readableText(next, context)
  const { actor, via, author, now: at } = context
  const { files, ...sized } = documentBytes(text)
  const kept = { ...sized, files: [...files] }
  const draft = {
    version: nextVersion(record),
    ...kept,
    base: draftSkill(current, record) === undefined ? (current.live?.digest ?? null) : record.draft!.base,
    ...{ at, actor, via, author },
  }
  return {
    record: { ...withoutDraft(record), draft },
    blobs: [text, ...unkeptText(current)],
    version: draft.version,
    digest: draft.digest,
    created: current.live === undefined && record.draft === null,
    changed: true,
    draft: true,
  }
}

// A name that comes back belongs to whoever brings it back: nobody's former standing passes to a machine's text.
function broughtBack(record: SkillRecord, context: ChangeContext): SkillRecord {
  const { actor } = context
  const origin = isMachine(actor) ? 'machine' : record.origin
  const approval = isMachine(actor) ? null : record.approval
  const lifecycle = firstLifecycle(origin)
  return { ...record, origin, approval, lifecycle, archivedAt: null, supersededBy: null, scope: scopeOf(context) }
}

export function unchanged(current: CurrentState, { record, version, landing }: Omit<Onto, 'skill'>): Decision {
  const draft = landing === 'draft' && record.draft !== null
  const digest = draft ? record.draft!.digest : current.live!.digest
  return { record, blobs: [], version, digest, created: false, changed: false, draft }
}
