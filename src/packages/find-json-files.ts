// Where in a tree there are JSON files that may be skills. Looks at names, kinds and sizes only, follows no link; whatever
// is passed over is told by name.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { packageFaults } from '../domain/package-faults.ts'
import { IMPORT_DEPTH_MAX } from '../domain/package-limits.ts'
import { SkillError } from '../domain/skill-error.ts'
import { SKILL_FILE_BYTES_MAX } from '../domain/skill-limits.ts'
import type { OutsideEntry } from '../files/outside-folder.ts'
import { passedOver } from '../store/left-out.ts'
import { entriesAt, joined, type OutsideWalk, startWalk } from '../store/outside-walk.ts'

/** All that is read of one tree. */
export const TREE_BYTES_MAX = 256 * 1024 * 1024
const FOLDER_ENTRIES_MAX = 10_000
/** The log, where it lies in the tree itself. */
export const USAGE_FOLDER = 'skill-usage'

/** @property path POSIX, relative to the root. @property faults with one, it is not to be read. */
export type FoundJson = { path: string; stamp: string; faults: Diagnostic[] }
export type FoundJsonFiles = { files: FoundJson[]; diagnostics: Diagnostic[] }

type Walk = FoundJsonFiles & OutsideWalk & { bytesLeft: number }

/** @param root without a link in it. @throws `too-large` as `entriesAt`, or above TREE_BYTES_MAX. */
export function findJsonFiles(root: string, label: string): FoundJsonFiles {
  const walk: Walk = { ...startWalk(root, label), files: [], diagnostics: [], bytesLeft: TREE_BYTES_MAX }
  visit(walk, '', 0)
  return { files: walk.files, diagnostics: walk.diagnostics }
}

function visit(walk: Walk, path: string, depth: number): void {
  const entries = entriesAt(walk, path, FOLDER_ENTRIES_MAX)
  if (typeof entries === 'string') return void walk.diagnostics.push(passedOver(entries, joined(walk.label, path)))
  for (const entry of entries) {
    const inner = joined(path, entry.name)
    const left = passed(entry, joined(walk.label, inner))
    if (left !== undefined) walk.diagnostics.push(left)
    else if (entry.kind === 'file') addFile(walk, inner, entry)
    else if (inner === USAGE_FOLDER) continue
    else if (depth >= IMPORT_DEPTH_MAX) walk.diagnostics.push(passedOver('too-deep', joined(walk.label, inner)))
    else visit(walk, inner, depth + 1)
  }
}

function addFile(walk: Walk, path: string, entry: OutsideEntry): void {
  // What is too large by itself is not read, and must not keep the others.
  if (entry.size <= SKILL_FILE_BYTES_MAX) walk.bytesLeft -= entry.size
  if (walk.bytesLeft < 0) throw tooHeavy(walk.label)
  const folder = joined(walk.label, path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  const faults = entry.size > SKILL_FILE_BYTES_MAX ? [tooLarge(joined(walk.label, path), entry.size)] : []
  walk.files.push({ path, stamp: entry.stamp, faults: [...faults, ...linkFaults(entry, folder)] })
}

function linkFaults(entry: OutsideEntry, folder: string): Diagnostic[] {
  return packageFaults([{ ...entry, size: 0, path: entry.name }], folder)
}

function passed({ name, kind }: OutsideEntry, file: string): Diagnostic | undefined {
  if (kind === 'link') return passedOver('link', file)
  if (kind === 'special') return passedOver('not-a-file', file)
  if (kind === 'unreadable') return passedOver('unreadable', file)
  if (name.startsWith('.')) return passedOver('dotfile', file)
  if (kind === 'file')
    return /\.json$/i.test(name) ? undefined : warning(file, 'a JSON file of a skill', 'another file')
  // No name holds a dot: such a folder is that of one skill's further files.
  return name.includes('.') ? warning(file, 'skills and their folders', 'a folder of further files') : undefined
}

function warning(file: string, expected: string, received: string): Diagnostic {
  const fix = 'Only the JSON files of skills are taken.'
  return { severity: 'warning', code: 'further-file', file, expected, received, fix }
}

function tooLarge(file: string, bytes: number): Diagnostic {
  const expected = `a JSON file of at most ${SKILL_FILE_BYTES_MAX} bytes`
  const fix = 'Split the skill, or leave the file out.'
  return { severity: 'error', code: 'too-large', file, expected, received: `${bytes} bytes`, fix }
}

function tooHeavy(label: string): SkillError {
  return new SkillError(
    'too-large',
    `${label}: expected JSON files of at most ${TREE_BYTES_MAX} bytes together, got more`,
    'Nothing was taken. Import the folders in it, one at a time.',
  )
}
