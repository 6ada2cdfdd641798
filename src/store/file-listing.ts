// What stands in `skills/`, sorted into what may be served and what must be reported.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { shown } from '../domain/skill-error.ts'
import { isPathPrefix, nameFault } from '../domain/skill-name.ts'
import { type TreeFault, type TreeFile, walkTree } from '../files/file-tree.ts'
import { FILES_FOLDER, foldedPath, isFilesFolder, nameOfPath } from './skill-paths.ts'
import type { StoreListing } from './skill-store.ts'

export async function listSkillFiles(
  skillsFolder: string,
): Promise<Omit<StoreListing, 'recordStamps'> & { folders: string[]; withFiles: string[] }> {
  const wanted = (path: string) => /\.json$/i.test(path) && !hidden(path)
  const withFiles: string[] = []
  const enter = (path: string) => {
    if (isFilesFolder(path)) withFiles.push(path.slice(0, -FILES_FOLDER.length))
    return !isFilesFolder(path) && !hidden(path)
  }
  const tree = await walkTree(skillsFolder, wanted, enter)
  const diagnostics = tree.faults.map(treeDiagnostic)
  const contested = contestedPaths(tree.files)
  const stamps = new Map<string, string>()
  for (const file of tree.files) {
    const rivals = contested.get(foldedPath(file.path))
    const name = nameOfPath(file.path)
    if (rivals !== undefined) diagnostics.push(contestedDiagnostic(file.path, rivals))
    else if (name === undefined) diagnostics.push(pathDiagnostic(file.path))
    else stamps.set(name, file.stamp)
  }
  diagnostics.push(...prefixDiagnostics([...stamps.keys()]))
  const served = withFiles.filter((name) => stamps.has(name))
  return { stamps, diagnostics, folders: tree.folders, withFiles: served }
}

function hidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.')
}

function contestedPaths(files: TreeFile[]): Map<string, string[]> {
  const byFold = new Map<string, string[]>()
  for (const { path } of files) byFold.set(foldedPath(path), [...(byFold.get(foldedPath(path)) ?? []), path])
  for (const [fold, paths] of byFold) if (paths.length < 2) byFold.delete(fold)
  return byFold
}

function contestedDiagnostic(path: string, rivals: string[]): Diagnostic {
  return {
    severity: 'error',
    code: 'contested-name',
    file: `skills/${path}`,
    expected: 'one file for each name, whatever the case of its letters',
    received: rivals.map((rival) => `"skills/${shown(rival)}"`).join(' and '),
    fix: 'Rename or remove all but one; until then neither is served.',
  }
}

function pathDiagnostic(path: string): Diagnostic {
  const stem = path.replace(/\.json$/i, '')
  return {
    severity: 'error',
    code: 'bad-path',
    file: `skills/${shown(path)}`,
    expected: 'a path that is a skill name, with the extension .json',
    received: nameFault(stem) ?? 'an extension in upper case',
    fix: 'Rename the file.',
  }
}

function prefixDiagnostics(names: string[]): Diagnostic[] {
  const all = new Set(names)
  return names.flatMap((name) => {
    const parent = name.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))
    const above = parent.find((prefix) => prefix !== '' && all.has(prefix) && isPathPrefix(prefix, name))
    if (above === undefined) return []
    return [
      {
        severity: 'warning' as const,
        code: 'prefix-name',
        file: `skills/${above}.json`,
        expected: 'no skill whose name is a path prefix of another',
        received: `"${above}" and "${name}"`,
        fix: `Rename "${above}", for example to "${above}/guide".`,
      },
    ]
  })
}

const FAULTS: Record<TreeFault['kind'], [expected: string, received: string, fix: string]> = {
  link: ['a regular file', 'a symbolic link', 'Replace it by a copy of the file.'],
  'not-a-file': ['a regular file', 'a device, pipe or socket', 'Remove it.'],
  unreadable: ['a readable file or folder', 'a refusal of the system', 'Give this user read access.'],
  'too-deep': ['at most 6 folders', 'a deeper one', 'Move the skills up.'],
  'too-many': ['at most 200000 files', 'more', 'Split the library into several homes.'],
}

function treeDiagnostic(fault: TreeFault): Diagnostic {
  const [expected, received, fix] = FAULTS[fault.kind]
  return { severity: 'error', code: `file-${fault.kind}`, file: `skills/${shown(fault.path)}`, expected, received, fix }
}
