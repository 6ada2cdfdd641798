// What can be read of the files beside a text, for the scan and for the facts of a review. Bounded: `scan-files.ts` says
// how much.
import type { ManifestFile } from '../domain/manifest.ts'
import { type FileBytes, type FileTexts, filesToRead, NO_FILES, textsOf } from '../domain/scan-files.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { SkillStore } from '../store/skill-store.ts'

/** @param skill any text of that name: in force, a draft, or a former one. */
export async function readFileTexts(store: Pick<SkillStore, 'file'>, { name, files }: Skill): Promise<FileTexts> {
  if (files.length === 0) return NO_FILES
  const read: FileBytes[] = []
  for (const planned of filesToRead(files)) {
    const bytes = planned.bytesMax === 0 ? undefined : await bytesOf(store, name, planned.file)
    read.push({ ...planned, bytes })
  }
  return textsOf(read)
}

// One that the disk refuses is told as not looked through; the skill and the others are not to fail with it.
async function bytesOf(store: Pick<SkillStore, 'file'>, name: string, file: ManifestFile) {
  try {
    return await store.file(name, file)
  } catch (error) {
    if (error instanceof SkillError) return undefined
    throw error
  }
}
