// Decides what an archive or a restore does to one skill. Nothing is ever deleted: archived bytes stay in the history,
// and whatever comes back comes back as a version of its own.
import { firstLifecycle, latestVersion, type SkillRecord, type SkillVersion, withVersion } from './record.ts'
import {
  type ChangeContext,
  type CurrentState,
  type Decision,
  recordStanding,
  standing,
  unchanged,
} from './skill-change.ts'
import { SkillError } from './skill-error.ts'
import { parseSkillFile } from './skill-file.ts'
import { damaged, notFound } from './skill-refusal.ts'

export function decideArchive(current: CurrentState, context: ChangeContext): Decision {
  const { skill, record } = standing(current, context)
  if (skill === undefined || current.live === undefined) throw notFound(context.name)
  // The builtin rule of gate `open`: a machine may let go of what machines and people wrote, never of what we ship.
  if (record.origin === 'builtin' && context.actor !== 'operator') {
    throw new SkillError(
      'refused',
      `"${context.name}" is a starter skill; an agent may not remove it`,
      `Ask the person to run: skill-cortex archive ${context.name}`,
    )
  }
  const kept = withVersion(record, current.live.digest, Buffer.byteLength(current.live.text), {
    actor: context.actor,
    cause: 'archived',
    at: context.now,
  })
  const archived: SkillRecord = { ...kept, lifecycle: 'archived', archivedAt: context.now }
  const version = latestVersion(archived)
  return {
    record: archived,
    live: null,
    blobs: [current.live.text],
    version,
    digest: current.live.digest,
    created: false,
    changed: true,
  }
}

/**
 * Puts the bytes of a former version back as a new one; the versions between stay in the history, and so do the bytes of
 * a file that nobody can read any more: restoring is how it is mended.
 */
export function decideRestore(
  current: CurrentState,
  former: { version: SkillVersion; text: string },
  context: ChangeContext,
): Decision {
  const record = recordStanding(current, context)
  const parsed = parseSkillFile(former.text, {
    file: `version ${former.version.version}`,
    pathName: context.name,
    createdAt: former.version.at,
  })
  if (parsed.skill === undefined) throw damaged(context.name, parsed.diagnostics)
  const live =
    record.lifecycle === 'archived' ? { ...record, lifecycle: firstLifecycle(record.origin), archivedAt: null } : record
  if (current.live?.digest === former.version.digest) return unchanged(current, live, latestVersion(live))
  const source = { actor: context.actor, cause: 'restored' as const, at: context.now }
  const next = withVersion({ ...live, archivedAt: null }, former.version.digest, Buffer.byteLength(former.text), source)
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
  }
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
