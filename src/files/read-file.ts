// Reads one file of the home without following a link at its end, and says what it saw: the bytes together with the
// size, time and inode of that very file, so that a caller can tell later whether it has changed.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { SkillError } from '../domain/skill-error.ts'
import { isCode } from './storage-error.ts'

export type FileRead = { bytes: Buffer; stamp: string; modifiedAtMs: number }

// O_NOFOLLOW is absent on Windows, where links need rights that agents lack.
// O_NONBLOCK: opening a named pipe must not wait for its writer.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Changes whenever the bytes may have changed. Opaque: compare, never parse. */
export function stampOf(stats: Pick<Stats, 'size' | 'mtimeMs' | 'ino' | 'ctimeMs'>): string {
  return `${stats.size}-${stats.mtimeMs}-${stats.ctimeMs}-${stats.ino}`
}

/**
 * @param bytesMax checked before reading and after it, for a file that grows meanwhile.
 * @returns undefined when nothing is there.
 * @throws SkillError `damaged` for a link, folder or device, `too-large` above the limit; else the system's error.
 */
export async function readRegularFile(path: string, bytesMax: number): Promise<FileRead | undefined> {
  const handle = await openNoFollow(path)
  if (handle === undefined) return undefined
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw notRegular()
    if (stats.size > bytesMax) throw tooLarge(stats.size, bytesMax)
    const bytes = await handle.readFile()
    if (bytes.length > bytesMax) throw tooLarge(bytes.length, bytesMax)
    return { bytes, stamp: stampOf(stats), modifiedAtMs: stats.mtimeMs }
  } finally {
    await handle.close()
  }
}

/** @returns undefined when nothing is there. @throws `damaged` for a link. */
export async function openNoFollow(path: string) {
  try {
    return await open(path, OPEN_FLAGS)
  } catch (error) {
    return absentOrThrow(error)
  }
}

function absentOrThrow(error: unknown): undefined {
  if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
  if (isCode(error, 'ELOOP', 'ENXIO')) throw notRegular()
  throw error
}

/** The same, blocking: for reading thousands of small files at the start, where promises cost four times as much. */
export function readRegularFileSync(path: string, bytesMax: number): FileRead | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, OPEN_FLAGS)
  } catch (error) {
    return absentOrThrow(error)
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw notRegular()
    if (stats.size > bytesMax) throw tooLarge(stats.size, bytesMax)
    const bytes = readFileSync(descriptor)
    if (bytes.length > bytesMax) throw tooLarge(bytes.length, bytesMax)
    return { bytes, stamp: stampOf(stats), modifiedAtMs: stats.mtimeMs }
  } finally {
    closeSync(descriptor)
  }
}

/** The stamp of a regular file, or undefined when none is there. Blocking: one lstat, on the path of every read. */
export function fileStamp(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isFile() ? stampOf(stats) : undefined
  } catch (error) {
    if (isCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

/** When a regular file was last changed; undefined when none is there. */
export function modifiedAt(path: string): Date | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.mtime : undefined
}

/** Changes when an entry of the folder was added, removed or replaced; `-` when there is no folder. */
export function folderStamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? '-' : `${stats.ino}:${stats.mtimeMs}`
}

function notRegular(): SkillError {
  return new SkillError(
    'damaged',
    'expected a regular file, got a link, folder or device',
    'Replace it by a copy of the file itself.',
  )
}

function tooLarge(size: number, bytesMax: number): SkillError {
  return new SkillError('too-large', `expected at most ${bytesMax} bytes, got ${size}`, 'Split it or shorten it.')
}
