// A file that belongs to another program and to a person: read and replaced where it really lies, so that a link which
// somebody's dotfiles put there stays one, with the rights it has. Nothing is written over bytes that nobody has looked at.
import { accessSync, chmodSync, chownSync, constants, lstatSync, realpathSync, statSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SkillError } from '../domain/skill-error.ts'
import { discard, publish, removeFile, stageFile } from './atomic-write.ts'
import { syncFolder } from './folder-sync.ts'
import { readRegularFile } from './read-file.ts'
import { isCode } from './storage-error.ts'

const NEW_FILE_MODE = 0o600

/** @returns undefined when nothing is there. @throws `damaged` for a folder, a device, or a link that leads nowhere. */
export async function readOutsideFile(path: string, bytesMax: number): Promise<Buffer | undefined> {
  const place = placeOf(path)
  return place === undefined ? undefined : (await readRegularFile(place, bytesMax))?.bytes
}

/** @throws `refused` when it may not be written: also for a file that is marked read-only though we could. */
export function assertWritable(path: string): void {
  const place = placeOf(path)
  try {
    if (place === undefined) {
      accessSync(nearestFolder(path), constants.W_OK)
      return
    }
    if ((statSync(place).mode & 0o222) === 0) throw readOnly()
    accessSync(place, constants.W_OK)
    accessSync(dirname(place), constants.W_OK)
  } catch (error) {
    if (isCode(error, 'EACCES', 'EPERM', 'EROFS')) throw readOnly(error)
    throw error
  }
}

/** Atomic and durable; makes the folder. A new file is readable by its owner only. */
export async function replaceOutsideFile(path: string, bytes: Uint8Array): Promise<void> {
  const place = placeOf(path) ?? path
  const before = statSync(place, { throwIfNoEntry: false })
  const staged = await stageFile(place, bytes)
  try {
    chmodSync(staged.temp, (before?.mode ?? NEW_FILE_MODE) & 0o777)
    if (before !== undefined && before.uid !== statSync(staged.temp).uid) {
      chownSync(staged.temp, before.uid, before.gid)
    }
    await publish(staged)
  } catch (error) {
    await discard(staged)
    throw error
  }
  await syncFolder(dirname(place))
}

/** With those of the folders that are empty then, innermost first. */
export async function removeOutsideFile(path: string, folders: string[]): Promise<void> {
  await removeFile(path)
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      await rmdir(folder)
    } catch (error) {
      if (!isCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error
    }
  }
}

/** The folders that would have to be made for it, outermost first. */
export function missingFolders(path: string): string[] {
  const folder = dirname(path)
  if (folder === path || statSync(folder, { throwIfNoEntry: false }) !== undefined) return []
  return [...missingFolders(folder), folder]
}

// Where the bytes lie, behind links; undefined when there is nothing.
function placeOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  throw new SkillError(
    'damaged',
    'expected a file, got a link that leads nowhere',
    'Nothing was changed; mend the link or remove it.',
  )
}

function nearestFolder(path: string): string {
  const folder = dirname(path)
  return folder === path || statSync(folder, { throwIfNoEntry: false }) !== undefined ? folder : nearestFolder(folder)
}

function readOnly(cause?: unknown): SkillError {
  return new SkillError(
    'refused',
    'expected a file that may be written, got one that is read-only or lies in a folder that is',
    'Nothing was changed; give this user write access, or add the block of --print where the file is made from.',
    { cause },
  )
}
