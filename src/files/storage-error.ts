// Turns what the operating system says into a sentence without paths. Callers that expect a code (ENOENT) ask `isCode`;
// everything else becomes a SkillError `storage` that keeps the cause for the log.
import { SkillError } from '../domain/skill-error.ts'

const REASONS: Record<string, [reason: string, fix: string]> = {
  ENOSPC: ['the disk is full', 'Free some space and try again.'],
  EDQUOT: ['the disk quota is used up', 'Free some space and try again.'],
  EFBIG: ['the file would exceed the allowed size', 'Raise the limit (ulimit -f) or save less, then try again.'],
  EROFS: ['the file system is read-only', 'Make the home folder writable and try again.'],
  EACCES: ['permission was denied', 'Give this user write access to the home folder and try again.'],
  EPERM: [
    'the operation was not permitted',
    'Close programs that hold the file, check its permissions, and try again.',
  ],
  EBUSY: ['the file is in use', 'Close the program that holds it and try again.'],
  EMFILE: ['too many files are open', 'Try again in a moment; if it stays, raise the open-file limit (ulimit -n).'],
  ENFILE: ['too many files are open on this system', 'Try again in a moment.'],
  EIO: ['the disk reported an error', 'Check the disk, then try again.'],
  ENOMEM: ['memory ran out', 'Try again in a moment.'],
  EXDEV: ['the folder spans two file systems', 'Keep the home folder on one file system.'],
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')
}

/** @param doing what was under way, as a noun phrase without a path: `saving skill "a"`. */
export function storageError(doing: string, error: unknown): SkillError {
  if (error instanceof SkillError) return error
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown'
  const [reason, fix] = REASONS[code] ?? [
    'the operating system refused',
    'See the server log for the cause, then try again.',
  ]
  return new SkillError('storage', `${doing} failed: ${reason} (${code})`, fix, { cause: error })
}

/** Runs `work`; what the system refuses comes out as a SkillError that says what was being done. */
export async function guarded<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Only errors of the system carry a code; a bug of ours must surface as what it is.
    if ((error as NodeJS.ErrnoException | undefined)?.code === undefined) throw error
    throw storageError(doing, error)
  }
}
