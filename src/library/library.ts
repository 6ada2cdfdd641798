// The library as every feature sees it: find, save, edit, archive, restore. Reads come from the shelf and are checked
// against the store; writes go through pure decisions under the skill's lock and are told to the others as facts.

import type { NewLedgerEvent } from '../domain/journal-event.ts'
import { nearestNames } from '../domain/nearest-names.ts'
import type { Actor, Origin } from '../domain/record.ts'
import { type ChangeContext, decideEdit, decideSave, type SkillPatch } from '../domain/skill-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import { isPathPrefix, parseSkillName } from '../domain/skill-name.ts'
import { damaged, notFound } from '../domain/skill-refusal.ts'
import { decideArchive, decideRestore } from '../domain/skill-removal.ts'
import type { Change, SkillStore } from '../store/skill-store.ts'
import { findFormer } from './history.ts'
import type { Shelf, ShelfEntry } from './shelf.ts'

/** Who asks for a change, through which tool or command, and how the client calls itself. */
export type Caller = { actor: Actor; via: string; author: string | null }
export type Saved = { name: string; version: number; created: boolean; changed: boolean }

export type Library = {
  /** The skill as it stands on disk now. @throws `not-found` with the three nearest names, `damaged` with the line. */
  get(name: string): Promise<ShelfEntry>
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
}

export function createLibrary(parts: LibraryParts): Library {
  const { store, shelf, now } = parts
  const context = (name: string, caller: Caller): ChangeContext => ({
    name,
    ...caller,
    now: now().toISOString(),
    lostOrigin: shelf.entry(name)?.origin ?? parts.lostOrigin(name),
  })
  // The shelf tells everyone that the skill has changed; the ledger keeps who did it.
  const told = async (
    event: NewLedgerEvent['event'],
    name: string,
    caller: Caller,
    done: { version: number; digest: string },
  ) => {
    await parts.appendLedger({ event, actor: caller.actor, name, version: done.version, digest: done.digest })
    await shelf.look(name)
  }
  const changeOf = (d: {
    changed: boolean
    record: Change['record']
    live: string | null
    blobs: string[]
  }): { change?: Change } => (d.changed ? { change: { record: d.record, live: d.live, blobs: d.blobs } } : {})

  return {
    async get(name) {
      const entry = await shelf.look(parseSkillName(name))
      if (entry !== undefined) return entry
      const faults = shelf.faults(name)
      if (faults.length > 0) throw damaged(name, faults)
      const near = nearestNames(
        name,
        shelf.entries().map((e) => e.skill.name),
      )
      throw notFound(name, near)
    },
    async save(name, patch, caller, options = {}) {
      assertPlaceable(parseSkillName(name), shelf)
      const done = await store.update(name, (current) => {
        const decision = decideSave(current, patch, context(name, caller), { ...options, cause: 'saved' })
        return { ...changeOf(decision), result: decision }
      })
      if (done.changed) await told('skill-saved', name, caller, done)
      return { name, version: done.version, created: done.created, changed: done.changed }
    },
    async edit(name, edit, caller) {
      await this.get(name)
      const done = await store.update(name, (current) => {
        const decision = decideEdit(current, edit, context(name, caller))
        return { ...changeOf(decision), result: decision }
      })
      if (done.changed) await told('skill-saved', name, caller, done)
      return { name, version: done.version, created: false, changed: done.changed, replacements: done.replacements }
    },
    async archive(name, caller) {
      await this.get(name)
      const done = await store.update(name, (current) => {
        const decision = decideArchive(current, context(name, caller))
        return { ...changeOf(decision), result: decision }
      })
      await told('skill-archived', name, caller, done)
      return { name, version: done.version }
    },
    async restore(name, version, caller) {
      assertPlaceable(parseSkillName(name), shelf)
      const former = await findFormer(store, name, version)
      const done = await store.update(name, (current) => {
        const decision = decideRestore(current, former, context(name, caller))
        return { ...changeOf(decision), result: decision }
      })
      if (done.changed) await told('skill-restored', name, caller, done)
      return { name, version: done.version, created: false, changed: done.changed }
    },
    async seed(name, patch) {
      const caller: Caller = { actor: 'system', via: 'starter', author: null }
      const done = await store.update(name, (current) => {
        if (current.live !== undefined || current.record !== undefined) return { result: undefined }
        const decision = decideSave(current, patch, context(name, caller), { cause: 'seeded' })
        return { ...changeOf(decision), result: decision }
      })
      if (done !== undefined) await told('skill-seeded', name, caller, done)
      return done !== undefined
    },
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
  const contested = shelf.faults(name).find((d) => d.code === 'contested-name')
  if (contested !== undefined) throw damaged(name, [contested])
}
