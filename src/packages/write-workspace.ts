// Puts the copy of a skill into a folder: all of it or nothing, over no file that says something else, and into no folder
// that holds files which would then pass for the skill's.
import { join, parse } from 'node:path'
import type { ManifestFile } from '../domain/manifest.ts'
import { PACKAGE_BYTES_MAX } from '../domain/package-limits.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { removeFile } from '../files/atomic-write.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { assertPlainParents } from '../files/plain-parents.ts'
import { readRegularFile } from '../files/read-file.ts'
import { streamToNewFile } from '../files/stream-file.ts'
import { walkPackage } from './workspace-walk.ts'

export type CopiedFile = ManifestFile & { bytes: Uint8Array }

/** @param place without a link in the part of it that is there. @throws `conflict`; `damaged` for a link on the way. */
export async function writeWorkspace(place: string, files: readonly CopiedFile[]): Promise<void> {
  const missing: CopiedFile[] = []
  for (const file of files) if (await isMissing(place, file)) missing.push(file)
  if (outsidePlace(place) !== undefined) assertNoStrangers(place, files)
  const written: string[] = []
  try {
    for (const { path, bytes, isExecutable } of missing) {
      const target = join(place, path)
      await plainParents(target)
      await streamToNewFile(target, [bytes], isExecutable === true)
      written.push(target)
    }
  } catch (error) {
    for (const path of written) await removeFile(path)
    throw error
  }
}

async function isMissing(place: string, { path, bytes, isExecutable }: CopiedFile): Promise<boolean> {
  const target = join(place, path)
  await plainParents(target)
  const stands = await bytesAt(target, path)
  if (stands === undefined) return true
  const isProgram = outsidePlace(target)?.isExecutable === true
  if (stands.equals(bytes) && isProgram === (isExecutable === true)) return false
  throw inTheWay(path, 'something else stands there')
}

async function bytesAt(target: string, path: string): Promise<Buffer | undefined> {
  try {
    return (await readRegularFile(target, PACKAGE_BYTES_MAX))?.bytes
  } catch (error) {
    if (error instanceof SkillError) throw inTheWay(path, 'something else stands there', error)
    throw error
  }
}

// The path was without a link when it was judged; one that has come since would lead elsewhere.
async function plainParents(target: string): Promise<void> {
  try {
    await assertPlainParents(parse(target).root, target)
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const message = 'dir: expected folders of its own, got a link or a file on the way'
    throw new SkillError('refused', message, 'Nothing was written; name another folder.', { cause: error })
  }
}

// Whatever lies where the files of a skill lie would be extracted as one of them.
function assertNoStrangers(place: string, files: readonly CopiedFile[]): void {
  const own = new Set(files.map(({ path }) => path))
  const stranger = walkPackage(place, 'dir').files.find(({ path }) => !own.has(path))
  if (stranger !== undefined) throw inTheWay(stranger.path, 'it is none of the skill')
}

function inTheWay(path: string, why: string, cause?: unknown): SkillError {
  return new SkillError(
    'conflict',
    `dir: expected a folder without files of another skill, got "${shown(path)}": ${why}`,
    'Nothing was written; name an empty folder, or one that is not there yet.',
    { cause },
  )
}
