// SkillStore on plain files (DESIGN 2). A write: everything staged and synced in parallel, then record before skill, each
// made durable by its folder's sync. A crash at any point leaves the old skill or the new one, and a record that knows both.
import { isUtf8 } from 'node:buffer'
import { dirname, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { sha256Of } from '../domain/digest.ts'
import { blobsOf } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'
import { SKILL_FILE_BYTES_MAX } from '../domain/skill-limits.ts'
import { discard, publish, removeFile, type StagedFile, stageFile } from '../files/atomic-write.ts'
import { acquireLease, type Lease } from '../files/file-lease.ts'
import { syncFolder } from '../files/folder-sync.ts'
import { type FolderWatch, watchFolders } from '../files/folder-watch.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import { assertPlainParents } from '../files/plain-parents.ts'
import { type FileRead, fileStamp, folderStamp, readRegularFileSync } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'
import { sweepLeases, sweepTempFiles } from '../files/sweep.ts'
import { readBlob, stageBlob, sweepBlobs } from './blob-store.ts'
import { listSkillFiles } from './file-listing.ts'
import { readRecord, readRecords } from './record-files.ts'
import { listRecords } from './record-listing.ts'
import { jsonPath, lockPath, mayConcernSkills, nameOfPath } from './skill-paths.ts'
import type { Change, SkillStore, StoredSkill } from './skill-store.ts'
import { unreadableSkill } from './unreadable-skill.ts'

const READS_PER_BREATH = 200

/** @param onTrouble told when watching fails; the store goes on, and its owner's rescan is what keeps it true. */
export function openFileSkillStore(layout: HomeLayout, onTrouble: (error: unknown) => void): SkillStore {
  const queue = createKeyedQueue()
  // Of the last listing.
  let folders: string[] = ['']
  let isListed = false
  const recordListing = listRecords(layout.records)
  const watches = new Set<FolderWatch>()
  const read = async (name: string) => {
    const path = jsonPath(layout.skills, name)
    const file = readRegularFileSync(path, SKILL_FILE_BYTES_MAX)
    if (file !== undefined) await assertPlainParents(layout.skills, path)
    return file === undefined ? undefined : stored(name, file)
  }
  const list = () =>
    guarded('listing the skills', async () => {
      const { folders: seen, ...listing } = await listSkillFiles(layout.skills)
      folders = seen
      isListed = true
      for (const watch of watches) watch.follow(folders)
      return { ...listing, recordStamps: await recordListing.stamps() }
    })
  const locked = <T>(name: string, work: (lease: Lease) => Promise<T>) =>
    queue(name, () =>
      guarded(`saving skill "${name}"`, async () => {
        const lease = await acquireLease(lockPath(layout.leases, name), `skill "${name}"`)
        try {
          return await work(lease)
        } finally {
          await lease.release()
        }
      }),
    )
  return {
    list,
    mark: () =>
      `${folders.map((folder) => folderStamp(join(layout.skills, folder))).join(' ')} ${recordListing.mark()}`,
    read: (name) => guarded(`reading skill "${name}"`, () => read(name)),
    readAll: (names) => readAll(layout, names),
    stamp: (name) => guarded(`reading skill "${name}"`, async () => fileStamp(jsonPath(layout.skills, name))),
    recordStamp: (name) =>
      guarded(`reading the record of "${name}"`, async () => fileStamp(jsonPath(layout.records, name))),
    record: (name) => guarded(`reading the record of "${name}"`, () => readRecord(layout.records, name)),
    records: () => guarded('reading the records', () => readRecords(layout.records)),
    blob: (sha256) => guarded('reading a former version', () => readBlob(layout.blobs, sha256)),
    update: (name, decide) =>
      locked(name, async (lease) => {
        const record = await readRecord(layout.records, name)
        const draft = record?.draft == null ? undefined : await readBlob(layout.blobs, record.draft.digest)
        const current = { live: await read(name), record, draft }
        const { change, result } = decide(current)
        if (change !== undefined) await apply(layout, { name, before: current.live?.stamp, change, lease })
        return result
      }),
    watch(onHint) {
      // An editor's temporary file beside a skill is nothing to look at the whole library for.
      const told = (path: string) => mayConcernSkills(path) && onHint(nameOfPath(path))
      const watch = watchFolders(layout.skills, told, onTrouble)
      watch.follow(folders)
      watches.add(watch)
      // Which folders there are is known from a listing only.
      if (!isListed) list().catch(onTrouble)
      return {
        close() {
          watches.delete(watch)
          return watch.close()
        },
      }
    },
    sweep: () =>
      guarded('sweeping', async () => {
        await sweepLeases(layout.leases)
        return (await sweepTempFiles(layout.skills)) + (await sweepTempFiles(layout.cortex))
      }),
    sweepBlobs: () => guarded('sweeping', () => sweepGarbage(layout)),
  }
}

/** @throws `damaged` for bytes that a rewrite as text would change. */
function stored(name: string, file: FileRead): StoredSkill {
  if (!isUtf8(file.bytes)) {
    throw new SkillError('damaged', 'expected text in UTF-8, got other bytes', 'Save the file in UTF-8.')
  }
  const modifiedAt = new Date(file.modifiedAtMs).toISOString()
  return { name, text: file.bytes.toString('utf8'), digest: sha256Of(file.bytes), stamp: file.stamp, modifiedAt }
}

async function readAll(layout: HomeLayout, names: Iterable<string>) {
  const skills: StoredSkill[] = []
  const diagnostics: Diagnostic[] = []
  const plainFolders = new Set<string>()
  let count = 0
  for (const name of names) {
    if (++count % READS_PER_BREATH === 0) await breathe()
    try {
      const path = jsonPath(layout.skills, name)
      if (!plainFolders.has(dirname(path))) await assertPlainParents(layout.skills, path)
      plainFolders.add(dirname(path))
      const file = readRegularFileSync(path, SKILL_FILE_BYTES_MAX)
      if (file !== undefined) skills.push(stored(name, file))
    } catch (error) {
      diagnostics.push(unreadableSkill(name, error))
    }
  }
  return { skills, diagnostics }
}

type Application = { name: string; before: string | undefined; change: Change; lease: Lease }

async function apply(layout: HomeLayout, { name, before, change, lease }: Application): Promise<void> {
  const skillPath = jsonPath(layout.skills, name)
  await assertPlainParents(layout.skills, skillPath)
  const recordPath = jsonPath(layout.records, name)
  // In the order in which they are published: what the record refers to stands before it.
  const staged = await stageAll([
    ...change.blobs.map((text) => stageBlob(layout.blobs, text)),
    stageFile(recordPath, `${JSON.stringify(change.record)}\n`),
    ...(typeof change.live === 'string' ? [stageFile(skillPath, change.live)] : []),
  ])
  const assertOurs = async () => {
    await lease.assertHeld()
    if (change.live !== undefined && fileStamp(skillPath) !== before) throw editedMeanwhile(name)
  }
  try {
    await assertOurs()
    const [skill, beside] = split(staged, skillPath)
    for (const file of beside) await publish(file)
    await Promise.all([...new Set(beside.map((file) => dirname(file.target)))].map(syncFolder))
    await assertOurs()
    if (skill !== undefined) await publish(skill)
    else if (change.live === null) await removeFile(skillPath)
    if (change.live !== undefined) await syncFolder(dirname(skillPath))
  } catch (error) {
    await Promise.all(staged.map(discard))
    throw error
  }
}

// An editor asks for no lock; this catches it up to the last microseconds before the rename.
function editedMeanwhile(name: string): SkillError {
  return new SkillError(
    'conflict',
    `the file of skill "${name}" was changed from outside while it was being saved`,
    'Load it again, apply your change to what stands now, and save.',
  )
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

function split(staged: StagedFile[], skillPath: string): [skill: StagedFile | undefined, beside: StagedFile[]] {
  return [staged.find((f) => f.target === skillPath), staged.filter((f) => f.target !== skillPath)]
}

async function sweepGarbage(layout: HomeLayout): Promise<number> {
  const { records, diagnostics } = await readRecords(layout.records)
  // A damaged record may refer to any blob: then nothing is garbage for sure.
  if (diagnostics.length > 0) return 0
  return sweepBlobs(layout.blobs, new Set(records.flatMap(blobsOf)), Date.now())
}
