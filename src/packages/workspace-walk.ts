// Where in a workspace there are packages, and which files of each an extraction takes. Looks at names, kinds and sizes
// only, follows no link, and stays out of what it does not take: a run leaves much beside a skill.
import { SKILL_MD } from '../domain/content-hash.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { packageFaults, tooMany } from '../domain/package-faults.ts'
import { IMPORT_DEPTH_MAX, IMPORT_ENTRIES_MAX, PACKAGE_FILES_MAX } from '../domain/package-limits.ts'
import { SkillError } from '../domain/skill-error.ts'
import { isLitter, isPackageTop, meantTop } from '../domain/workspace-files.ts'
import { listOutsideFolder, type OutsideEntry } from '../files/outside-folder.ts'
import { isCode } from '../files/storage-error.ts'

/** Of one extraction: what is read is held in memory until all of it is judged. */
export const WORKSPACE_PACKAGES_MAX = 32
// Named one by one in a package; what is beyond is counted.
const LEFT_OUT_NAMED_MAX = 20
// Folders count as well: 512 files lie in at most as many.
const PACKAGE_ENTRIES_MAX = 2 * PACKAGE_FILES_MAX

/** @property path POSIX, within the package. */
export type WorkspaceFile = Omit<OutsideEntry, 'name'> & { path: string }
/**
 * @property path of the folder relative to the root, POSIX; empty for the root. @property files without folders, by path.
 * @property diagnostics with an error among them it is not to be taken.
 */
export type WorkspaceFolder = { path: string; label: string; files: WorkspaceFile[]; diagnostics: Diagnostic[] }

type Walk = { root: string; label: string; entriesLeft: number; found: WorkspaceFolder[] }

/**
 * The root itself where it holds a SKILL.md, else every folder below it that does; nothing inside of a package.
 * @param root without a link in it. @param label what it is called in messages. @throws `too-large`.
 */
export function walkWorkspace(root: string, label: string): WorkspaceFolder[] {
  const walk: Walk = { root, label, entriesLeft: IMPORT_ENTRIES_MAX, found: [] }
  visit(walk, '', 0)
  return walk.found
}

/** One folder as a package, whether it holds a SKILL.md or not. @throws as `walkWorkspace`. */
export function walkPackage(root: string, label: string): WorkspaceFolder {
  const walk: Walk = { root, label, entriesLeft: IMPORT_ENTRIES_MAX, found: [] }
  return packageAt(walk, '', entriesAt(walk, ''))
}

/** The same bytes as far as size and times tell. */
export function isSameWalk(one: readonly WorkspaceFolder[], other: readonly WorkspaceFolder[]): boolean {
  const seen = (folders: readonly WorkspaceFolder[]) =>
    JSON.stringify(folders.map(({ path, files }) => [path, files.map((file) => [file.path, file.kind, file.stamp])]))
  return seen(one) === seen(other)
}

function visit(walk: Walk, path: string, depth: number): void {
  const top = entriesAt(walk, path)
  const isPackage = top.some(
    ({ name, kind }) => (name === SKILL_MD || meantTop(name) === SKILL_MD) && kind !== 'folder',
  )
  if (isPackage) {
    if (walk.found.length >= WORKSPACE_PACKAGES_MAX) throw tooManyPackages(walk.label)
    return void walk.found.push(packageAt(walk, path, top))
  }
  if (depth >= IMPORT_DEPTH_MAX) return
  for (const { name, kind } of top) {
    if (kind === 'folder' && !isLitter(name)) visit(walk, joined(path, name), depth + 1)
  }
}

function packageAt(walk: Walk, path: string, top: OutsideEntry[]): WorkspaceFolder {
  const label = joined(walk.label, path)
  const files: WorkspaceFile[] = []
  const diagnostics = [...misspelled(top, label), ...leftOutAtTop(top, label)]
  const refused = (fault: Diagnostic): WorkspaceFolder => ({ path, label, files, diagnostics: [fault] })
  const pending = top.filter(isPackageTop).map(({ name, ...entry }) => ({ ...entry, path: name }))
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (files.length + pending.length > PACKAGE_ENTRIES_MAX) return refused(tooMany(label))
    const { path: inner, kind } = next
    if (kind !== 'folder') {
      files.push(next)
      continue
    }
    if (inner.split('/').length > IMPORT_DEPTH_MAX) return refused(tooDeep(`${label}/${inner}`))
    for (const { name, ...entry } of entriesAt(walk, joined(path, inner))) {
      if (isLitter(name)) diagnostics.push(leftOut(`${label}/${inner}/${name}`))
      else pending.push({ ...entry, path: `${inner}/${name}` })
    }
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { path, label, files, diagnostics: [...packageFaults(files, label), ...diagnostics] }
}

// "Skill.md" is one and the same file as SKILL.md on some systems, and another one on others.
function misspelled(top: readonly OutsideEntry[], label: string): Diagnostic[] {
  return top.flatMap(({ name }) => {
    const meant = meantTop(name)
    if (meant === undefined) return []
    const fix = `Rename it to ${meant}, or remove it.`
    return [
      { severity: 'error', code: 'contested-name', file: `${label}/${name}`, expected: meant, received: name, fix },
    ]
  })
}

function leftOutAtTop(top: readonly OutsideEntry[], label: string): Diagnostic[] {
  const others = top.filter((entry) => !isPackageTop(entry) && meantTop(entry.name) === undefined)
  const named = others.slice(0, LEFT_OUT_NAMED_MAX).map(({ name }) => leftOut(`${label}/${name}`))
  const more = others.length - named.length
  return more === 0 ? named : [...named, leftOut(`${label}/ (${more} more)`)]
}

function leftOut(file: string): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'left-out', file },
    expected: 'SKILL.md, policy.json, or a file in scripts/, references/ or assets/ that a person would keep',
    received: 'another one',
    fix: 'It was not taken; move it into one of these folders if the skill needs it.',
  }
}

function tooDeep(file: string): Diagnostic {
  const expected = `at most ${IMPORT_DEPTH_MAX} folders in each other`
  return { severity: 'error', code: 'too-deep', file, expected, received: 'more', fix: 'Make it flatter.' }
}

/** All the entries of a folder. @throws `too-large`, `refused`. */
function entriesAt(walk: Walk, path: string): OutsideEntry[] {
  try {
    const { entries, isCut } = listOutsideFolder(joined(walk.root, path), walk.entriesLeft)
    walk.entriesLeft -= entries.length
    if (isCut) throw tooBig(walk.label)
    return entries
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) throw error
    throw new SkillError(
      'refused',
      `${joined(walk.label, path)}: expected a folder that may be read, got one that may not, or is gone`,
      'Nothing was taken; check its permissions, or name the folder of the skill itself.',
      { cause: error },
    )
  }
}

function joined(folder: string, name: string): string {
  return folder === '' || name === '' ? `${folder}${name}` : `${folder}/${name}`
}

function tooBig(label: string): SkillError {
  return new SkillError(
    'too-large',
    `${label}: expected at most ${IMPORT_ENTRIES_MAX} files and folders to look through, got more`,
    'Nothing was taken; name the folder of the skill itself.',
  )
}

function tooManyPackages(label: string): SkillError {
  return new SkillError(
    'too-large',
    `${label}: expected at most ${WORKSPACE_PACKAGES_MAX} packages in one extraction, got more`,
    'Nothing was taken; extract the folders one at a time.',
  )
}
