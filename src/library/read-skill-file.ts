// One file of a skill, by its path. Handed out are only bytes of the very manifest that the skill's standing is worked out
// from: what somebody changes meanwhile is never shown under an approval of other bytes. Counts no load.
import { canonicalSkillMd, SKILL_MD } from '../domain/content-hash.ts'
import { sha256Of } from '../domain/digest.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { nearestNames } from '../domain/nearest-names.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Library } from './library.ts'
import type { ShelfEntry } from './shelf-entry.ts'

export type ReadFile = { file: ManifestFile; bytes: Uint8Array }
type Files = Pick<SkillStore, 'file'>

const LOOKS_MAX = 2

/**
 * Of what is in force, with the reading of the skill that it belongs to. @throws as `Library.get`; `not-found` with the
 * nearest paths; `conflict` when the files keep changing.
 */
export async function readLiveFile(
  { library, store }: { library: Pick<Library, 'get'>; store: Files },
  name: string,
  path: string,
): Promise<ReadFile & { entry: ShelfEntry }> {
  for (let look = 1; look <= LOOKS_MAX; look++) {
    const entry = await library.get(name)
    const read = await bytesOf(store, entry.skill, path)
    if (read !== undefined) return { ...read, entry }
  }
  throw new SkillError(
    'conflict',
    `file "${shown(path)}" of skill "${name}" is being changed: its bytes are not those that the skill is listed with`,
    'Ask once more.',
  )
}

/** Of a text that is not in force: a draft, or a former version. @throws `not-found` also for bytes that were not kept. */
export async function readFileOf(store: Files, skill: Skill, path: string): Promise<ReadFile> {
  const read = await bytesOf(store, skill, path)
  if (read !== undefined) return read
  throw new SkillError(
    'not-found',
    `the bytes of file "${shown(path)}" of skill "${skill.name}" were not kept`,
    `What is kept: skill-cortex history ${skill.name}`,
  )
}

async function bytesOf(store: Files, skill: Skill, path: string): Promise<ReadFile | undefined> {
  const ownText = path === SKILL_MD ? Buffer.from(canonicalSkillMd(skill)) : undefined
  if (ownText !== undefined) {
    return { file: { path, size: ownText.length, sha256: sha256Of(ownText) }, bytes: ownText }
  }
  const file = skill.files.find((each) => each.path === path)
  if (file === undefined) throw noSuchFile(skill, path)
  const bytes = await store.file(skill.name, file)
  return bytes && { file, bytes }
}

function noSuchFile({ name, files }: Skill, path: string): SkillError {
  const paths = [SKILL_MD, ...files.map((file) => file.path)]
  const nearest = nearestNames(path, paths).map((each) => `"${shown(each)}"`)
  const fix = files.length === 0 ? 'It has no files beside its text.' : `Nearest paths: ${nearest.join(', ')}.`
  return new SkillError('not-found', `skill "${name}" has no file "${shown(path)}"`, fix)
}
