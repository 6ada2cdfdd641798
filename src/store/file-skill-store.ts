// SkillStore on plain files (DESIGN 2): one JSON file a skill, what else belongs to it in `<leaf>.files/`. A crash at any
// point leaves the old skill or the new one, and a record that knows both (write-skill.ts, skill-swap.ts).
import { blobsOf } from '../domain/record-blobs.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'
import { sweepLeases, sweepTempFiles } from '../files/sweep.ts'
import { keepBlob, readBlob, sweepBlobs } from './blob-store.ts'
import { type DiskParts, openDiskParts } from './disk-parts.ts'
import { readAll, readSkill, readSteady } from './read-skill.ts'
import { readRecord, readRecords } from './record-files.ts'
import { createSkillLock, type Locked } from './skill-lock.ts'
import { jsonPath } from './skill-paths.ts'
import type { SkillStore, StoredSkill } from './skill-store.ts'
import { recoverSwap } from './skill-swap.ts'
import { createListing } from './watched-listing.ts'
import { writeSkill } from './write-skill.ts'

/** @param onTrouble told when watching fails; the store goes on, and its owner's rescan is what keeps it true. */
export function openFileSkillStore(layout: HomeLayout, onTrouble: (error: unknown) => void): SkillStore {
  const parts = openDiskParts(layout)
  const locked = createSkillLock(layout.leases)
  const textOf = async (sha256: string) => (await readBlob(layout.blobs, sha256))?.toString('utf8')
  return {
    ...createListing(parts, onTrouble),
    read: (name) => guarded(`reading skill "${name}"`, () => readSettled(parts, locked, name)),
    readAll: (names) => readAll(parts, names),
    stamp: (name) => guarded(`reading skill "${name}"`, async () => parts.stampOf(name)),
    recordStamp: (name) =>
      guarded(`reading the record of "${name}"`, async () => fileStamp(jsonPath(layout.records, name))),
    record: (name) => guarded(`reading the record of "${name}"`, () => readRecord(layout.records, name)),
    records: () => guarded('reading the records', () => readRecords(layout.records)),
    blob: (sha256) => guarded('reading a former version', () => textOf(sha256)),
    keepFile: (bytes) => guarded('keeping a file', () => keepBlob(layout.blobs, bytes)),
    file: (name, file) =>
      guarded(`reading a file of skill "${name}"`, async () => {
        return (await readBlob(layout.blobs, file.sha256)) ?? parts.files.bytes(name, file)
      }),
    update: (name, decide) =>
      locked(name, async (lease) => {
        await recoverSwap(parts, name)
        const record = await readRecord(layout.records, name)
        const draft = record?.draft == null ? undefined : await textOf(record.draft.digest)
        const current = { live: await readSkill(parts, name), record, draft }
        const { change, result } = decide(current)
        if (change !== undefined) await writeSkill(parts, { name, before: current.live, change, lease })
        return result
      }),
    sweep: () =>
      guarded('sweeping', async () => {
        await sweepLeases(layout.leases)
        return (await sweepTempFiles(layout.skills)) + (await sweepTempFiles(layout.cortex))
      }),
    sweepBlobs: () => guarded('sweeping', () => sweepGarbage(layout)),
  }
}

// What is being swapped just now, or was left so, is waited for or finished first.
async function readSettled(parts: DiskParts, locked: Locked, name: string): Promise<StoredSkill | undefined> {
  const found = parts.swaps.begun(name) === undefined ? await readSteady(parts, name) : undefined
  if (found !== undefined) return found.skill
  return locked(name, async () => {
    await recoverSwap(parts, name)
    return readSkill(parts, name)
  })
}

async function sweepGarbage(layout: HomeLayout): Promise<number> {
  const { records, diagnostics } = await readRecords(layout.records)
  // A damaged record may refer to any blob: then nothing is garbage for sure.
  if (diagnostics.length > 0) return 0
  return sweepBlobs(layout.blobs, new Set(records.flatMap(blobsOf)), Date.now())
}
