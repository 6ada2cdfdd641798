// Reads what a diff of two texts of a skill can show of the files beside them. What is beyond the limits, or no text, is
// told by size and hash.
import { changedFiles } from '../domain/file-diff.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import type { Skill } from '../domain/skill.ts'
import type { Compared } from '../domain/skill-diff.ts'
import { utf8Text } from '../domain/utf8-text.ts'
import type { SkillStore } from '../store/skill-store.ts'

const FILE_TEXT_BYTES_MAX = 256 * 1024
/** Of all files of both sides together. */
const ALL_TEXTS_BYTES_MAX = 2 * 1024 * 1024

/** @param name under which both stand or stood. */
export async function comparable(
  store: Pick<SkillStore, 'file'>,
  name: string,
  { before, after }: { before: Skill | undefined; after: Skill | undefined },
): Promise<Compared> {
  const texts = new Map<string, string>()
  let left = ALL_TEXTS_BYTES_MAX
  for (const file of sidesOf(before?.files ?? [], after?.files ?? [])) {
    if (texts.has(file.sha256) || file.size > Math.min(FILE_TEXT_BYTES_MAX, left)) continue
    const bytes = await store.file(name, file)
    const text = bytes === undefined ? undefined : utf8Text(bytes)
    if (text === undefined) continue
    left -= file.size
    texts.set(file.sha256, text)
  }
  return { before, after, texts }
}

function sidesOf(before: readonly ManifestFile[], after: readonly ManifestFile[]): ManifestFile[] {
  return changedFiles(before, after)
    .flatMap((change) => [change.before, change.after])
    .filter((file) => file !== undefined)
}
