// The library as every feature sees it: find, save, edit, archive, restore. Reads come from the shelf and are checked
// against the store; writes go through pure decisions under the skill's lock and are told to the others as facts.

import type { NewLedgerEvent } from '../domain/journal-event.ts'
import { nearestNames } from '../domain/nearest-names.ts'
import type { Actor, Origin } from '../domain/record.ts'
import {
  type ChangeContext,
  type CurrentState,
  type Decision,
  decideEdit,
  decideSave,
  type SkillPatch,
} from '../domain/skill-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import { isPathPrefix, parseSkillName } from '../domain/skill-name.ts'
import { damaged, notFound } from '../domain/skill-refusal.ts'
import { decideAdopt, decideArchive, decideRestore } from '../domain/skill-removal.ts'
import type { Log } from '../events/log.ts'
import type { SkillStore } from '../store/skill-store.ts'
import { findFormer } from './history.ts'
import type { Shelf } from './shelf.ts'
import type { ShelfEntry } from './shelf-entry.ts'

/** Who asks for a change, through which tool or command, and how the client calls itself. */
export type Caller = { actor: Actor; via: string; author: string | null }
export type Saved = { name: string; version: number; created: boolean; changed: boolean }

export type Library = {
  /** The skill as it stands on disk now. @throws `not-found` with the three nearest names, `damaged` with the line. */
  get(name: string): Promise<ShelfEntry>
  /** The same for a reader who may save later: a skill placed by hand gets its record, so that its version can be told. */
  load(name: string): Promise<ShelfEntry>
  save(
    name: string,
    patch: SkillPatch,
    caller: Caller,
    options?: { expectedVersion?: number | undefined; force?: boolean | undefined },
  ): Promise<Saved>
  edit(
    name: string,
    edit: { oldText: string; newText: string; all: boolean; expectedVersion?: number | undefined },
    caller: Caller,
  ): Promise<Saved & { replacements: number }>
  archive(name: string, caller: Caller): Promise<{ name: string; version: number }>
  /** Without a version: an archived skill comes back as it was. */
  restore(name: string, version: number | undefined, caller: Caller): Promise<Saved>
  /** Adds a skill of ours unless its name was ever known here: a deleted starter stays deleted. */
  seed(name: string, patch: SkillPatch): Promise<boolean>
}

export type LibraryParts = {
  store: SkillStore
  shelf: Shelf
  appendLedger: (event: NewLedgerEvent) => Promise<void>
  lostOrigin: (name: string) => Origin
  now: () => Date
  log: Log
}

export function createLibrary(parts: LibraryParts): Library {
  const { store, shelf } = parts
  const change = createChanger(parts)
  const get = async (name: string) => {
    const entry = await shelf.look(parseSkillName(name))
    if (entry !== undefined) return entry
    const faults = shelf.faults(name)
    if (faults.length > 0) throw damaged(name, faults)
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
      return (await adopt(parts, name)) ? ((await shelf.look(name)) ?? entry) : entry
    },
    async save(name, patch, caller, options = {}) {
      assertPlaceable(parseSkillName(name), shelf)
      return change('skill-saved', name, caller, (current, context) =>
        decideSave(current, patch, context, { ...options, cause: 'saved' }),
      )
    },
    async edit(name, edit, caller) {
      await get(name)
      return change('skill-saved', name, caller, (current, context) => decideEdit(current, edit, context))
    },
    async archive(name, caller) {
      await get(name)
      return change('skill-archived', name, caller, decideArchive)
    },
    async restore(name, version, caller) {
      assertPlaceable(parseSkillName(name), shelf)
      const former = await findFormer(store, name, version)
      return change('skill-restored', name, caller, (current, context) => decideRestore(current, former, context))
    },
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

/** False when the disk refuses: a library that can only be read is read without records. */
async function adopt({ store, shelf, lostOrigin, now }: LibraryParts, name: string): Promise<boolean> {
  const origin = shelf.entry(name)?.origin ?? lostOrigin(name)
  const by = { actor: 'operator' as const, via: 'hand', author: null }
  try {
    await store.update(name, (current) => {
      const adoption = decideAdopt(current, { name, ...by, now: now().toISOString(), lostOrigin: origin })
      return adoption === undefined ? { result: undefined } : { change: adoption, result: undefined }
    })
    return true
  } catch (error) {
    if (error instanceof SkillError && (error.code === 'storage' || error.code === 'busy')) return false
    throw error
  }
}

type Decide<D extends Decision> = (current: CurrentState, context: ChangeContext) => D

/** One way for every change: decide under the lock, make it durable, write down who did it, level the shelf. */
function createChanger({ store, shelf, appendLedger, lostOrigin, now, log }: LibraryParts) {
  return async <D extends Decision>(
    event: NewLedgerEvent['event'],
    name: string,
    caller: Caller,
    decide: Decide<D>,
  ) => {
    // A hand edit that nobody has looked at yet becomes a version of its own first, so that whoever read the bytes before
    // it and saves under their number is told.
    await shelf.look(name)
    const context: ChangeContext = {
      name,
      ...caller,
      now: now().toISOString(),
      lostOrigin: shelf.entry(name)?.origin ?? lostOrigin(name),
    }
    const done = await store.update(name, (current) => {
      const decision = decide(current, context)
      const { record, live, blobs } = decision
      return { ...(decision.changed ? { change: { record, live, blobs } } : {}), result: decision }
    })
    if (done.changed) {
      const told = { event, actor: caller.actor, name, version: done.version, digest: done.digest }
      // The change is durable and must not be refused any more; the record says the same as the line that is missing.
      await appendLedger(told).catch((error) => log('library', `the ledger misses a change of "${name}"`, error))
      // The shelf tells everyone that the skill has changed.
      await shelf.look(name)
    }
    const { record: _record, live: _live, blobs: _blobs, ...outcome } = done
    return { name, ...outcome }
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
