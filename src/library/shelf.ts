// The library in memory: every skill that may be served, as it stood when last looked at. The store is the truth; the
// shelf is brought level with it by `look` (one skill, on every read) and `lookAround` (all, at an interval and on hints).
import { type Diagnostic, diagnosticLine } from '../domain/diagnostic.ts'
import { firstLifecycle, type Origin, originNow, type SkillRecord, versionOfDigest } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import type { Publish } from '../events/bus.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import { singleFlight } from '../files/single-flight.ts'
import type { StoredSkill, StoreListing } from '../store/skill-store.ts'
import { unreadableSkill } from '../store/unreadable-skill.ts'
import { noticeOutsideChange } from './outside-change.ts'
import type { ShelfEntry, ShelfParts } from './shelf-entry.ts'

// How many skills are looked at together when many have changed.
const LOOKS_AT_ONCE = 16

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

export async function openShelf(parts: ShelfParts): Promise<Shelf> {
  const { store } = parts
  const board = createBoard(parts.publish)
  const inTurn = createKeyedQueue()
  let listed: Diagnostic[] = []

  const list = async () => {
    const listing = await store.list()
    tellNew(parts.publish, listed, listing.diagnostics)
    listed = listing.diagnostics
    return listing
  }
  // One at a time for each name, so that what was read first is never shown last.
  const level = (name: string) =>
    inTurn(name, async () => {
      const faults = await levelOne(parts, board, name, isContested(listed, name))
      if (faults !== undefined) board.drop(name, faults)
    })
  const look = async (name: string) => {
    const [stamp, recordStamp] = await Promise.all([store.stamp(name), store.recordStamp(name)])
    const known = board.entry(name)
    if (stamp === undefined || known?.stamp !== stamp || known.recordStamp !== recordStamp) await level(name)
    return board.entry(name)
  }
  const lookAround = singleFlight(async () => {
    const { stamps, recordStamps } = await list()
    const changed = [...stamps].flatMap(([name, stamp]) => {
      const known = board.entry(name)
      return known?.stamp === stamp && known.recordStamp === recordStamps.get(name) ? [] : [name]
    })
    // What the list lacks may have come since, so that is looked at too and not just dropped.
    const missing = board.names().filter((name) => !stamps.has(name))
    const report = (error: unknown) => parts.log('library', 'a skill could not be looked at', error)
    const names = [...changed, ...missing]
    while (names.length > 0) {
      await Promise.all(names.splice(0, LOOKS_AT_ONCE).map((name) => level(name).catch(report)))
    }
  })

  listed = [...(await fill(parts, board, await list())), ...listed]
  return {
    entry: board.entry,
    entries: board.entries,
    size: () => board.entries().length,
    faults: (name) => board.faults.get(name) ?? listed.filter((d) => d.file.toLowerCase() === `skills/${name}.json`),
    diagnostics: () => [...listed, ...[...board.faults.values()].flat()],
    look,
    lookAround,
  }
}

// A fault is told when it appears, not at every look.
function tellNew(publish: Publish, known: Diagnostic[], now: Diagnostic[]): void {
  const lines = new Set(known.map(diagnosticLine))
  for (const fault of now) if (!lines.has(diagnosticLine(fault))) publish({ kind: 'fault-found', fault })
}

// What is shown, and what is known not to be fit for it.
function createBoard(publish: Publish) {
  const entries = new Map<string, ShelfEntry>()
  const faults = new Map<string, Diagnostic[]>()
  let sorted: ShelfEntry[] | undefined
  return {
    faults,
    entry: (name: string) => entries.get(name),
    entries: () => (sorted ??= [...entries.values()].sort((a, b) => (a.skill.name < b.skill.name ? -1 : 1))),
    names: () => [...entries.keys(), ...faults.keys()],
    put(name: string, entry: ShelfEntry) {
      const before = entries.get(name)
      entries.set(name, entry)
      faults.delete(name)
      sorted = undefined
      if (before?.digest !== entry.digest || !isSameStanding(before, entry)) publish({ kind: 'skill-changed', name })
    },
    drop(name: string, why: Diagnostic[]) {
      tellNew(publish, faults.get(name) ?? [], why)
      if (why.length > 0) faults.set(name, why)
      else faults.delete(name)
      if (!entries.delete(name)) return
      sorted = undefined
      publish({ kind: 'skill-changed', name })
    },
  }
}
type Board = ReturnType<typeof createBoard>

// Everything at once, at the start. Returns what could not be read.
async function fill(parts: ShelfParts, board: Board, { stamps, recordStamps }: StoreListing): Promise<Diagnostic[]> {
  const { skills, diagnostics } = await parts.store.readAll(stamps.keys())
  const { records } = await parts.store.records()
  const byName = new Map(records.map((record) => [record.name, record]))
  for (const stored of skills) {
    const faults = await show(parts, board, stored, {
      record: byName.get(stored.name),
      recordStamp: recordStamps.get(stored.name),
    })
    if (faults !== undefined) board.drop(stored.name, faults)
  }
  return diagnostics
}

/** Undefined when the skill is shown as it stands; otherwise it is not to be shown, with the reasons, if any. */
async function levelOne(
  parts: ShelfParts,
  board: Board,
  name: string,
  contested: boolean,
): Promise<Diagnostic[] | undefined> {
  const { store } = parts
  if (contested || (await store.stamp(name)) === undefined) return []
  try {
    const stored = await store.read(name)
    if (stored === undefined) return []
    // The file first, its record second: a save writes them the other way round, so the record knows at least these bytes.
    const recordStamp = await store.recordStamp(name)
    return await show(parts, board, stored, { record: await store.record(name), recordStamp })
  } catch (error) {
    const isItsOwnFault = error instanceof SkillError && (error.code === 'damaged' || error.code === 'too-large')
    if (!isItsOwnFault) throw error
    return [unreadableSkill(name, error)]
  }
}

async function show(
  parts: ShelfParts,
  board: Board,
  stored: StoredSkill,
  { record, recordStamp }: Pick<ShelfEntry, 'record' | 'recordStamp'>,
): Promise<Diagnostic[] | undefined> {
  const { name, digest, stamp, modifiedAt } = stored
  const file = { file: `skills/${name}.json`, pathName: name, createdAt: modifiedAt }
  const { skill, diagnostics } = parseSkillFile(stored.text, file)
  if (skill === undefined) return diagnostics
  const { live, record: known } = await noticeOutsideChange(parts, stored, record, board.entry(name))
  if (live === undefined) return []
  // It changed once more while we waited for its lock.
  if (live.digest !== digest) return show(parts, board, live, { record: known, recordStamp })
  const origin = originHere(parts, skill, known)
  const lifecycle = known?.lifecycle ?? firstLifecycle(origin)
  // Of nobody else's does it decide anything.
  const isScanned = origin === 'machine' && skill.files.length > 0
  const severeRules = isScanned ? await parts.scanAhead(digest, skill) : undefined
  board.put(name, {
    skill,
    digest,
    stamp,
    version: versionOfDigest(known, digest),
    record: known,
    // A record that was just written has another one: it is looked at once more when somebody asks next.
    recordStamp,
    origin,
    lifecycle,
    modifiedAt,
    severeRules,
    ...(stored.mount === undefined ? {} : { mount: stored.mount }),
  })
  return undefined
}

function isContested(listed: Diagnostic[], name: string): boolean {
  return listed.some((d) => d.code === 'contested-name' && d.file === `skills/${name}.json`)
}

// What of a record tells how the skill stands; versions and blobs do not.
function isSameStanding(one: ShelfEntry | undefined, other: ShelfEntry): boolean {
  return one !== undefined && standingKey(one) === standingKey(other)
}

function standingKey({ origin, lifecycle, record, mount }: ShelfEntry): string {
  const { approval, rejection, draft, pinned, supersededBy, scope } = record ?? {}
  return JSON.stringify([origin, lifecycle, approval, rejection, draft, pinned, supersededBy, scope, mount?.source])
}

function originHere(parts: ShelfParts, skill: Skill, record: SkillRecord | undefined): Origin {
  const bytes = parts.isShipped(skill) ? 'as-shipped' : 'others'
  if (record !== undefined) return originNow(record, bytes)
  return bytes === 'as-shipped' ? 'builtin' : parts.lostOrigin(skill.name)
}
