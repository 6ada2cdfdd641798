// The renames of a change, and what is done about them after a crash. The folder of files goes aside, the new one comes in,
// the JSON last; what went aside is removed when all of it stands. A failure in between puts the old folder back.
import { dirname } from 'node:path'
import { isSameManifest, type ManifestFile } from '../domain/manifest.ts'
import { latestVersion, type SkillRecord } from '../domain/record.ts'
import { readDocument } from '../domain/skill-document.ts'
import { SkillError } from '../domain/skill-error.ts'
import { SKILL_FILE_BYTES_MAX } from '../domain/skill-limits.ts'
import { publish, removeFile, type StagedFile, stageFile } from '../files/atomic-write.ts'
import { syncFolder } from '../files/folder-sync.ts'
import { besideTree, moveTree, removeTree, stageTree } from '../files/folder-tree.ts'
import { readRegularFileSync } from '../files/read-file.ts'
import { readBlob } from './blob-store.ts'
import type { DiskParts } from './disk-parts.ts'
import { readRecord } from './record-files.ts'
import { filesFolder } from './skill-files.ts'
import { jsonPath } from './skill-paths.ts'
import type { Swap } from './swap-log.ts'

/** @property json undefined takes the skill away. @property files absent: they stay. @property expected what to throw when they changed. */
type Placing = {
  json: StagedFile | undefined
  files?: { tree: string | undefined; expected: () => SkillError } | undefined
}

/** Files of a document as they are staged beside their place; undefined for none. @throws `storage` when bytes are gone. */
export async function stageFiles(
  { layout }: Pick<DiskParts, 'layout'>,
  name: string,
  files: readonly ManifestFile[],
): Promise<string | undefined> {
  if (files.length === 0) return undefined
  const withBytes = []
  for (const { path, sha256, isExecutable = false } of files) {
    const bytes = await readBlob(layout.blobs, sha256)
    if (bytes === undefined) throw notKept(name, path)
    withBytes.push({ path, bytes, isExecutable })
  }
  return stageTree(filesFolder(layout.skills, name), withBytes)
}

/** Under the skill's lock. When it rejects the folder stands as before; the JSON too, but for a failed last sync. */
export async function placeSkill(parts: DiskParts, name: string, { json, files }: Placing): Promise<void> {
  const skillPath = jsonPath(parts.layout.skills, name)
  const undo = files === undefined ? undefined : swapFolder(parts, name, files)
  try {
    if (json !== undefined) await publish(json)
    else await removeFile(skillPath)
  } catch (error) {
    undo?.back()
    throw error
  }
  await syncFolder(dirname(skillPath))
  await undo?.done()
}

function swapFolder(
  { layout, files }: DiskParts,
  name: string,
  { tree, expected }: NonNullable<Placing['files']>,
): { back(): void; done(): Promise<void> } {
  const place = filesFolder(layout.skills, name)
  const aside = besideTree(place)
  const before = files.stamp(name)
  const wasThere = moveTree(place, aside)
  const back = () => {
    if (tree !== undefined) moveTree(place, tree)
    if (wasThere) moveTree(aside, place)
  }
  // Somebody wrote into it between the look and the rename: theirs goes back where it was.
  if (wasThere && files.stampAt(aside) !== before) {
    moveTree(aside, place)
    throw expected()
  }
  try {
    if (tree !== undefined) moveTree(tree, place)
  } catch (error) {
    if (wasThere) moveTree(aside, place)
    throw error
  }
  return {
    back,
    async done() {
      await removeTree(aside)
      if (tree !== undefined) await removeTree(tree)
    },
  }
}

/**
 * Finishes what a killed process began, under the skill's lock: forward when its record says so already, and otherwise
 * nothing was moved yet. What a person has changed since stays, and counts as a hand edit.
 */
export async function recoverSwap(parts: DiskParts, name: string): Promise<void> {
  const swap = parts.swaps.begun(name)
  if (swap === undefined) return
  const record = await readRecord(parts.layout.records, name)
  if (isRecorded(record, swap)) await finish(parts, name, swap)
  await parts.swaps.end(name)
}

function isRecorded(record: SkillRecord | undefined, { to }: Swap): boolean {
  if (record === undefined) return false
  if (to === null) return record.archivedAt !== null
  return record.archivedAt === null && latestVersion(record) > 0 && record.versions.at(-1)?.digest === to
}

async function finish(parts: DiskParts, name: string, { from, to }: Swap): Promise<void> {
  const [before, after] = [await documentOf(parts, from), await documentOf(parts, to)]
  if (before === undefined || after === undefined || !isUntouched(parts, name, [before, after])) return
  const skillPath = jsonPath(parts.layout.skills, name)
  const stands = parts.files.read(name)?.files ?? []
  const isPlaced = isSameManifest(stands, after.files)
  const tree = isPlaced ? undefined : await stageFiles(parts, name, after.files)
  const json = after.json === null ? undefined : await stageFile(skillPath, after.json)
  const expected = () => new SkillError('conflict', `skill "${name}" was changed from outside`, 'Look at it again.')
  await placeSkill(parts, name, { json, files: isPlaced ? undefined : { tree, expected } })
}

type Parts = { json: string | null; files: NonNullable<ReturnType<typeof readDocument>['files']> }

async function documentOf({ layout }: DiskParts, digest: string | null): Promise<Parts | undefined> {
  if (digest === null) return { json: null, files: [] }
  const text = (await readBlob(layout.blobs, digest))?.toString('utf8')
  const parts = text === undefined ? undefined : readDocument(text)
  return parts?.files === undefined ? undefined : { json: parts.json, files: parts.files }
}

// All that stands is of the one document or of the other.
function isUntouched({ layout, files }: DiskParts, name: string, documents: Parts[]): boolean {
  const json = readRegularFileSync(jsonPath(layout.skills, name), SKILL_FILE_BYTES_MAX)?.bytes.toString('utf8')
  if (json !== undefined && !documents.some((document) => document.json === json)) return false
  const known = new Set(documents.flatMap((document) => document.files.map(({ path, sha256 }) => `${path}\n${sha256}`)))
  try {
    return (files.read(name)?.files ?? []).every(({ path, sha256 }) => known.has(`${path}\n${sha256}`))
  } catch (error) {
    if (error instanceof SkillError) return false
    throw error
  }
}

function notKept(name: string, path: string): SkillError {
  return new SkillError(
    'storage',
    `skill "${name}": expected the kept bytes of "${path}", got none or others`,
    'Nothing was changed. Save or import the file again.',
  )
}
