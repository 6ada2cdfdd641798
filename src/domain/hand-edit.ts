// What a record says of bytes that came without us: a file edited, placed or put back by hand, or one that a crash left. It
// reads no file: the caller has seen what stands.
import { type Actor, firstLifecycle, newRecord, type SkillRecord, type SkillVersion, withVersion } from './record.ts'
import type { DocumentBytes } from './skill-document.ts'

/**
 * The record for bytes that were not written through us. A file without a record is its owner's own (a hand edit);
 * bytes that stood before (a crash before the rename, a checkout of an old state) keep the actor they had, so that
 * nothing a machine wrote turns into a person's work by being put back.
 */
export function withHandEdit(record: SkillRecord, bytes: DocumentBytes, at: string): SkillRecord {
  const { digest } = bytes
  const before = record.versions.findLast((v) => v.digest === digest)
  // A machine's skill whose record was lost: its bytes are the machine's still.
  const first: Actor = record.versions.length === 0 && record.origin === 'machine' ? 'agent' : 'operator'
  const actor = before?.actor ?? first
  return withVersion(unaccepted(putBack(record, digest), digest), bytes, {
    actor,
    cause: before === undefined ? 'hand-edited' : 'restored',
    at,
  })
}

// What we archived and stands again with the same bytes was never gone (a crash came between): it is as mature as before.
function putBack(record: SkillRecord, digest: string): SkillRecord {
  if (record.archivedAt === null) return record
  const { lastStep, origin } = record
  const wasNeverGone = lastStep?.cause === 'archive' && record.versions.at(-1)?.digest === digest
  const former = wasNeverGone && lastStep.from !== 'archived' ? lastStep.from : firstLifecycle(origin)
  const supersededBy = former === 'deprecated' ? record.supersededBy : null
  return { ...record, lifecycle: former, archivedAt: null, supersededBy }
}

// The text before an acceptance stands again: it was cut off before its file was written, or a person took it back. The
// draft waits again, and what was approved before is what is approved.
function unaccepted(record: SkillRecord, digest: string): SkillRecord {
  const { acceptedFrom, versions } = record
  const isNewest = versions.at(-1)?.cause === 'accepted' && versions.at(-1)?.digest === acceptedFrom?.draft.digest
  if (acceptedFrom === null || !isNewest || acceptedFrom.draft.base !== digest) return record
  return { ...record, ...acceptedFrom, acceptedFrom: null }
}

/**
 * The first record of a skill that stood without one and has changed: placed by hand, or its record was lost. The earlier
 * bytes are known by their digest alone: nobody asked us to keep them, so version 1 has no manifest and cannot be restored.
 */
export function recordOfUnrecorded(
  { name, origin, via }: Pick<SkillRecord, 'name' | 'origin' | 'via'>,
  formerDigest: string,
  at: string,
): SkillRecord {
  const first: SkillVersion = {
    version: 1,
    digest: formerDigest,
    at,
    actor: origin === 'machine' ? 'agent' : 'operator',
    cause: 'hand-edited',
    manifest: [],
  }
  return { ...newRecord(name, origin, via, null), versions: [first] }
}
