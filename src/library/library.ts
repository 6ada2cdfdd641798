// The library as every feature sees it: find, save, edit, archive, restore. Reads come from the shelf and are checked
// against the store; writes go through pure decisions under the skill's lock and are told to the others as facts.

import type { Decision } from '../domain/change-state.ts'
import { dependentsOf } from '../domain/dependency-graph.ts'
import { nearestNames } from '../domain/nearest-names.ts'
import type { ExtractedFrom } from '../domain/record.ts'
import { decideRepair } from '../domain/repair-change.ts'
import type { SkillWords } from '../domain/similarity.ts'
import { decideEdit, decideSave } from '../domain/skill-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import { isPathPrefix, parseSkillName } from '../domain/skill-name.ts'
import type { SkillPatch } from '../domain/skill-patch.ts'
import { archivedSkill, damaged, type NearSkill, notFound } from '../domain/skill-refusal.ts'
import { decideAdopt, decideArchive, decideRestore } from '../domain/skill-removal.ts'
import { extractSummary } from '../domain/summary.ts'
import { type Caller, type ChangeParts, type ChangeSkill, contextOf } from './change-skill.ts'
import { findFormer } from './history.ts'
import { viaInPlace } from './outside-change.ts'
import type { Shelf } from './shelf.ts'
import type { ShelfEntry } from './shelf-entry.ts'
import { type Undone, undoChange } from './undo-change.ts'

export type { Caller } from './change-skill.ts'
/** `draft`: it waits for a person, and what was live serves on. */
export type Saved = { name: string; version: number; created: boolean; changed: boolean; draft: boolean }

export type Library = {
  /** The skill as it stands on disk now. @throws `not-found` with the three nearest names, `damaged` with the line. */
  get(name: string): Promise<ShelfEntry>
  /** The same for a reader who may save later: a skill placed by hand gets its record, so that its version can be told. */
  load(name: string): Promise<ShelfEntry>
  /** Creates, or merges onto what stands. @throws `conflict` when a new one says nearly what is there, unless forced. */
  save(name: string, patch: SkillPatch, caller: Caller, options?: SaveAsked): Promise<Saved>
  edit(
    name: string,
    edit: { oldText: string; newText: string; all: boolean; expectedVersion?: number | undefined },
    caller: Caller,
  ): Promise<Saved & { replacements: number }>
  /** @throws `conflict` with the names of the skills that depend on it; `needs-person` when it is not the caller's to do. */
  archive(name: string, caller: Caller, why?: ArchiveWhy): Promise<{ name: string; version: number }>
  /** Without a version: an archived skill comes back as it was. */
  restore(name: string, version: number | undefined, caller: Caller): Promise<Saved>
  /** Takes back what one version changed and keeps what came after it. @throws as `undoChange`. */
  undo(name: string, version: number, caller: Caller): Promise<Undone>
  /** Puts these bytes in the place of a file that is odd or cannot be read, which becomes a version too. */
  repair(name: string, json: string, caller: Caller): Promise<Saved>
  /** Adds a skill of ours unless its name was ever known here: a deleted starter stays deleted. */
  seed(name: string, patch: SkillPatch): Promise<boolean>
}

export type SaveAsked = {
  expectedVersion?: number | undefined
  force?: boolean | undefined
  /** A new one that says nearly what is there is taken too: a person looks at it before anybody is shown it. */
  allowNear?: boolean | undefined
  /** Written into the record with the text. */
  extractedFrom?: ExtractedFrom | undefined
}

export type ArchiveWhy = { reason?: string | null; supersededBy?: string | null }

export type LibraryParts = ChangeParts & {
  change: ChangeSkill
  /** What says nearly the same as a skill that is not there yet; nearest first. */
  nearTo: (skill: SkillWords) => NearSkill[]
}

export function createLibrary(parts: LibraryParts): Library {
  const { store, shelf, change } = parts
  const find = (name: string) => shelf.entry(name)?.skill
  const get = async (name: string) => {
    const entry = await shelf.look(parseSkillName(name))
    if (entry !== undefined) return entry
    const faults = shelf.faults(name)
    if (faults.length > 0) throw damaged(name, faults)
    const record = await store.record(name)
    if (record?.lifecycle === 'archived') throw archivedSkill(record)
    const names = shelf.entries().map((e) => e.skill.name)
    throw notFound(name, nearestNames(name, names))
  }
  // Names whose record is there, or cannot be written here.
  const adopted = new Set<string>()
  return {
    get,
    async load(name) {
      const entry = await get(name)
      if (entry.record !== undefined || adopted.has(name)) return entry
      adopted.add(name)
      return (await adopt(parts, name, viaInPlace(entry))) ? ((await shelf.look(name)) ?? entry) : entry
    },
    async save(name, patch, caller, options = {}) {
      assertPlaceable(parseSkillName(name), shelf)
      const isNew = (await shelf.look(name)) === undefined
      const { expectedVersion, force, allowNear, extractedFrom } = options
      const near = isNew && force !== true && allowNear !== true ? parts.nearTo(wordsOf(name, patch)) : []
      return change('skill-saved', name, caller, (current, context) => {
        const asked = { expectedVersion, force, near, find, cause: 'saved' as const }
        return withExtraction(decideSave(current, patch, context, asked), extractedFrom)
      })
    },
    async edit(name, edit, caller) {
      const record = await store.record(parseSkillName(name))
      if (record?.draft == null) await get(name)
      return change('skill-saved', name, caller, (current, context) => decideEdit(current, edit, context))
    },
    async archive(name, caller, why = {}) {
      await get(name)
      const dependents = await standingDependents(name, shelf)
      const told = { event: 'skill-archived' as const, note: why.reason }
      return change(told, name, caller, (current, context) => decideArchive(current, context, { ...why, dependents }))
    },
    async restore(name, version, caller) {
      assertPlaceable(parseSkillName(name), shelf)
      const former = await findFormer(store, name, version)
      return change('skill-restored', name, caller, (current, context) => decideRestore(current, former, context, find))
    },
    undo: (name, version, caller) => undoChange({ store, shelf, change }, name, version, caller),
    repair: (name, json, caller) =>
      change('skill-saved', parseSkillName(name), caller, (current, context) => decideRepair(current, json, context)),
    async seed(name, patch) {
      if ((await store.record(name)) !== undefined || (await store.stamp(name)) !== undefined) return false
      const caller: Caller = { actor: 'system', via: 'starter', author: null }
      const options = { expectedVersion: 0, cause: 'seeded' as const }
      try {
        await change('skill-seeded', name, caller, (current, context) => decideSave(current, patch, context, options))
        return true
      } catch (error) {
        // Another server that starts now has just added it.
        if (error instanceof SkillError && error.code === 'conflict') return false
        throw error
      }
    },
  }
}

function withExtraction(decision: Decision, extractedFrom: ExtractedFrom | undefined): Decision {
  if (extractedFrom === undefined || !decision.changed) return decision
  const { record, version } = decision
  return { ...decision, record: { ...record, extractedFrom: { ...extractedFrom, version } } }
}

// As it will be, as far as likeness goes.
function wordsOf(name: string, { content = '', summary }: SkillPatch): SkillWords {
  return { name, content, summary: summary?.trim() || extractSummary(name, content) }
}

// Each is looked at again: one that was just changed by hand or by another process must not keep this one here.
async function standingDependents(name: string, shelf: Shelf): Promise<string[]> {
  const known = dependentsOf(
    name,
    shelf.entries().map((entry) => entry.skill),
  )
  const looked = await Promise.all(known.map((dependent) => shelf.look(dependent)))
  return dependentsOf(
    name,
    looked.flatMap((entry) => entry?.skill ?? []),
  )
}

/** False when the disk refuses: a library that can only be read is read without records. */
async function adopt(parts: LibraryParts, name: string, via: string): Promise<boolean> {
  const by = { actor: 'operator' as const, via, author: null }
  try {
    await parts.store.update(name, (current) => {
      const adoption = decideAdopt(current, contextOf(parts, name, by))
      return adoption === undefined ? { result: undefined } : { change: adoption, result: undefined }
    })
    return true
  } catch (error) {
    if (error instanceof SkillError && (error.code === 'storage' || error.code === 'busy')) return false
    throw error
  }
}

// A name that is a path prefix of another cannot be a folder and a skill in the package form.
function assertPlaceable(name: string, shelf: Shelf): void {
  if (shelf.entry(name) !== undefined) return
  const other = shelf.entries().find((entry) => isPathPrefix(entry.skill.name, name))?.skill.name
  if (other !== undefined) {
    const shorter = other.length < name.length ? other : name
    throw new SkillError(
      'bad-name',
      `skill name "${name}": "${other}" exists, and no skill may be a path prefix of another`,
      `Use another name; for the general one say "${shorter}/guide".`,
    )
  }
  // A file that differs from the name in case only: beside it, the new one would make both contested.
  const rival = shelf.faults(name).find((d) => d.code === 'contested-name' || d.code === 'bad-path')
  if (rival !== undefined) throw damaged(name, [rival])
}
