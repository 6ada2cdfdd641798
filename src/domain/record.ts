// What the server remembers of one skill beside its file: where it came from and which versions it had. Pure rules over
// plain data; the record is written before the file, so after a crash it may run ahead of the file by one version, never
// behind it with bytes that it does not know.
import { z } from 'zod'

/** Oldest versions beyond this many are let go; approved ones are kept by the rule that approves them. */
export const VERSIONS_KEPT_MAX = 20

export const ACTORS = ['operator', 'agent', 'model', 'system', 'installer'] as const
export const actorSchema = z.enum(ACTORS)
export type Actor = z.infer<typeof actorSchema>

export const CAUSES = ['saved', 'edited', 'hand-edited', 'restored', 'archived', 'seeded'] as const

const manifestEntrySchema = z.object({ path: z.string(), size: z.number().int().min(0), sha256: z.string().length(64) })

const versionSchema = z.object({
  version: z.number().int().min(1),
  /** SHA-256 of the skill's JSON file. */
  digest: z.string().length(64),
  at: z.string(),
  actor: actorSchema,
  cause: z.enum(CAUSES),
  /** Paths to bytes: the JSON file is `skill.json`. */
  manifest: z.array(manifestEntrySchema),
})
export type SkillVersion = z.infer<typeof versionSchema>

export const recordSchema = z.looseObject({
  name: z.string(),
  origin: z.enum(['builtin', 'human', 'machine']),
  /** The tool or command that first brought it in. */
  via: z.string(),
  /** The client that called, as it named itself. */
  author: z.string().nullable(),
  lifecycle: z.enum(['candidate', 'verified', 'released', 'degraded', 'deprecated', 'archived']),
  archivedAt: z.string().nullable(),
  versions: z.array(versionSchema),
})
export type SkillRecord = z.infer<typeof recordSchema>
export type Origin = SkillRecord['origin']
export type Lifecycle = SkillRecord['lifecycle']

export type VersionSource = { actor: Actor; cause: SkillVersion['cause']; at: string }

/** How a skill starts its life, by who brought it (DESIGN 3.2). */
export function newRecord(name: string, origin: Origin, via: string, author: string | null): SkillRecord {
  return { name, origin, via, author, lifecycle: firstLifecycle(origin), archivedAt: null, versions: [] }
}

export function firstLifecycle(origin: Origin): Lifecycle {
  return origin === 'machine' ? 'candidate' : 'released'
}

export function originOf(actor: Actor): Origin {
  return actor === 'operator' ? 'human' : actor === 'system' ? 'builtin' : 'machine'
}

export function latestVersion(record: SkillRecord | undefined): number {
  return record?.versions.at(-1)?.version ?? 0
}

/** The version that a file's bytes stand for: a known one when the newest matches, else one more than any known. */
export function versionOfDigest(record: SkillRecord | undefined, digest: string): number {
  const newest = record?.versions.at(-1)
  if (newest === undefined) return 1
  return newest.digest === digest ? newest.version : newest.version + 1
}

/**
 * Whether the record already says all there is to say of the live bytes. One that calls a standing file archived does not:
 * a crash came between the record and the removal, or somebody put the file back.
 */
export function knowsLive(record: SkillRecord | undefined, digest: string): boolean {
  return record !== undefined && record.archivedAt === null && record.versions.at(-1)?.digest === digest
}

/** Adds a version and lets the oldest beyond the limit go. A digest that stands newest already adds nothing. */
export function withVersion(record: SkillRecord, digest: string, size: number, source: VersionSource): SkillRecord {
  if (record.versions.at(-1)?.digest === digest && record.archivedAt === null) return record
  const version: SkillVersion = {
    version: latestVersion(record) + 1,
    digest,
    ...source,
    manifest: [{ path: 'skill.json', size, sha256: digest }],
  }
  return { ...record, versions: [...record.versions, version].slice(-VERSIONS_KEPT_MAX) }
}

/**
 * The record for bytes that were not written through us. A file without a record is its owner's own (a hand edit);
 * bytes that stood before (a crash before the rename, a checkout of an old state) keep the actor they had, so that
 * nothing a machine wrote turns into a person's work by being put back.
 */
export function withHandEdit(record: SkillRecord, digest: string, size: number, at: string): SkillRecord {
  const before = record.versions.findLast((v) => v.digest === digest)
  // A machine's skill whose record was lost: its bytes are the machine's still.
  const first: Actor = record.versions.length === 0 && record.origin === 'machine' ? 'agent' : 'operator'
  const actor = before?.actor ?? first
  const live =
    record.archivedAt === null ? record : { ...record, lifecycle: firstLifecycle(record.origin), archivedAt: null }
  return withVersion(live, digest, size, { actor, cause: before === undefined ? 'hand-edited' : 'restored', at })
}

/**
 * The first record of a skill that stood without one and has changed: placed by hand, or its record was lost. The earlier
 * bytes are known by their digest alone: nobody asked us to keep them, so version 1 has no manifest and cannot be restored.
 */
export function recordOfUnrecorded(name: string, origin: Origin, formerDigest: string, at: string): SkillRecord {
  const first: SkillVersion = {
    version: 1,
    digest: formerDigest,
    at,
    actor: origin === 'machine' ? 'agent' : 'operator',
    cause: 'hand-edited',
    manifest: [],
  }
  return { ...newRecord(name, origin, 'hand', null), versions: [first] }
}

/** Every blob that the record still needs. */
export function blobsOf(record: SkillRecord): string[] {
  return record.versions.flatMap((v) => v.manifest.map((entry) => entry.sha256))
}
