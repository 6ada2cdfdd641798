// Which files of a workspace belong to a skill. What is extracted is a closed list, so that what a person reviews, what is
// hashed and what is installed are one set (DESIGN 3.1); all else is the run's own and is only named.
import { SKILL_MD } from './content-hash.ts'
import type { ManifestFile } from './manifest.ts'
import { POLICY_FILE } from './policy-file.ts'

export const PACKAGE_FOLDERS = ['scripts', 'references', 'assets'] as const
const PACKAGE_TEXTS: readonly string[] = [SKILL_MD, POLICY_FILE]
const PACKAGE_TOP = [...PACKAGE_TEXTS, ...PACKAGE_FOLDERS]

// What tools leave behind while they work, also inside of those folders.
const LITTER = new Set(['node_modules', '__pycache__', 'venv', 'Thumbs.db', 'desktop.ini'])

/** Hidden files, and what the tools of a run leave behind. */
export function isLitter(name: string): boolean {
  return name.startsWith('.') || LITTER.has(name) || name.endsWith('.log') || name.endsWith('.pyc')
}

/** Of an entry at the top of a package. What is neither file nor folder counts as either: it is a fault, not a stranger. */
export function isPackageTop({ name, kind }: { name: string; kind: string }): boolean {
  return kind === 'folder'
    ? isPackageFolder(name)
    : PACKAGE_TOP.includes(name) && !(kind === 'file' && isPackageFolder(name))
}

function isPackageFolder(name: string): boolean {
  return PACKAGE_FOLDERS.some((folder) => folder === name)
}

/** The spelling that a name at the top would have to have, where it differs in case or letter form only. */
export function meantTop(name: string): string | undefined {
  const fold = (text: string) => text.normalize('NFC').toLowerCase()
  return PACKAGE_TOP.find((top) => top !== name && fold(top) === fold(name))
}

/** @param path of a further file, POSIX. What an import took that no extraction does stays as it is. */
export function isExtracted(path: string): boolean {
  return PACKAGE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && !path.split('/').some(isLitter)
}

/** Paths, each list sorted. */
export type FileChanges = { changed: string[]; added: string[]; deleted: string[] }

/** What a run made of what it was given: both are lists of the same package. */
export function fileChanges(baseline: readonly ManifestFile[], now: readonly ManifestFile[]): FileChanges {
  const before = new Map(baseline.map((file) => [file.path, file]))
  const after = new Set(now.map(({ path }) => path))
  const paths = (files: readonly ManifestFile[]) => files.map(({ path }) => path).sort()
  return {
    changed: paths(now.filter((file) => before.has(file.path) && !isSameFile(before.get(file.path)!, file))),
    added: paths(now.filter(({ path }) => !before.has(path))),
    deleted: paths(baseline.filter(({ path }) => !after.has(path))),
  }
}

export function isUnchanged({ changed, added, deleted }: FileChanges): boolean {
  return changed.length + added.length + deleted.length === 0
}

function isSameFile(a: ManifestFile, b: ManifestFile): boolean {
  return a.sha256 === b.sha256 && (a.isExecutable === true) === (b.isExecutable === true)
}
