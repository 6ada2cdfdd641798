// What the server remembers of one skill beside its file: where it came from and which versions it had. Pure rules over
// plain data; the record is written before the file, so after a crash it may run ahead of the file by one version, never
// behind it with bytes that it does not know.
import { z } from 'zod'
import { manifestFileSchema } from './manifest.ts'
import { policySchema } from './skill.ts'
import type { DocumentBytes } from './skill-document.ts'

/** Oldest versions beyond this many are let go, but never the approved one. */
export const VERSIONS_KEPT_MAX = 20
export const FORMER_DRAFTS_MAX = 10

export const ACTORS = ['operator', 'agent', 'model', 'system', 'installer'] as const
export const actorSchema = z.enum(ACTORS)
export type Actor = z.infer<typeof actorSchema>

export const CAUSES = [
  'saved',
  'edited',
  'hand-edited',
  'restored',
  'archived',
  'seeded',
  'accepted',
  'merged',
] as const

const versionSchema = z.object({
  version: z.number().int().min(1),
  /** SHA-256 of the skill's document: its JSON file, and with it the list of its further files. */
  digest: z.string().length(64),
  at: z.string(),
  actor: actorSchema,
  cause: z.enum(CAUSES),
  /** Paths to bytes: the document is `skill.json`, further files lie below `files/`. */
  manifest: z.array(manifestFileSchema),
})
export type SkillVersion = z.infer<typeof versionSchema>

export const ORIGINS = ['builtin', 'human', 'machine'] as const
export const LIFECYCLES = ['candidate', 'verified', 'released', 'degraded', 'deprecated', 'archived'] as const
export const lifecycleSchema = z.enum(LIFECYCLES)
export type Lifecycle = z.infer<typeof lifecycleSchema>

const digestSchema = z.string().length(64)

/** What a person approved. Whether it still stands is worked out from the bytes each time, and never written down. */
const grantSchema = z.object({
  /** Over everything a reader of the skill follows: content-hash.ts. */
  contentHash: digestSchema,
  /** SHA-256 of the skill's document then: equal bytes need no second look. */
  digest: digestSchema,
  policy: policySchema,
  /** How many files beside the JSON the content hash covers; for people. */
  files: z.number().int().min(0).default(0),
  at: z.string(),
  actor: actorSchema,
})
export type ApprovalGrant = z.infer<typeof grantSchema>

/** A text that waits for a person, while the live version keeps serving. Its bytes are a blob. */
const draftSchema = z.object({
  /** Of the same count as the live versions, so that a number never means two texts. */
  version: z.number().int().min(1),
  digest: digestSchema,
  size: z.number().int().min(0),
  files: z.array(manifestFileSchema).default([]),
  /** Digest of the live document that it was made from; null when nothing was live. */
  base: digestSchema.nullable(),
  at: z.string(),
  actor: actorSchema,
  via: z.string(),
  author: z.string().nullable(),
})
export type Draft = z.infer<typeof draftSchema>

export const LIFECYCLE_CAUSES = ['promote', 'approve', 'deprecate', 'degrade', 'recover', 'archive', 'revive'] as const
export type LifecycleCause = (typeof LIFECYCLE_CAUSES)[number]

const lastStepSchema = z.object({
  cause: z.enum(LIFECYCLE_CAUSES),
  from: lifecycleSchema,
  actor: actorSchema,
  at: z.string(),
  reason: z.string().nullable(),
})
export type LastStep = z.infer<typeof lastStepSchema>

/** The run of a workspace that a text came from, and what it had changed there (seed 003). */
export const extractedFromSchema = z.object({
  runId: z.string(),
  timestamp: z.string(),
  changedFiles: z.array(z.string()),
  deletedFiles: z.array(z.string()),
})
export type ExtractedFrom = z.infer<typeof extractedFromSchema>

const rejectionSchema = z.object({ digest: digestSchema, note: z.string(), at: z.string() })

/** Taken for one session alone: with its end, or with its silence, nobody is shown it any more. */
const scopeSchema = z.object({ session: z.string(), since: z.string(), endedAt: z.string().nullable() })

export const recordSchema = z.looseObject({
  name: z.string(),
  origin: z.enum(ORIGINS),
  /** The tool or command that first brought it in. */
  via: z.string(),
  /** The client that called, as it named itself. */
  author: z.string().nullable(),
  lifecycle: lifecycleSchema,
  archivedAt: z.string().nullable(),
  versions: z.array(versionSchema),
  lastStep: lastStepSchema.nullable().default(null),
  /** When a person last took a step or put a version back: a job's later step does not undo that they decided. */
  decidedAt: z.string().nullable().default(null),
  approval: grantSchema.nullable().default(null),
  /** A person's no, and to which bytes. */
  rejection: rejectionSchema.nullable().default(null),
  draft: draftSchema.nullable().default(null),
  /** Drafts that were replaced or let go, newest last: their bytes are kept. */
  formerDrafts: z.array(draftSchema).default([]),
  /** What the newest acceptance of a draft took the place of: it comes back when the text before it is put back. */
  acceptedFrom: z
    .object({
      draft: draftSchema,
      approval: grantSchema.nullable(),
      rejection: rejectionSchema.nullable(),
      lifecycle: lifecycleSchema,
      lastStep: lastStepSchema.nullable(),
    })
    .nullable()
    .default(null),
  /** No text may be numbered so low again: a draft that was let go had this number, and its readers may come back. */
  numbersUsed: z.number().int().min(0).default(0),
  /** The operator's alone: no agent and no job changes it. */
  pinned: z.boolean().default(false),
  /** The skill that took its place. */
  supersededBy: z.string().nullable().default(null),
  /** The newest extraction, and which version it made: a later one came about in another way. */
  extractedFrom: extractedFromSchema
    .extend({ version: z.number().int().min(1) })
    .nullable()
    .default(null),
  /** Null: for the library. */
  scope: scopeSchema.nullable().default(null),
})
export type SkillRecord = z.infer<typeof recordSchema>
export type Origin = SkillRecord['origin']

export type VersionSource = { actor: Actor; cause: SkillVersion['cause']; at: string }

/** How a skill starts its life, by who brought it (DESIGN 3.2). */
export function newRecord(name: string, origin: Origin, via: string, author: string | null): SkillRecord {
  return {
    ...{ name, origin, via, author, lifecycle: firstLifecycle(origin), archivedAt: null, versions: [] },
    ...{
      lastStep: null,
      decidedAt: null,
      approval: null,
      rejection: null,
      draft: null,
      formerDrafts: [],
      acceptedFrom: null,
      numbersUsed: 0,
      pinned: false,
      supersededBy: null,
      extractedFrom: null,
      scope: null,
    },
  }
}

export function firstLifecycle(origin: Origin): Lifecycle {
  return origin === 'machine' ? 'candidate' : 'released'
}

export function originOf(actor: Actor): Origin {
  return actor === 'operator' ? 'human' : actor === 'system' ? 'builtin' : 'machine'
}

/** Whoever is no person and not the server's own rules. */
export function isMachine(actor: Actor): boolean {
  return originOf(actor) === 'machine'
}

/**
 * What a skill counts as now. Builtin is a matter of the bytes, not of a note; and what a machine wrote over a person's
 * text is the machine's, until a person has accepted it or changed it again.
 */
export function originNow(record: SkillRecord, bytes: 'as-shipped' | 'others'): Origin {
  if (bytes === 'as-shipped') return 'builtin'
  const newest = record.versions.at(-1)
  if (record.origin === 'builtin') return originOf(newest?.actor ?? 'operator')
  const isMachines = newest !== undefined && isMachine(newest.actor) && newest.cause !== 'accepted'
  return isMachines ? 'machine' : record.origin
}

export function latestVersion(record: SkillRecord | undefined): number {
  return record?.versions.at(-1)?.version ?? 0
}

/** A number that never stood for a text, live or waiting. */
export function nextVersion(record: SkillRecord): number {
  return Math.max(latestVersion(record), record.draft?.version ?? 0, record.numbersUsed) + 1
}

/** The version that a file's bytes stand for: a known one when the newest matches, else the one that they will get. */
export function versionOfDigest(record: SkillRecord | undefined, digest: string): number {
  if (record === undefined) return 1
  const newest = record.versions.at(-1)
  return newest?.digest === digest ? newest.version : nextVersion(record)
}

/**
 * Whether the record already says all there is to say of the live bytes. One that calls a standing file archived does not:
 * a crash came between the record and the removal, or somebody put the file back.
 */
export function knowsLive(record: SkillRecord | undefined, digest: string): boolean {
  return record !== undefined && record.archivedAt === null && record.versions.at(-1)?.digest === digest
}

/** Adds a version and lets the oldest beyond the limit go. A digest that stands newest already adds nothing. */
export function withVersion(
  record: SkillRecord,
  { digest, size, files }: DocumentBytes,
  source: VersionSource,
): SkillRecord {
  if (record.versions.at(-1)?.digest === digest && record.archivedAt === null) return record
  const version: SkillVersion = {
    version: nextVersion(record),
    digest,
    ...source,
    manifest: [
      { path: 'skill.json', size, sha256: digest },
      ...files.map((file) => ({ ...file, path: `files/${file.path}` })),
    ],
  }
  const versions = [...record.versions, version]
  const approved = versions.findLastIndex((v) => v.digest === record.approval?.digest)
  return { ...record, versions: versions.filter((_, i) => i >= versions.length - VERSIONS_KEPT_MAX || i === approved) }
}

/** The record without its draft, which stays readable under its number. */
export function withoutDraft(record: SkillRecord): SkillRecord {
  if (record.draft === null) return record
  const formerDrafts = [...record.formerDrafts, record.draft].slice(-FORMER_DRAFTS_MAX)
  return { ...record, draft: null, formerDrafts, numbersUsed: record.draft.version }
}
