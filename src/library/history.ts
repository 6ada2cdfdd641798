// The versions of a skill: listed from its record, their bytes from the blobs. Works for archived skills too.
import type { SkillRecord, SkillVersion } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { notFound } from '../domain/skill-refusal.ts'
import type { SkillStore } from '../store/skill-store.ts'

/** @throws `not-found` for a name that nobody ever saved through us. */
export async function readHistory(store: SkillStore, name: string): Promise<SkillRecord> {
  const record = await store.record(parseSkillName(name))
  if (record !== undefined) return record
  if ((await store.stamp(name)) === undefined) throw notFound(name)
  throw new SkillError(
    'not-found',
    `skill "${name}" has no history: it was placed by hand and never changed since`,
    'Its file is its only version.',
  )
}

/** @param version undefined means the newest. @throws `not-found` when that version's bytes were never kept. */
export async function findFormer(
  store: SkillStore,
  name: string,
  version: number | undefined,
): Promise<{ version: SkillVersion; text: string }> {
  const { versions } = await readHistory(store, name)
  const found = version === undefined ? versions.at(-1) : versions.find((v) => v.version === version)
  const kept = versions.map((v) => v.version).join(', ')
  if (found === undefined) {
    throw new SkillError('not-found', `skill "${name}" has no version ${version}`, `Versions kept: ${kept || 'none'}.`)
  }
  const text = await store.blob(found.digest)
  if (text === undefined) {
    throw new SkillError(
      'not-found',
      `the bytes of version ${found.version} of "${name}" were not kept`,
      `Versions known: ${kept}.`,
    )
  }
  return { version: found, text }
}
