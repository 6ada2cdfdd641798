// Whether a change that was under way when its process was killed was made after all, from what is told of the skill.
import type { AppliedItem, Doing } from './cycle.ts'
import { isNoteKind } from './pass-change.ts'
import { latestVersion, type SkillRecord } from './record.ts'

export type DoneChange = Pick<AppliedItem, 'version' | 'draft' | 'created'>

/**
 * @param live digest of what stands; undefined where nothing does. The record alone says too much: it is written first.
 * @returns what came of it; undefined when it was not made.
 */
export function doneChange(
  { kind, before, at }: Doing,
  record: SkillRecord | undefined,
  live: string | undefined,
): DoneChange | undefined {
  if (record === undefined || isNoteKind(kind)) return undefined
  if (kind === 'archive') {
    const { lastStep, archivedAt } = record
    const isIts = lastStep?.cause === 'archive' && lastStep.actor === 'model' && lastStep.at >= at
    const isGone = archivedAt !== null && live === undefined
    return isIts && isGone ? { version: latestVersion(record), draft: false, created: false } : undefined
  }
  const { draft, versions } = record
  const created = before === null
  // No change of a pass is begun while a draft waits.
  if (draft?.actor === 'model' && draft.at >= at) return { version: draft.version, draft: true, created }
  const made = versions.findLast(({ actor, cause, ...version }) => {
    return actor === 'model' && cause === 'saved' && version.at >= at
  })
  return made === undefined || live === (before ?? undefined)
    ? undefined
    : { version: made.version, draft: false, created }
}
