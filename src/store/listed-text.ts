// The text of a file that a listing named, or why it has none. Opens no other file than the one that was listed.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { SkillError } from '../domain/skill-error.ts'
import { readListedFile } from '../files/outside-folder.ts'
import { isCode } from '../files/storage-error.ts'

/** @property path without a link in its folder. @property file what it is called in messages. */
export type ListedText = { path: string; stamp: string; bytesMax: number; file: string; expected: string }

export function listedText(listed: ListedText): string | Diagnostic {
  const bytes = listedBytes(listed)
  if (!Buffer.isBuffer(bytes)) return bytes
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (!isCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA')) throw error
    return fault(listed.file, 'not-utf8', 'text in UTF-8', 'other bytes', 'Save it as UTF-8.')
  }
}

/** For what is still of use where a part of it is no text. */
export function listedBytes({ path, stamp, bytesMax, file, expected }: ListedText): Buffer | Diagnostic {
  try {
    return readListedFile(path, stamp, bytesMax)
  } catch (error) {
    if (error instanceof SkillError) return fault(file, error.code, expected, error.message, error.fix)
    if (!isCode(error, 'EACCES', 'EPERM', 'ENOENT', 'EIO')) throw error
    const received = 'one that may not, or is gone'
    return fault(file, 'unreadable', 'a file that may be read', received, 'Check its permissions.')
  }
}

function fault(file: string, code: string, expected: string, received: string, fix: string): Diagnostic {
  return { severity: 'error', code, file, expected, received, fix }
}
