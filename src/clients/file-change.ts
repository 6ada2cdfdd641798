// A change of one configuration file, planned before anything is written: what stands there, and what is to stand there.
// Whatever a client or a person wrote between the look and the write is noticed and kept.
import { join } from 'node:path'
import { sha256Of } from '../domain/digest.ts'
import { SkillError } from '../domain/skill-error.ts'
import { acquireLease } from '../files/file-lease.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { readOutsideFile, removeOutsideFile, replaceOutsideFile } from '../files/outside-file.ts'
import { guarded } from '../files/storage-error.ts'
import type { AttachedFile } from './attachment-record.ts'

// Claude Code keeps its history of projects in the same file as its servers.
const CONFIG_BYTES_MAX = 64 * 1024 * 1024

/** Undefined: no file. */
export type FileChange = { path: string; now: Buffer | undefined; next: Buffer | undefined }

export function isChange({ now, next }: FileChange): boolean {
  return now === undefined || next === undefined ? now !== next : !now.equals(next)
}

export function readConfig(path: string): Promise<Buffer | undefined> {
  return inFile(path, () => readOutsideFile(path, CONFIG_BYTES_MAX))
}

/** The copy that setup made; undefined when there is none, or when it is no longer what it was. */
export async function readBackup(recorded: AttachedFile | undefined): Promise<Buffer | undefined> {
  const bytes = recorded?.backup ? await readConfig(recorded.backup) : undefined
  return bytes !== undefined && sha256Of(bytes) === recorded?.before ? bytes : undefined
}

/** @throws `busy` when one of them says something else than when it was planned. */
export async function assertAsPlanned(changes: FileChange[]): Promise<void> {
  for (const { path, now } of changes) {
    if (!isChange({ path, now, next: await readConfig(path) })) continue
    const message = `${path}: the file was changed while this was going on`
    throw new SkillError('busy', message, 'Nothing was changed; close the client if it is open, and try again.')
  }
}

/** @param folders goes with a file that is removed, as far as they are empty then. */
export function carryOut({ path, next }: FileChange, folders: string[]): Promise<void> {
  return inFile(path, () => (next === undefined ? removeOutsideFile(path, folders) : replaceOutsideFile(path, next)))
}

/** One setup or disconnect of a home at a time. */
export async function inTurn(layout: HomeLayout, work: () => Promise<void>): Promise<void> {
  await guarded('noting what is attached', async () => {
    // The underline keeps it apart from the locks of skills, whose names have none.
    const lease = await acquireLease(join(layout.leases, '_attachments.lock'), 'the record of attached clients')
    try {
      await work()
    } finally {
      await lease.release()
    }
  })
}

/** What goes wrong in there is told with the file's path: there are up to two for each client. */
export async function inFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await guarded('the change', async () => work())
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    throw new SkillError(error.code, `${path}: ${error.message}`, error.fix, { cause: error })
  }
}
