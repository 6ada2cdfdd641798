// Which files of an archive are written, and where; or why it is refused as a whole: part of an archive that lies about
// another part is not to be trusted either. Pure: judges what the archive says of its entries (archive-entry.ts).
import { type ArchiveEntry, entryFault, isExecutableEntry } from './archive-entry.ts'
import { type ArchivePath, archivePath } from './archive-path.ts'
import type { Diagnostic } from './diagnostic.ts'
import { rivalPaths } from './package-faults.ts'
import { ARCHIVE_BYTES_MAX, ARCHIVE_FAULTS_MAX, IMPORT_ENTRIES_MAX } from './package-limits.ts'
import { shown } from './skill-error.ts'

/** @property path POSIX, below the folder that it is unpacked into. */
export type PlannedFile = { entry: ArchiveEntry; path: string; isExecutable: boolean }
/** @property leftOut hidden files and folders, the outermost alone. @property faults with any, nothing is to be written. */
export type ArchivePlan = { files: PlannedFile[]; leftOut: string[]; faults: Diagnostic[] }

type Placed = ArchivePath & { entry: ArchiveEntry }

/** @param label what the archive is called in messages. */
export function planArchive(entries: readonly ArchiveEntry[], label: string): ArchivePlan {
  const placed: Placed[] = []
  const faults: Diagnostic[] = []
  const leftOut = new Set<string>()
  for (const entry of entries) {
    const at = entry.name === undefined ? { wrong: 'one that is no text, or two that differ' } : archivePath(entry.name)
    const hidden = 'wrong' in at ? undefined : hiddenPart(at.path)
    if ('wrong' in at) faults.push(badPath(entry.name, at.wrong, label))
    else if (hidden !== undefined) leftOut.add(hidden)
    else if (at.path !== '') placed.push({ ...at, entry })
  }
  faults.push(...placed.flatMap((each) => faultOf(each, label)), ...contestedFaults(placed, label))
  faults.push(...overlapFaults(entries, label), ...weightFaults(placed, label))
  const files = placed.filter(({ isFolder }) => !isFolder)
  return {
    files: files.map(({ entry, path }) => ({ entry, path, isExecutable: isExecutableEntry(entry) })),
    leftOut: [...leftOut],
    faults: firstOf(faults, label),
  }
}

/** The part of a path that is never taken: what is hidden, and what macOS puts beside the files. */
function hiddenPart(path: string): string | undefined {
  const segments = path.split('/')
  const at = segments.findIndex((segment, depth) => segment.startsWith('.') || (depth === 0 && segment === '__MACOSX'))
  return at < 0 ? undefined : segments.slice(0, at + 1).join('/')
}

function faultOf({ entry, ...at }: Placed, label: string): Diagnostic[] {
  const found = entryFault(entry, at)
  return found === undefined ? [] : [fault(`${label}/${at.path}`, ...found)]
}

function contestedFaults(placed: readonly Placed[], label: string): Diagnostic[] {
  const [named, twice, above] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { path } of placed) {
    if (named.has(path)) twice.add(path)
    named.add(path)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) above.add(path.slice(0, end))
    if (named.size + above.size > 2 * IMPORT_ENTRIES_MAX) return [tooManyEntries(label)]
  }
  const all = new Set([...named, ...above])
  if (all.size > IMPORT_ENTRIES_MAX) return [tooManyEntries(label)]
  const rivals = rivalPaths([...all].map((path) => ({ path })))
  const within = placed.filter(({ path, isFolder }) => !isFolder && above.has(path)).map(({ path }) => path)
  return [...new Set([...twice, ...within, ...rivals])].map((path) =>
    fault(
      `${label}/${path}`,
      'contested-name',
      'a path of its own',
      'one that another entry has too, but for case or the form of its letters at most',
      'Rename or remove one of the two.',
    ),
  )
}

// Bytes that serve two entries are how a small archive becomes a large one, and how two readers see two archives.
function overlapFaults(entries: readonly ArchiveEntry[], label: string): Diagnostic[] {
  const inOrder = [...entries].sort((a, b) => a.start - b.start)
  const second = inOrder.find(({ start }, index) => index > 0 && start < endOf(inOrder[index - 1]!))
  if (second === undefined) return []
  return [
    fault(
      `${label}/${shown(second.name)}`,
      'overlap',
      'bytes of its own for each entry',
      'bytes that two of them share',
      'Do not trust it; get it from another place.',
    ),
  ]
}

function endOf({ dataStart, packedSize }: ArchiveEntry): number {
  return dataStart + packedSize
}

function weightFaults(placed: readonly Placed[], label: string): Diagnostic[] {
  const bytes = placed.reduce((sum, { entry }) => sum + entry.size, 0)
  return bytes <= ARCHIVE_BYTES_MAX ? [] : [tooHeavy(`${bytes} bytes unpacked`, label)]
}

export function tooHeavy(received: string, label: string): Diagnostic {
  return fault(
    label,
    'too-large',
    `at most ${ARCHIVE_BYTES_MAX} bytes`,
    received,
    'Take out what the skills do not need, or import the folder itself.',
  )
}

export function tooManyEntries(label: string): Diagnostic {
  return fault(
    label,
    'too-many',
    `at most ${IMPORT_ENTRIES_MAX} files and folders in an archive`,
    'more',
    'Pack the folders of the skills themselves, one part at a time.',
  )
}

export function damagedArchive(received: string, label: string): Diagnostic {
  return fault(label, 'damaged', 'a whole zip archive', received, 'Get it anew, or import the folder itself.')
}

function badPath(name: string | undefined, received: string, label: string): Diagnostic {
  const file = name === undefined ? label : `${label}/${shown(name)}`
  return fault(file, 'bad-path', 'a path inside the archive', received, 'Pack the folder again under other names.')
}

function firstOf(faults: Diagnostic[], label: string): Diagnostic[] {
  const more = faults.length - ARCHIVE_FAULTS_MAX
  if (more <= 0) return faults
  const rest = fault(label, 'too-many', 'an archive without faults', `${more} more`, 'Mend those that are named first.')
  return [...faults.slice(0, ARCHIVE_FAULTS_MAX), rest]
}

function fault(file: string, code: string, expected: string, received: string, fix: string): Diagnostic {
  return { severity: 'error', code, file, expected, received, fix }
}
