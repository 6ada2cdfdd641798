// Decides what an archive or a restore does to one skill. Nothing is ever deleted: archived bytes stay in the history,
// and whatever comes back comes back as a version of its own.

import {
  asItStands,
  type ChangeContext,
  type CurrentState,
  type Decision,
  recordStanding,
  standing,
} from './change-state.ts'
import type { FindLinked } from './dependency-graph.ts'
import { landingOf } from './gate.ts'
import { ruleStep } from './lifecycle.ts'
import { noStep, stepped } from './lifecycle-change.ts'
import { type Actor, isMachine, latestVersion, type SkillRecord, type SkillVersion, withVersion } from './record.ts'
import type { Skill } from './skill.ts'
import { assertAcyclic, unchanged } from './skill-change.ts'
import { documentBytes } from './skill-document.ts'
import { parseSkillFile } from './skill-file.ts'
import { damaged, needsPerson, notFound, stillNeeded } from './skill-refusal.ts'

/**
 * @param dependents live skills that need this one; with any of them it stays.
 * @throws `needs-person` when it is not the caller's to decide.
 */
export function decideArchive(
  current: CurrentState,
  context: ChangeContext,
  why: { dependents?: readonly string[]; reason?: string | null; supersededBy?: string | null } = {},
): Decision {
  const { skill, record } = standing(current, context)
  if (skill === undefined || current.live === undefined) throw notFound(context.name)
  const { dependents = [], reason = null, supersededBy = record.supersededBy } = why
  if (dependents.length > 0) throw stillNeeded(context.name, dependents)
  const effective = asItStands(record, context, skill)
  const ruling = ruleStep(effective, 'archive', context.actor, context.gate)
  if (ruling.kind !== 'to') throw noStep(effective, 'archive', context, ruling)
  const { digest, text } = current.live
  const source = { actor: context.actor, cause: 'archived' as const, at: context.now }
  const kept = withVersion(record, documentBytes(text), source)
  const archived: SkillRecord = { ...stepped(kept, 'archive', 'archived', context, reason), supersededBy }
  const version = latestVersion(archived)
  return { record: archived, live: null, blobs: [text], version, digest, created: false, changed: true, draft: false }
}

/**
 * Puts the bytes of a former version back as a new one; the versions between stay in the history, and so do the bytes of
 * a file that nobody can read any more: restoring is how it is mended.
 * @param find the skills as they stand: what comes back may have come to need them in a circle.
 */
export function decideRestore(
  current: CurrentState,
  former: { version: SkillVersion; text: string },
  context: ChangeContext,
  find?: FindLinked,
): Decision {
  const record = recordStanding(current, context)
  const parsed = parseSkillFile(former.text, {
    file: `version ${former.version.version}`,
    pathName: context.name,
    createdAt: former.version.at,
  })
  if (parsed.skill === undefined) throw damaged(context.name, parsed.diagnostics)
  const before = readable(current, context)
  const live = record.lifecycle === 'archived' ? revived(record, context) : changeable(record, context, before)
  if (current.live?.digest === former.version.digest) {
    return unchanged(current, { record: live, version: latestVersion(live), landing: 'live' })
  }
  assertAcyclic(before, parsed.skill, find)
  const source = { actor: writerOf(former.version, context.actor), cause: 'restored' as const, at: context.now }
  const decidedAt = context.actor === 'operator' ? context.now : live.decidedAt
  const next = withVersion({ ...live, archivedAt: null, decidedAt }, documentBytes(former.text), source)
  // The newest version of an archived skill is the very text that comes back: its number stays.
  const blobs = current.live === undefined ? [former.text] : [former.text, current.live.text]
  return {
    record: next,
    live: former.text,
    blobs,
    version: latestVersion(next),
    digest: former.version.digest,
    created: false,
    changed: true,
    draft: false,
  }
}

/** Nothing that a machine wrote turns into a person's work by being put back, unless a person has accepted it before. */
export function writerOf({ actor, cause }: SkillVersion, restorer: Actor): Actor {
  return isMachine(actor) && cause !== 'accepted' ? actor : restorer
}

// Nobody's former text takes the place of one that this caller may not change at once.
function changeable(record: SkillRecord, context: ChangeContext, skill: Skill | undefined): SkillRecord {
  if (landingOf(context.gate, context.actor, asItStands(record, context, skill)) === 'live') return record
  throw needsPerson(context.name, 'restore')
}

function revived(record: SkillRecord, context: ChangeContext): SkillRecord {
  const effective = asItStands(record, context, undefined)
  const ruling = ruleStep(effective, 'revive', context.actor, context.gate)
  if (ruling.kind === 'to') return { ...stepped(record, 'revive', ruling.state, context, null), supersededBy: null }
  throw noStep(effective, 'revive', context, ruling)
}

// The skill that stands; undefined also when its file is damaged, which a restore mends.
function readable({ live }: CurrentState, { name }: ChangeContext): Skill | undefined {
  return live && parseSkillFile(live.text, { file: name, pathName: name, createdAt: live.modifiedAt }).skill
}

/**
 * Writes down the version that a reader was shown of a skill placed by hand, so that its later save is held against just
 * these bytes and they can come back. Undefined when there is nothing to write down.
 */
export function decideAdopt(
  current: CurrentState,
  context: ChangeContext,
): { record: SkillRecord; blobs: string[] } | undefined {
  if (current.record !== undefined || current.live === undefined) return undefined
  return { record: recordStanding(current, context), blobs: [current.live.text] }
}
