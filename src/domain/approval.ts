// Whether a person stands behind the bytes of a skill. The record holds what was approved; whether that is what stands now
// is worked out from the bytes, so that no way of changing them can be forgotten (DESIGN 3.1).
import { contentHash } from './content-hash.ts'
import { widens } from './policy-scope.ts'
import { type Actor, type ApprovalGrant, isMachine, type Origin, type SkillRecord } from './record.ts'
import type { Skill } from './skill.ts'
import { SkillError } from './skill-error.ts'

export const APPROVALS = ['pending_review', 'approved', 'needs_reapproval'] as const
/**
 * `pending_review`: a machine wrote it. `approved`: a person named these bytes, or we shipped them. `needs_reapproval`: the
 * bytes or a widened policy changed since, or a file came that nobody vouched for.
 */
export type Approval = (typeof APPROVALS)[number]

export type Bytes = { skill: Skill; digest: string }

export function approvalOf(record: SkillRecord | undefined, origin: Origin, stands: Bytes): Approval {
  // What we ship has no files beside it.
  if (origin === 'builtin' && stands.skill.files.length === 0) return 'approved'
  if (record?.approval != null && grants(record.approval, stands)) return 'approved'
  const isNew = record?.approval == null && origin === 'machine'
  return isNew || isMachine(lastActor(record)) ? 'pending_review' : 'needs_reapproval'
}

function grants(grant: ApprovalGrant, { skill, digest }: Bytes): boolean {
  if (digest === grant.digest) return true
  return hashOf(skill) === grant.contentHash && !widens(grant.policy, skill.policy)
}

// What is too large to be written as SKILL.md has no hash, and so was never approved; a list of skills still names it.
function hashOf(skill: Skill): string | undefined {
  try {
    return contentHash(skill)
  } catch (error) {
    if (error instanceof SkillError && error.code === 'too-large') return undefined
    throw error
  }
}

function lastActor(record: SkillRecord | undefined): Actor {
  return record?.versions.at(-1)?.actor ?? 'operator'
}
