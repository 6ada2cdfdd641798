// What keeps a folder from being taken as a skill's package: what stands in it by name, kind and size. Pure; the bytes of
// its text are judged by skill-md-reader.ts.
import type { Diagnostic } from './diagnostic.ts'
import { PACKAGE_BYTES_MAX, PACKAGE_FILES_MAX } from './package-limits.ts'
import { shown } from './skill-error.ts'

/** @property path POSIX, within the package. @property nameCount how many names the file has on its disk. */
export type PackageEntry = {
  path: string
  kind: 'file' | 'folder' | 'link' | 'special' | 'unreadable'
  size: number
  nameCount: number
}

// Windows keeps these for devices, whatever follows the first dot, and allows none of these characters.
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i
const UNPORTABLE = /[<>:"|?*\\\u0000-\u001f\u007f]|[. ]$/

/** All of them, one for each entry at most; each an error. @param file how the package is named to the person. */
export function packageFaults(entries: readonly PackageEntry[], file: string): Diagnostic[] {
  const rivals = rivalPaths(entries)
  const faults = entries.flatMap((entry) => entryFault(entry, rivals, file) ?? [])
  const files = entries.filter((entry) => entry.kind !== 'folder')
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return [
    ...faults,
    ...(files.length > PACKAGE_FILES_MAX ? [tooMany(file)] : []),
    ...(bytes > PACKAGE_BYTES_MAX ? [tooHeavy(bytes, file)] : []),
  ]
}

/** Paths that some file systems hold for one and the same, whatever ours does. */
export function rivalPaths(entries: readonly Pick<PackageEntry, 'path'>[]): ReadonlySet<string> {
  const byFold = new Map<string, string[]>()
  for (const { path } of entries) {
    const fold = path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
    byFold.set(fold, [...(byFold.get(fold) ?? []), path])
  }
  return new Set([...byFold.values()].filter((paths) => paths.length > 1).flat())
}

/** Whether every system can have a file of that name. */
export function isPortableName(name: string): boolean {
  return !RESERVED.test(name) && !UNPORTABLE.test(name)
}

export function tooMany(file: string): Diagnostic {
  return fault('too-many', file, [
    `at most ${PACKAGE_FILES_MAX} files in the folder of a skill`,
    'more',
    'Take out what the skill does not need.',
  ])
}

function entryFault(
  { path, kind, nameCount }: PackageEntry,
  rivals: ReadonlySet<string>,
  file: string,
): Diagnostic | undefined {
  const at = `${file}/${path}`
  if (kind === 'link') return fault('link', at, ['a file', 'a link', 'Replace it by a copy of the file itself.'])
  if (kind === 'special') return fault('not-a-file', at, ['a file', 'a pipe, socket or device', 'Remove it.'])
  if (kind === 'unreadable') {
    return fault('unreadable', at, [
      'a file that may be read',
      'one that may not, or is gone',
      'Check its permissions.',
    ])
  }
  if (kind === 'file' && nameCount > 1) {
    const came = `a hard link: the file has ${nameCount} names`
    return fault('hard-link', at, ['a file of its own', came, 'Replace it by a copy of the file itself.'])
  }
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!isPortableName(name)) {
    const expected = 'a file name that every system allows'
    return fault('bad-path', at, [expected, `"${shown(name)}"`, 'Rename it.'])
  }
  if (!rivals.has(path)) return undefined
  const came = 'one that differs from its neighbour in case or in the form of its letters only'
  return fault('contested-name', at, ['a file name of its own', came, 'Rename or remove one of the two.'])
}

function tooHeavy(bytes: number, file: string): Diagnostic {
  return fault('too-large', file, [
    `at most ${PACKAGE_BYTES_MAX} bytes in the folder of a skill`,
    `${bytes}`,
    'Take out what the skill does not need.',
  ])
}

function fault(code: string, file: string, [expected, received, fix]: [string, string, string]): Diagnostic {
  return { severity: 'error', code, file, expected, received, fix }
}
