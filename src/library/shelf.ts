// The library in memory: every skill that may be served, as it stood when last looked at. The store is the truth; the
// shelf is brought level with it by `look` (one skill, on every read) and `lookAround` (all, at an interval and on hints).
import type { Diagnostic } from '../domain/diagnostic.ts'
import {
  firstLifecycle,
  type Lifecycle,
  latestVersion,
  type Origin,
  originOf,
  recordOfHandPlaced,
  type SkillRecord,
  versionOfDigest,
  withHandEdit,
} from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import type { Publish } from '../events/bus.ts'
import type { Log } from '../events/log.ts'
import type { Current, SkillStore, StoredSkill } from '../store/skill-store.ts'

export type ShelfEntry = {
  skill: Skill
  digest: string
  stamp: string
  version: number
  /** Absent for a skill that was placed by hand and never written through us. */
  record: SkillRecord | undefined
  origin: Origin
  lifecycle: Lifecycle
  modifiedAt: string
}

export type Shelf = {
  entry(name: string): ShelfEntry | undefined
  /** Sorted by name, code unit order. */
  entries(): ShelfEntry[]
  size(): number
  /** Why a skill's file is not served, if so. */
  faults(name: string): Diagnostic[]
  diagnostics(): Diagnostic[]
  /** Levels one skill with the store; cheap when its stamp stands. */
  look(name: string): Promise<ShelfEntry | undefined>
  /** Levels everything with the store. Calls that come while one runs share the next. */
  lookAround(): Promise<void>
}

export type ShelfParts = {
  store: SkillStore
  publish: Publish
  log: Log
  now: () => Date
  /** The origin that the ledger knows for a name whose record is gone. */
  lostOrigin: (name: string) => Origin
  /** Whether a skill says what we ship under its name. */
  isShipped: (skill: Skill) => boolean
}

export async function openShelf(parts: ShelfParts): Promise<Shelf> {
  const { store } = parts
  const entries = new Map<string, ShelfEntry>()
  const faults = new Map<string, Diagnostic[]>()
  let placeFaults: Diagnostic[] = []
  let sorted: ShelfEntry[] | undefined

  const put = (name: string, entry: ShelfEntry) => {
    const before = entries.get(name)
    entries.set(name, entry)
    faults.delete(name)
    sorted = undefined
    if (before?.digest !== entry.digest) parts.publish({ kind: 'skill-changed', name })
  }
  const drop = (name: string, why: Diagnostic[]) => {
    if (why.length > 0) faults.set(name, why)
    else faults.delete(name)
    if (!entries.delete(name)) return
    sorted = undefined
    parts.publish({ kind: 'skill-changed', name })
  }
  // The file first, its record second: a save writes them the other way round, so the record knows at least these bytes.
  const take = async (stored: StoredSkill, record: SkillRecord | undefined) => {
    const parsed = parseSkillFile(stored.text, {
      file: `skills/${stored.name}.json`,
      pathName: stored.name,
      createdAt: stored.modifiedAt,
    })
    if (parsed.skill === undefined) return drop(stored.name, parsed.diagnostics)
    const before = entries.get(stored.name)
    const known = await noticed(parts, stored, record, before)
    const origin = originNow(parts, parsed.skill, known)
    put(stored.name, {
      skill: parsed.skill,
      digest: stored.digest,
      stamp: stored.stamp,
      version: versionOfDigest(known, stored.digest),
      record: known,
      origin,
      lifecycle: known?.lifecycle ?? firstLifecycle(origin),
      modifiedAt: stored.modifiedAt,
    })
  }
  const look = async (name: string) => {
    const before = entries.get(name)
    const stamp = await store.stamp(name)
    if (stamp !== undefined && stamp === before?.stamp) return before
    const stored = stamp === undefined ? undefined : await store.read(name)
    if (stored === undefined) drop(name, [])
    else await take(stored, await store.record(name))
    return entries.get(name)
  }
  const lookAround = singleFlight(async () => {
    const listing = await store.list()
    placeFaults = listing.diagnostics
    const changed = [...listing.stamps]
      .filter(([name, stamp]) => entries.get(name)?.stamp !== stamp)
      .map(([name]) => name)
    const { skills, diagnostics } = await store.readAll(changed)
    const records = entries.size === 0 ? await allRecords(store) : undefined
    for (const stored of skills)
      await take(stored, records === undefined ? await store.record(stored.name) : records.get(stored.name))
    placeFaults = [...placeFaults, ...diagnostics]
    for (const name of [...entries.keys(), ...faults.keys()]) if (!listing.stamps.has(name)) drop(name, [])
  })

  await lookAround()
  return {
    entry: (name) => entries.get(name),
    entries: () => (sorted ??= [...entries.values()].sort((a, b) => (a.skill.name < b.skill.name ? -1 : 1))),
    size: () => entries.size,
    faults: (name) => faults.get(name) ?? placeFaults.filter((d) => d.file.toLowerCase() === `skills/${name}.json`),
    diagnostics: () => [...placeFaults, ...[...faults.values()].flat()],
    look,
    lookAround,
  }
}

// Builtin is a matter of the bytes, not of a note: one that was changed belongs to whoever changed it last.
function originNow(parts: ShelfParts, skill: Skill, record: SkillRecord | undefined): Origin {
  if (parts.isShipped(skill)) return 'builtin'
  if (record === undefined) return parts.lostOrigin(skill.name)
  return record.origin === 'builtin' ? originOf(record.versions.at(-1)?.actor ?? 'operator') : record.origin
}

async function allRecords(store: SkillStore): Promise<Map<string, SkillRecord>> {
  const { records } = await store.records()
  return new Map(records.map((record) => [record.name, record]))
}

/** Writes down that bytes changed outside, so that the version rises and the bytes can come back. A refusal is only logged. */
async function noticed(
  parts: ShelfParts,
  stored: StoredSkill,
  record: SkillRecord | undefined,
  before: ShelfEntry | undefined,
) {
  if (record?.versions.at(-1)?.digest === stored.digest) return record
  if (record === undefined && (before === undefined || before.digest === stored.digest)) return undefined
  try {
    return await parts.store.update(stored.name, (current) => notice(current, before, parts))
  } catch (error) {
    parts.log('library', `a change of "${stored.name}" from outside could not be recorded`, error)
    return record
  }
}

function notice(current: Current, before: ShelfEntry | undefined, parts: ShelfParts) {
  const { live, record } = current
  const now = parts.now().toISOString()
  if (live === undefined || record?.versions.at(-1)?.digest === live.digest) return { result: record }
  const base = record ?? (before === undefined ? undefined : recordOfHandPlaced(live.name, before.digest, now))
  if (base === undefined || latestVersion(base) === 0) return { result: record }
  const next = withHandEdit(base, live.digest, Buffer.byteLength(live.text), now)
  return { change: { record: next, blobs: [live.text] }, result: next }
}

/** At most one run at a time; everyone who asks during a run gets the one after it, which sees all they have seen. */
function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    next = undefined
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return start()
    next ??= running.then(start, start)
    return next
  }
}
