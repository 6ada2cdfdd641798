// The texts of a skill that can be held against each other: what is live, its draft, any kept version. Reads only; what
// differs between two of them is domain/skill-diff.ts.
import type { SkillRecord } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { damaged, notFound } from '../domain/skill-refusal.ts'
import { predecessorOf } from '../domain/skill-undo.ts'
import type { SkillStore } from '../store/skill-store.ts'
import { findFormer, readHistory } from './history.ts'
import type { Shelf } from './shelf.ts'

export type SideName = number | 'live' | 'draft'
/** @property skill undefined: nothing stood there. @property version null with it. */
export type Side = { label: string; version: number | null; skill: Skill | undefined }
export type Sides = { from: Side; to: Side }
export type SideParts = { store: SkillStore; shelf: Shelf }

const NOTHING: Side = { label: 'nothing', version: null, skill: undefined }

/**
 * Without names: from the live text to the draft where one waits, else from the version before to the newest. One name:
 * that version and the live text, the older first. Two: as they are given.
 * @throws `not-found` for what was not kept, with what is there; `damaged` for what is no skill.
 */
export async function compareSides(parts: SideParts, name: string, a?: SideName, b?: SideName): Promise<Sides> {
  await parts.shelf.look(parseSkillName(name))
  if (a !== undefined && b !== undefined) {
    return { from: await readSide(parts, name, a), to: await readSide(parts, name, b) }
  }
  const record = await parts.store.record(name)
  if (a === 'draft' || (a === undefined && record?.draft != null)) {
    return { from: await liveOrNothing(parts, name), to: await readSide(parts, name, 'draft') }
  }
  if (a === undefined || a === 'live') return newestChange(parts, name)
  return { from: await readSide(parts, name, a), to: await readSide(parts, name, 'live') }
}

/** The three texts behind a draft; `base` is NOTHING where it was made before the skill was live. */
export async function draftSides(
  parts: SideParts,
  name: string,
): Promise<{ base: Side; live: Side; draft: Side; isStale: boolean }> {
  const entry = await parts.shelf.look(parseSkillName(name))
  const draft = await readSide(parts, name, 'draft')
  const live = await liveOrNothing(parts, name)
  const record = await readHistory(parts.store, name)
  const digest = record.draft?.base ?? null
  const isStale = digest !== (entry?.digest ?? null)
  return { base: isStale ? await baseOf(parts, record, digest) : live, live, draft, isStale }
}

export async function readSide(parts: SideParts, name: string, side: SideName): Promise<Side> {
  if (side === 'draft') return draftSide(parts, name)
  const entry = await parts.shelf.look(parseSkillName(name))
  if (entry !== undefined && (side === 'live' || side === entry.version)) {
    return { label: `version ${entry.version}, live`, version: entry.version, skill: entry.skill }
  }
  if (side === 'live') throw await nothingLive(parts, name)
  const former = await findFormer(parts.store, name, side)
  const { version, at } = former.version
  return { label: `version ${version}`, version, skill: read(name, former.text, `version ${version}`, at) }
}

async function newestChange(parts: SideParts, name: string): Promise<Sides> {
  const record = await readHistory(parts.store, name)
  const newest = record.versions.at(-1)
  if (newest === undefined) throw await nothingLive(parts, name)
  const before = predecessorOf(record, newest)
  const to = await readSide(parts, name, newest.version)
  return { from: typeof before === 'string' ? NOTHING : await readSide(parts, name, before.version), to }
}

async function liveOrNothing(parts: SideParts, name: string): Promise<Side> {
  const isThere = (await parts.store.stamp(name)) !== undefined
  return isThere ? readSide(parts, name, 'live') : NOTHING
}

async function draftSide({ store }: SideParts, name: string): Promise<Side> {
  const { draft } = await readHistory(store, name)
  if (draft === null) {
    throw new SkillError('not-found', `no draft of "${name}" waits`, `Its versions: skill-cortex history ${name}`)
  }
  const text = await store.blob(draft.digest)
  if (text === undefined) throw notKept(name, `its draft (version ${draft.version})`)
  const skill = read(name, text, `draft, version ${draft.version}`, draft.at)
  return { label: `version ${draft.version}, draft`, version: draft.version, skill }
}

async function baseOf({ store }: SideParts, { name, versions }: SkillRecord, digest: string | null): Promise<Side> {
  if (digest === null) return NOTHING
  const version = versions.findLast((each) => each.digest === digest)
  const text = await store.blob(digest)
  if (text === undefined) throw notKept(name, 'the text that its draft was made from')
  const label = version === undefined ? 'a former version' : `version ${version.version}`
  return { label, version: version?.version ?? null, skill: read(name, text, label, version?.at ?? '') }
}

function read(name: string, text: string, file: string, createdAt: string): Skill {
  const { skill, diagnostics } = parseSkillFile(text, { file, pathName: name, createdAt })
  if (skill === undefined) throw damaged(name, diagnostics)
  return skill
}

async function nothingLive({ store, shelf }: SideParts, name: string): Promise<SkillError> {
  const faults = shelf.faults(name)
  if (faults.length > 0) return damaged(name, faults)
  const record = await store.record(name)
  if (record === undefined) return notFound(name)
  const known = record.versions.map((each) => each.version).join(', ')
  return new SkillError(
    'not-found',
    `skill "${name}" is not live (${record.lifecycle})`,
    `Name two of its versions (${known || 'none'}), or bring it back: skill-cortex restore ${name}`,
  )
}

function notKept(name: string, what: string): SkillError {
  return new SkillError(
    'not-found',
    `skill "${name}": the bytes of ${what} were not kept`,
    `Compare what is there: skill-cortex history ${name}`,
  )
}
