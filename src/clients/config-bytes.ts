// Between the bytes of a configuration file and its text. A byte order mark comes back where it was; bytes that are no
// UTF-8 are refused, because writing them again would change them.
import { SkillError } from '../domain/skill-error.ts'

const MARK = '\ufeff'

/** Without its byte order mark. A file that is not there reads as an empty one. */
export function textOf(bytes: Uint8Array | undefined): string {
  const text = decoded(bytes ?? new Uint8Array())
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

/** @param like whose byte order mark it takes over. */
export function bytesOf(text: string, like: Uint8Array | undefined): Buffer {
  const isMarked = like !== undefined && decoded(like).startsWith(MARK)
  return Buffer.from(isMarked ? MARK + text : text, 'utf8')
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new SkillError('damaged', 'expected a text in UTF-8, got other bytes', 'Save it as UTF-8 first.', {
      cause: error,
    })
  }
}
