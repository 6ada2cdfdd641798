// What is odd in the SKILL.md of packages and can be put right, and putting it right. Only files that stand in a package
// without a fault are written: none behind a link, none with a second name, none that changed since it was looked at.
import { basename, dirname, join, resolve } from 'node:path'
import { PACKAGE_TEXT_BYTES_MAX } from '../domain/package-limits.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { repairSkillMd } from '../domain/skill-md-repair.ts'
import { assertWritable, replaceOutsideFile } from '../files/outside-file.ts'
import { outsidePlace, readListedFile } from '../files/outside-folder.ts'
import { guarded } from '../files/storage-error.ts'
import { type FoundPackage, findPackages } from '../store/find-packages.ts'
import { labelOf, packageText, type ReadContext } from '../store/read-found.ts'

/** @property file what it is called in messages. @property stamp of the file as it was looked at. */
export type PackageRepair = {
  file: string
  path: string
  stamp: string
  before: string
  after: string
  repairs: string[]
}

/** @param path of a folder, or of the SKILL.md in it. @throws `bad-input`, `not-found`, `too-large` as `findPackages`. */
export function findPackageRepairs(path: string, context: ReadContext): PackageRepair[] {
  const at = outsidePlace(resolve(context.folder, path))
  if (at === undefined) throw notThere(path)
  const isText = at.kind === 'file' && basename(at.place).toLowerCase() === 'skill.md'
  if (at.kind !== 'folder' && !isText) throw noPackage(path)
  const root = isText ? dirname(at.place) : at.place
  const { packages } = findPackages(root, labelOf(root, context))
  return packages.flatMap((found) => repairOf(root, found, context) ?? [])
}

function repairOf(root: string, found: FoundPackage, context: ReadContext): PackageRepair | undefined {
  const { path, text, diagnostics } = found
  if (diagnostics.some(({ severity }) => severity === 'error')) return undefined
  const place = join(root, path, text.name)
  const { stamp } = text
  const file = labelOf(place, context)
  const before = packageText(place, stamp, file)
  if (typeof before !== 'string') return undefined
  const repair = repairSkillMd(before, { file, folder: basename(dirname(place)) })
  if (repair.kind !== 'repaired') return undefined
  return { file, path: place, stamp, before, after: repair.text, repairs: repair.repairs }
}

/** Atomic, with the rights that the file has. @throws `damaged` when another file stands there by now, `refused` for a read-only one. */
export function applyPackageRepair({ file, path, stamp, after }: PackageRepair): Promise<void> {
  return guarded(`writing "${shown(file)}"`, () => {
    assertWritable(path)
    readListedFile(path, stamp, PACKAGE_TEXT_BYTES_MAX)
    return replaceOutsideFile(path, Buffer.from(after))
  })
}

function notThere(path: string): SkillError {
  const message = `expected a folder with a SKILL.md at "${shown(path)}", got nothing there`
  return new SkillError('not-found', message, 'Check the path.')
}

function noPackage(path: string): SkillError {
  const message = `"${shown(path)}": expected a folder with a SKILL.md, or one of several such folders, got a file`
  return new SkillError('bad-input', message, 'Name the folder.')
}
