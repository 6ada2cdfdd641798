// Where in a folder there are packages: a folder with a SKILL.md is one, with all that stands below it. Looks at names,
// kinds and sizes only; what a text says is read-package.ts. Whatever is passed over is told by name.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { type PackageEntry, packageFaults, tooMany } from '../domain/package-faults.ts'
import { IMPORT_DEPTH_MAX, IMPORT_ENTRIES_MAX, PACKAGE_FILES_MAX } from '../domain/package-limits.ts'
import { SkillError } from '../domain/skill-error.ts'
import { listOutsideFolder, type OutsideEntry } from '../files/outside-folder.ts'
import { isCode } from '../files/storage-error.ts'
import { foundFile, leftOut, passedOver } from './left-out.ts'

/** @property path of its folder, POSIX, relative to the root; empty for the root itself. */
export type FoundPackage = {
  path: string
  text: Pick<OutsideEntry, 'name' | 'size' | 'stamp'>
  /** With an error among them it is not to be taken. */
  diagnostics: Diagnostic[]
}
export type FoundPackages = { packages: FoundPackage[]; diagnostics: Diagnostic[] }

// A folder inside a package counts as well: 512 files lie in at most as many folders.
const PACKAGE_ENTRIES_MAX = 2 * PACKAGE_FILES_MAX
const LOOSE_ENTRIES_MAX = 10_000

type Walk = FoundPackages & { root: string; label: string; entriesLeft: number }

/**
 * @param root without a link in it. @param label what it is called in messages.
 * @throws `too-large` beyond IMPORT_ENTRIES_MAX: a part of such a folder would be an accident of the order.
 */
export function findPackages(root: string, label: string): FoundPackages {
  const walk: Walk = { root, label, packages: [], diagnostics: [], entriesLeft: IMPORT_ENTRIES_MAX }
  visit(walk, '', 0)
  const { packages, diagnostics } = walk
  return { packages, diagnostics }
}

function visit(walk: Walk, path: string, depth: number): void {
  const entries = entriesOf(walk, path, LOOSE_ENTRIES_MAX)
  if (entries === 'too-many') return void walk.diagnostics.push(passedOver('too-many', labelled(walk, path)))
  if (entries === 'unreadable') return void walk.diagnostics.push(passedOver('unreadable', labelled(walk, path)))
  const text = textOf(entries)
  if (text !== undefined) return void walk.packages.push(packageAt(walk, path, entries, text))
  for (const entry of entries) {
    const inner = join(path, entry.name)
    const left = foundFile(entry, labelled(walk, inner))
    if (left !== undefined) walk.diagnostics.push(left)
    else if (depth >= IMPORT_DEPTH_MAX) walk.diagnostics.push(passedOver('too-deep', labelled(walk, inner)))
    else visit(walk, inner, depth + 1)
  }
}

function packageAt(walk: Walk, path: string, top: OutsideEntry[], text: OutsideEntry): FoundPackage {
  const label = labelled(walk, path)
  const entries: PackageEntry[] = []
  const diagnostics: Diagnostic[] = []
  const pending = top.map((entry) => ({ entry, inner: entry.name }))
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { entry, inner } = next
    if (inner === text.name) {
      entries.push({ ...entry, path: inner })
      continue
    }
    const left = leftOut(entry, inner, label)
    if (left !== undefined) diagnostics.push(left)
    if (entry.name.startsWith('.')) continue
    entries.push({ ...entry, path: inner })
    if (entries.length > PACKAGE_ENTRIES_MAX) return refusedWhole(path, text, tooMany(label))
    if (entry.kind !== 'folder') continue
    if (inner.split('/').length > IMPORT_DEPTH_MAX) {
      return refusedWhole(path, text, passedOver('too-deep', `${label}/${inner}`))
    }
    const below = entriesOf(walk, join(path, inner), PACKAGE_ENTRIES_MAX)
    if (below === 'too-many') return refusedWhole(path, text, tooMany(label))
    if (below === 'unreadable') diagnostics.push(passedOver('unreadable', `${label}/${inner}`))
    else pending.push(...below.map((each) => ({ entry: each, inner: `${inner}/${each.name}` })))
  }
  return { path, text, diagnostics: [...packageFaults(entries, label), ...diagnostics] }
}

// One line for the whole of it: a list of all its files would hide the reason.
function refusedWhole(path: string, text: OutsideEntry, fault: Diagnostic): FoundPackage {
  return { path, text, diagnostics: [fault] }
}

function entriesOf(walk: Walk, path: string, entriesMax: number): OutsideEntry[] | 'too-many' | 'unreadable' {
  try {
    const { entries, isCut } = listOutsideFolder(join(walk.root, path), entriesMax)
    walk.entriesLeft -= isCut ? 0 : entries.length
    if (walk.entriesLeft < 0) throw tooBig(walk.label)
    return isCut ? 'too-many' : entries
  } catch (error) {
    if (isCode(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return 'unreadable'
    throw error
  }
}

// Some systems fold the case of names, so the other spellings are found as well; two of them are a fault of the package.
function textOf(entries: OutsideEntry[]): OutsideEntry | undefined {
  const texts = entries.filter(({ name, kind }) => name.toLowerCase() === 'skill.md' && kind !== 'folder')
  return texts.find(({ name }) => name === 'SKILL.md') ?? texts[0]
}

function labelled(walk: Walk, path: string): string {
  return join(walk.label, path)
}

function join(folder: string, name: string): string {
  return folder === '' || name === '' ? `${folder}${name}` : `${folder}/${name}`
}

function tooBig(label: string): SkillError {
  return new SkillError(
    'too-large',
    `${label}: expected at most ${IMPORT_ENTRIES_MAX} files and folders in one import, got more`,
    'Nothing was taken. Import the folders of the skills themselves, one part at a time.',
  )
}
