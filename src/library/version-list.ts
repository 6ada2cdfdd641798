// The versions of a skill as every surface lists them: when, by whom, why, how large, and whether they can come back.
import type { SkillRecord, SkillVersion } from '../domain/record.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import type { SkillStore } from '../store/skill-store.ts'
import { readHistory } from './history.ts'
import type { Shelf } from './shelf.ts'
import type { ShelfEntry } from './shelf-entry.ts'

export type VersionRow = {
  version: number
  at: string
  actor: SkillVersion['actor']
  cause: SkillVersion['cause']
  bytes: number | null
  isLive: boolean
  /** Its bytes are whole and can be brought back. */
  isKept: boolean
}
/** Newest first. */
export type VersionList = { name: string; archivedAt: string | null; versions: VersionRow[] }

/** @throws `not-found` for a name that nobody ever saved through us and that has no file. */
export async function listVersions(
  { store, shelf }: { store: SkillStore; shelf: Pick<Shelf, 'look'> },
  name: string,
): Promise<VersionList> {
  const entry = await shelf.look(parseSkillName(name))
  const isRecorded = entry === undefined || entry.record !== undefined
  return isRecorded ? recorded(store, name, entry) : unrecorded(store, entry)
}

async function recorded(store: SkillStore, name: string, entry: ShelfEntry | undefined): Promise<VersionList> {
  const record: SkillRecord = await readHistory(store, name)
  const versions: VersionRow[] = []
  for (const { version, at, actor, cause, digest, manifest } of record.versions.toReversed()) {
    const bytes = manifest.find((file) => file.sha256 === digest)?.size ?? null
    const isLive = entry?.digest === digest && entry.version === version
    const isKept = (await store.blob(digest)) !== undefined
    versions.push({ version, at, actor, cause, bytes, isLive, isKept })
  }
  return { name, archivedAt: record.archivedAt, versions }
}

// Placed by hand and never changed since: its file is its only version, and nobody needs a record for that.
async function unrecorded(store: SkillStore, { skill, version, modifiedAt }: ShelfEntry): Promise<VersionList> {
  const stored = await store.read(skill.name)
  const bytes = stored === undefined ? null : Buffer.byteLength(stored.text)
  const source = { at: modifiedAt, actor: 'operator', cause: 'hand-edited' } as const
  return { name: skill.name, archivedAt: null, versions: [{ version, ...source, bytes, isLive: true, isKept: false }] }
}
