// A mounted copy that another skill of its name stands before, asked for as `name@source`: shown to be read and compared. It
// has no standing of its own here, and nothing is executable in it.
import { copyName } from '../domain/mount.ts'
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import { damaged } from '../domain/skill-refusal.ts'
import type { SkillDetail } from '../domain/skill-shapes.ts'
import type { Mounts } from '../store/mounted-store.ts'
import { otherDetail, type SkillDetailParts } from './skill-detail.ts'

export type CopyParts = SkillDetailParts & { mounts: Pick<Mounts, 'copy' | 'book'> }

/** @throws `not-found` with the sources that there are; `damaged` for one that cannot be read. */
export async function copyDetail(
  { name, source }: { name: string; source: string },
  parts: CopyParts,
): Promise<SkillDetail> {
  const stored = await parts.mounts.copy(name, source)
  if (stored === undefined) throw await noCopy(name, source, parts)
  const called = copyName(name, source)
  const read = parseSkillFile(stored.text, { file: called, pathName: name, createdAt: stored.modifiedAt })
  if (read.skill === undefined) throw damaged(called, read.diagnostics)
  const warning = `a copy mounted from ${source} that is not in force: "${name}" is another skill here`
  // What stands under the plain name is another text: its standing is none of this one's.
  const nameless = { ...parts, shelf: { entry: () => undefined } }
  const detail = await otherDetail({ skill: read.skill, version: 1 }, warning, nameless)
  const standing = { ...detail.standing, origin: 'human' as const, tier: 3, exposure: 'on-request' as const }
  return { ...detail, skill: { ...detail.skill, name: called }, standing }
}

async function noCopy(name: string, source: string, { mounts }: CopyParts): Promise<SkillError> {
  const sources = (await mounts.book.read()).mounts.map((mount) => mount.source)
  const known = sources.length === 0 ? 'nothing is mounted' : `mounted are ${sources.join(', ')}`
  const fix = `Load "${name}" without "@", or name another source.`
  return new SkillError('not-found', `no skill is named "${name}" in the folder mounted as "${source}"; ${known}`, fix)
}
