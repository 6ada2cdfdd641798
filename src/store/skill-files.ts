// `<leaf>.files/`: what a skill consists of beside its JSON. Says what stands there as a manifest, and hands out bytes only
// when they are those of the manifest. Nothing in here is ever run.
import { join } from 'node:path'
import { byPath } from '../domain/by-path.ts'
import { sha256Of } from '../domain/digest.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { packageFaults } from '../domain/package-faults.ts'
import { IMPORT_DEPTH_MAX, PACKAGE_BYTES_MAX, PACKAGE_FILES_MAX } from '../domain/package-limits.ts'
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { listTree, type TreeEntry } from '../files/folder-tree.ts'
import { outsidePlace, readListedFile } from '../files/outside-folder.ts'

// Folders count as well: 512 files lie in at most as many.
const ENTRIES_MAX = 2 * PACKAGE_FILES_MAX
// What the system of a person leaves in folders that it shows; no skill has it.
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])
// Made from the JSON wherever a skill travels as a folder.
const RESERVED = new Set(['skill.md', 'policy.json'])

export type SkillFiles = {
  /** Changes whenever a file may have; undefined when there is no folder. Costs one look, and one more for each file. */
  stamp(name: string): string | undefined
  /** Undefined when there is no folder. @throws `damaged` with the first thing that no skill may have: a link, a dotfile. */
  read(name: string): { stamp: string; files: readonly ManifestFile[] } | undefined
  /** The stamp of a tree that was moved elsewhere: as `stamp` while it stood in its place. */
  stampAt(folder: string): string | undefined
  /** Undefined when the file is not there any more with these bytes. */
  bytes(name: string, file: ManifestFile): Buffer | undefined
}

export function filesFolder(skillsFolder: string, name: string): string {
  return join(skillsFolder, `${parseSkillName(name)}.files`)
}

export function openSkillFiles(skillsFolder: string): SkillFiles {
  // Hashing is the dear part; a stamp tells whether it has to be done again.
  const known = new Map<string, { stamp: string; files: readonly ManifestFile[] }>()
  const lookAt = (folder: string) => listTree(folder, ENTRIES_MAX, IMPORT_DEPTH_MAX)
  const look = (name: string) => lookAt(filesFolder(skillsFolder, name))
  const stampAt = (folder: string) => {
    const entries = lookAt(folder)
    return entries === undefined ? undefined : stampOfTree(entries)
  }
  return {
    stampAt,
    stamp: (name) => stampAt(filesFolder(skillsFolder, name)),
    read(name) {
      const entries = look(name)
      if (entries === undefined) {
        known.delete(name)
        return undefined
      }
      const stamp = stampOfTree(entries)
      const before = known.get(name)
      if (before?.stamp === stamp) return before
      const files = hashed(filesFolder(skillsFolder, name), plainEntries(name, entries))
      const now = { stamp, files }
      known.set(name, now)
      return now
    },
    bytes(name, file) {
      const entries = look(name)
      const entry = Array.isArray(entries) ? entries.find(({ path }) => path === file.path) : undefined
      if (entry?.kind !== 'file') return undefined
      const bytes = readEntry(filesFolder(skillsFolder, name), entry)
      return sha256Of(bytes) === file.sha256 ? bytes : undefined
    },
  }
}

function stampOfTree(entries: TreeEntry[] | 'too-many'): string {
  if (entries === 'too-many') return entries
  return sha256Of(entries.map(({ path, kind, stamp }) => `${path}\n${kind}\n${stamp}\n`).join('')).slice(0, 24)
}

function plainEntries(name: string, entries: TreeEntry[] | 'too-many'): TreeEntry[] {
  const folder = `skills/${name}.files`
  if (entries === 'too-many') {
    throw new SkillError(
      'damaged',
      `${folder}: expected at most ${PACKAGE_FILES_MAX} files in at most ${IMPORT_DEPTH_MAX} folders of depth, got more`,
      'Take out what the skill does not need.',
    )
  }
  const kept = entries.filter(({ path }) => !LITTER.has(leafOf(path)))
  const [fault] = packageFaults(
    // A file with two names is somebody's backup: what counts are its bytes, and they are hashed.
    kept.map((entry) => ({ ...entry, nameCount: 1 })),
    folder,
  )
  if (fault !== undefined) {
    throw new SkillError('damaged', `${fault.file}: expected ${fault.expected}, got ${fault.received}`, fault.fix)
  }
  const odd = kept.find(({ path }) => leafOf(path).startsWith('.') || RESERVED.has(path.toLowerCase()))
  if (odd === undefined) return kept.filter(({ kind }) => kind === 'file')
  throw new SkillError(
    'damaged',
    `${folder}/${odd.path}: expected no dotfile, SKILL.md or policy.json among the files of a skill, got one`,
    'Remove it; the text and the policy of a skill stand in its JSON file.',
  )
}

function hashed(folder: string, entries: TreeEntry[]): ManifestFile[] {
  return byPath(
    entries.map((entry) => ({
      path: entry.path,
      size: entry.size,
      sha256: sha256Of(readEntry(folder, entry)),
      ...(entry.isExecutable ? { isExecutable: true } : {}),
    })),
  )
}

function readEntry(folder: string, { path, stamp }: TreeEntry): Buffer {
  // Of a home that is reached by a link: the reader takes paths without one only.
  const place = outsidePlace(folder)?.place ?? folder
  return readListedFile(join(place, path), stamp, PACKAGE_BYTES_MAX)
}

function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
