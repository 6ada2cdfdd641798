// The name of an entry in an archive as a path below the folder it is unpacked into. What could lead elsewhere, on this
// system or on another, is no path. Pure.
import { isPortableName } from './package-faults.ts'
import { ARCHIVE_DEPTH_MAX, ARCHIVE_PATH_BYTES_MAX } from './package-limits.ts'
import { shown } from './skill-error.ts'

/** @property path POSIX, without a `/` at its end; empty for the top of the archive. */
export type ArchivePath = { path: string; isFolder: boolean }
/** @property wrong what came instead of a path. */
export type NoPath = { wrong: string }

const SEGMENT_BYTES_MAX = 255

/** A `./` at the front, which some packers write, counts for nothing. */
export function archivePath(name: string): ArchivePath | NoPath {
  const wrong = wrongName(name)
  if (wrong !== undefined) return { wrong }
  const isFolder = name.endsWith('/') || name === '.'
  const path = name.replace(/^\.(?:\/|$)/, '').replace(/\/$/, '')
  const bad = path === '' ? undefined : wrongSegments(path.split('/'))
  return bad === undefined ? { path, isFolder } : { wrong: bad }
}

function wrongName(name: string): string | undefined {
  if (name === '') return 'an empty name'
  if (Buffer.byteLength(name) > ARCHIVE_PATH_BYTES_MAX) return `one of more than ${ARCHIVE_PATH_BYTES_MAX} bytes`
  if (/[\u0000-\u001f\u007f]/.test(name)) return `a control character in "${shown(name)}"`
  if (name.includes('\\')) return `a backslash in "${shown(name)}"`
  if (/^(?:\.\/)?\//.test(name)) return `a path from the root, "${shown(name)}"`
  if (/^[a-z]:/i.test(name)) return `a drive letter in "${shown(name)}"`
  return undefined
}

function wrongSegments(segments: string[]): string | undefined {
  const path = shown(segments.join('/'))
  if (segments.includes('')) return `an empty part in "${path}"`
  if (segments.some((segment) => segment === '.' || segment === '..')) return `a "." or ".." in "${path}"`
  if (segments.length > ARCHIVE_DEPTH_MAX + 1) return `one of more than ${ARCHIVE_DEPTH_MAX} folders in each other`
  const odd = segments.find((segment) => !isPortableName(segment) || Buffer.byteLength(segment) > SEGMENT_BYTES_MAX)
  return odd === undefined ? undefined : `"${shown(odd)}", a name that some systems do not allow`
}
