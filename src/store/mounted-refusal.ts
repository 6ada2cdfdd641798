// What may be decided about a skill that others keep: everything that is ours to remember, nothing that would write its text.
import { SkillError } from '../domain/skill-error.ts'
import type { Change, StoredSkill } from './skill-store.ts'

/** @throws `refused` for a change of its text, and for a draft, which could never be accepted. */
export function assertRecordOnly(
  name: string,
  { live, record }: Change,
  before: { live: StoredSkill; draft: string | undefined },
): void {
  const isWritten = live !== undefined && live !== before.live.text
  const isDrafted = record.draft !== null && record.draft.digest !== before.draft
  if (!isWritten && !isDrafted) return
  const source = before.live.mount?.source ?? 'a folder'
  if (live === null) {
    throw new SkillError(
      'refused',
      `skill "${name}" is mounted read-only from ${source}: its files are not ours to remove`,
      `Nothing was changed. A person puts it away with: skill-cortex deprecate ${name}, or skill-cortex unmount ${source}`,
    )
  }
  throw readOnlySkill(name, source)
}

export function readOnlySkill(name: string, source: string): SkillError {
  return new SkillError(
    'refused',
    `skill "${name}" is mounted read-only from ${source}; import it to change it`,
    'Nothing was changed. Save the text under another name, or ask the person to import its folder with --prefix.',
  )
}

/** Somebody else's folder asks for no lock. */
export function changedMeanwhile(name: string): SkillError {
  return new SkillError(
    'conflict',
    `the folder of the mounted skill "${name}" was changed while something was decided about it`,
    'Nothing was changed. Load it again and decide about what stands now.',
  )
}
