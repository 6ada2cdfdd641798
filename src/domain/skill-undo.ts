// Decides the undo of one version: takes back exactly what it changed and keeps what later versions changed. A person's
// alone, since it can bring back what a person took out. Nothing is deleted: the outcome is a version of its own.

import {
  type ChangeContext,
  type CurrentState,
  type Decision,
  type LiveText,
  recordStanding,
  unkeptText,
} from './change-state.ts'
import type { FindLinked } from './dependency-graph.ts'
import { sha256Of } from './digest.ts'
import { latestVersion, type SkillRecord, type SkillVersion, VERSIONS_KEPT_MAX, withVersion } from './record.ts'
import type { Skill } from './skill.ts'
import { assertAcyclic, unchanged } from './skill-change.ts'
import { documentBytes } from './skill-document.ts'
import { SkillError, shown } from './skill-error.ts'
import { parseSkillFile, serializeSkill } from './skill-file.ts'
import { readableText } from './skill-patch.ts'
import { damaged, needsPerson, notFound } from './skill-refusal.ts'
import { writerOf } from './skill-removal.ts'
import { type MergeConflict, mergeSkills } from './three-way.ts'

/** What one version changed: the whole files before and after it. `before` is null when it made the skill. */
export type VersionChange = { version: number; before: string | null; after: string }

/** @property was what stood; undefined when nobody could read it. */
export type Undo = Decision & { was: Skill | undefined; now: Skill }

const CONFLICTS_SAID_MAX = 3

/**
 * @param find the skills as they stand: what comes back may have come to need them in a circle.
 * @throws `needs-person` for anybody but the operator; `refused` for the version that made the skill; `conflict` when what
 * it changed was changed again since, with the places.
 */
export function decideUndo(
  current: CurrentState,
  change: VersionChange,
  context: ChangeContext,
  find?: FindLinked,
): Undo {
  const { name } = context
  if (context.actor !== 'operator') throw needsPerson(name, `undo version ${change.version} of`)
  if (change.before === null) throw madeIt(name, change.version)
  const record = recordStanding(current, context)
  if (current.live === undefined) throw nothingLive(name, current.record)
  const { text, was, now } = takenBack(current.live, { ...change, before: change.before }, context)
  const bytes = documentBytes(text)
  const { digest } = bytes
  if (digest === current.live.digest) {
    return { ...unchanged(current, { record, version: latestVersion(record), landing: 'live' }), was, now }
  }
  assertAcyclic(was, now, find)
  const former = record.versions.findLast((version) => version.digest === digest)
  const actor = former === undefined ? context.actor : writerOf(former, context.actor)
  const source = { actor, cause: 'restored' as const, at: context.now }
  const next = withVersion({ ...record, archivedAt: null, decidedAt: context.now }, bytes, source)
  return {
    record: next,
    live: text,
    blobs: [text, ...unkeptText(current)],
    version: latestVersion(next),
    digest,
    ...{ created: false, changed: true, draft: false, was, now },
  }
}

/**
 * The version that stood before one of the record's; `none` before the first of all, `let-go` when it is no longer known.
 * Numbers need not follow each other: drafts take some.
 */
export function predecessorOf({ versions }: SkillRecord, version: SkillVersion): SkillVersion | 'none' | 'let-go' {
  const at = versions.indexOf(version)
  // What is kept beyond these is an approved version, and others may have stood after it.
  const isOldestKept = at <= versions.length - VERSIONS_KEPT_MAX
  const before = versions[at - 1]
  if (before !== undefined && (!isOldestKept || before.version === version.version - 1)) return before
  return before === undefined && (version.version === 1 || !isOldestKept) ? 'none' : 'let-go'
}

/** Where two changes contradict each other, for one sentence. */
export function conflictPlaces(conflicts: readonly MergeConflict[]): string {
  const said = conflicts.slice(0, CONFLICTS_SAID_MAX).map(({ field, ours, theirs, lines }) => {
    const place = lines === undefined ? field : `${field} line ${lines.ours.line}`
    return `${place} (${quoted(ours)} against ${quoted(theirs)})`
  })
  const more = conflicts.length - said.length
  return `${said.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

type TakenBack = { text: string; was: Skill | undefined; now: Skill }

function takenBack(
  live: LiveText,
  { version, before, after }: { version: number; before: string; after: string },
  context: ChangeContext,
): TakenBack {
  const former = parsed(before, `the version before ${version}`, context)
  // Nothing came since: the very bytes come back, also where what stands cannot be read.
  if (live.digest === sha256Of(after)) return { text: before, was: readable(live.text, context), now: former }
  const was = parsed(live.text, `skills/${context.name}.json`, { ...context, now: live.modifiedAt })
  const base = parsed(after, `version ${version}`, context)
  const merge = mergeSkills({ base, ours: was, theirs: former })
  if (merge.kind === 'conflict') throw changedAgain(context.name, version, merge.conflicts)
  const { skill } = merge
  if (saysTheSame(skill, was)) return { text: live.text, was, now: was }
  // An undo that leads back to a former text leads back to its bytes, and so to its approval.
  if (saysTheSame(skill, former)) return { text: before, was, now: former }
  const now = { ...skill, createdAt: was.createdAt, updatedAt: context.now }
  return { text: readableText(now, context), was, now }
}

function saysTheSame(a: Skill, b: Skill): boolean {
  const undated = (skill: Skill) => serializeSkill({ ...skill, createdAt: '', updatedAt: null })
  return undated(a) === undated(b)
}

function parsed(text: string, file: string, { name, now }: ChangeContext): Skill {
  const { skill, diagnostics } = parseSkillFile(text, { file, pathName: name, createdAt: now })
  if (skill === undefined) throw damaged(name, diagnostics)
  return skill
}

function readable(text: string, { name, now }: ChangeContext): Skill | undefined {
  return parseSkillFile(text, { file: name, pathName: name, createdAt: now }).skill
}

function madeIt(name: string, version: number): SkillError {
  return new SkillError(
    'refused',
    `skill "${name}": version ${version} made the skill, and nothing stood before it`,
    `To take the skill away, archive it: skill-cortex archive ${name}`,
  )
}

function nothingLive(name: string, record: SkillRecord | undefined): SkillError {
  if (record === undefined) return notFound(name)
  return new SkillError(
    'conflict',
    `skill "${name}" is not live (${record.lifecycle}): there is nothing to take a change out of`,
    `First bring it back: skill-cortex restore ${name}`,
  )
}

function changedAgain(name: string, version: number, conflicts: MergeConflict[]): SkillError {
  return new SkillError(
    'conflict',
    `skill "${name}": what version ${version} changed was changed again since: ${conflictPlaces(conflicts)}, live against before`,
    `Nothing was changed. Compare both with "skill-cortex diff ${name} ${version}", then write the text you want with: skill-cortex edit ${name}`,
  )
}

function quoted(value: unknown): string {
  return value === undefined || value === '' ? 'nothing' : `"${shown(value)}"`
}
