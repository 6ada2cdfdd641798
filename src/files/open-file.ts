// One file that is read here and there, as a whole too large for the memory: opened once, so that all that is read of it
// is of the same file. Follows no link at its end.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { SkillError } from '../domain/skill-error.ts'
import { isCode } from './storage-error.ts'

export type OpenFile = {
  size: number
  /** Fewer bytes than asked for where the file ends. */
  readAt(position: number, length: number): Buffer
  close(): void
}

// As in read-file.ts: no link, and no waiting for the other end of a pipe.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** @throws `damaged` for a link or what is no file; else the system's error. */
export function openFile(path: string): OpenFile {
  const descriptor = opened(path)
  const stats = fstatSync(descriptor)
  const close = () => closeSync(descriptor)
  if (!stats.isFile()) {
    close()
    throw notRegular()
  }
  return {
    size: stats.size,
    readAt(position, length) {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position))
    },
    close,
  }
}

function opened(path: string): number {
  try {
    return openSync(path, OPEN_FLAGS)
  } catch (error) {
    if (isCode(error, 'ELOOP', 'ENXIO')) throw notRegular()
    throw error
  }
}

function notRegular(): SkillError {
  return new SkillError(
    'damaged',
    'expected a regular file, got a link, folder or device',
    'Replace it by a copy of the file itself.',
  )
}
