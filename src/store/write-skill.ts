// How a change of one skill becomes durable. Everything is staged and synced in parallel, then published record before
// skill. Where further files change as well, that takes several renames: what shall stand is written down before the first
// (swap-log.ts), and finished by whoever finds it after a crash.
import { dirname } from 'node:path'
import { sha256Of } from '../domain/digest.ts'
import { isSameManifest, type ManifestFile } from '../domain/manifest.ts'
import type { SkillRecord } from '../domain/record.ts'
import { readDocument } from '../domain/skill-document.ts'
import { SkillError } from '../domain/skill-error.ts'
import { discard, publish, type StagedFile, stageFile } from '../files/atomic-write.ts'
import type { Lease } from '../files/file-lease.ts'
import { syncFolder } from '../files/folder-sync.ts'
import { removeTree } from '../files/folder-tree.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { assertPlainParents } from '../files/plain-parents.ts'
import { hasBlob, stageBlob } from './blob-store.ts'
import type { DiskParts } from './disk-parts.ts'
import { jsonPath } from './skill-paths.ts'
import type { Change, StoredSkill } from './skill-store.ts'
import { placeSkill, stageFiles } from './skill-swap.ts'

export type Application = { name: string; before: StoredSkill | undefined; change: Change; lease: Lease }

/** @throws `conflict` when the skill was changed without the lock meanwhile. */
export async function writeSkill(parts: DiskParts, { name, before, change, lease }: Application): Promise<void> {
  const { layout, swaps } = parts
  const skillPath = jsonPath(layout.skills, name)
  await assertPlainParents(layout.skills, skillPath)
  const was = filesIn(before?.text)
  const next = typeof change.live === 'string' ? readDocument(change.live) : undefined
  if (before === undefined && next !== undefined) assertNoStrangers(parts, name)
  const isSwap = change.live !== undefined && !isSameManifest(was, next?.files ?? [])
  const tree = isSwap && next !== undefined ? await stageFiles(parts, name, next.files ?? []) : undefined
  let staged: StagedFile[] = []
  const assertOurs = async () => {
    await lease.assertHeld()
    if (change.live !== undefined && parts.stampOf(name) !== before?.stamp) throw editedMeanwhile(name)
  }
  try {
    // In the order in which they are published: what the record refers to stands before it.
    staged = await stageAll([
      ...change.blobs.map((text) => stageBlob(layout.blobs, text)),
      ...unkept(parts, name, was).map((bytes) => stageBlob(layout.blobs, bytes)),
      stageRecord(layout, name, change.record),
      ...(next === undefined ? [] : [stageFile(skillPath, next.json)]),
    ])
    await assertOurs()
    if (isSwap) await swaps.begin(name, { from: before?.digest ?? null, to: digestOf(change.live) })
    const beside = staged.filter((file) => file.target !== skillPath)
    for (const file of beside) await publish(file)
    await Promise.all([...new Set(beside.map((file) => dirname(file.target)))].map(syncFolder))
    await assertOurs()
    if (change.live !== undefined) {
      const json = staged.find((file) => file.target === skillPath)
      const expected = () => editedMeanwhile(name)
      await placeSkill(parts, name, { json, files: isSwap ? { tree, expected } : undefined })
    }
    if (isSwap) await swaps.end(name)
  } catch (error) {
    await Promise.all(staged.map(discard))
    if (tree !== undefined) await removeTree(tree)
    // Where it could not be put back, whoever reads it next finishes it.
    if (isSwap && parts.stampOf(name) === before?.stamp) await swaps.end(name)
    throw error
  }
}

function filesIn(document: string | undefined): readonly ManifestFile[] {
  return document === undefined ? [] : (readDocument(document).files ?? [])
}

// The bytes of files that stand and that no blob holds yet: they are about to have a version of their own.
function unkept({ layout, files }: DiskParts, name: string, was: readonly ManifestFile[]): Buffer[] {
  return was
    .filter(({ sha256 }) => !hasBlob(layout.blobs, sha256))
    .map((file) => {
      const bytes = files.bytes(name, file)
      if (bytes === undefined) throw editedMeanwhile(name)
      return bytes
    })
}

function stageRecord(layout: HomeLayout, name: string, record: SkillRecord): Promise<StagedFile> {
  return stageFile(jsonPath(layout.records, name), `${JSON.stringify(record)}\n`)
}

// All or none: when one cannot be staged, what the others left is removed.
async function stageAll(stagings: Promise<StagedFile>[]): Promise<StagedFile[]> {
  const settled = await Promise.allSettled(stagings)
  const staged = settled.flatMap((s) => (s.status === 'fulfilled' ? [s.value] : []))
  const failed = settled.find((s) => s.status === 'rejected')
  if (failed === undefined) return staged
  await Promise.all(staged.map(discard))
  throw failed.reason
}

// A folder that somebody left there is theirs: a new skill of that name must not take it over unseen.
function assertNoStrangers({ files }: DiskParts, name: string): void {
  if ((files.read(name)?.files.length ?? 0) === 0) return
  throw new SkillError(
    'conflict',
    `expected nothing at skills/${name}.files, got a folder with files that belong to no skill`,
    'Move or remove the folder, then save again.',
  )
}

function digestOf(live: string | null | undefined): string | null {
  return typeof live === 'string' ? sha256Of(live) : null
}

// An editor asks for no lock; this catches it up to the last microseconds before the rename.
function editedMeanwhile(name: string): SkillError {
  return new SkillError(
    'conflict',
    `the file of skill "${name}" was changed from outside while it was being saved`,
    'Load it again, apply your change to what stands now, and save.',
  )
}
