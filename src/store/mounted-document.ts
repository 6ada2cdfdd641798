// A mounted package as the document that everything above the store reads: the skill's JSON as it would stand in `skills/`,
// and its files. Made of the package's bytes and its name alone, so that what is approved is found again.
import { join } from 'node:path'
import type { diagnosticLine } from '../domain/diagnostic.ts'
import { sha256Of } from '../domain/digest.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { PACKAGE_BYTES_MAX } from '../domain/package-limits.ts'
import { withNames } from '../domain/plan-import.ts'
import { readDocument } from '../domain/skill-document.ts'
import { SkillError } from '../domain/skill-error.ts'
import { serializeSkill } from '../domain/skill-file.ts'
import { readListedFile } from '../files/outside-folder.ts'
import { modifiedAt } from '../files/read-file.ts'
import type { FoundPackage } from './find-packages.ts'
import { isError } from './mount-faults.ts'
import { type ReadContext, readFound, readFoundText } from './read-found.ts'
import type { StoredSkill } from './skill-store.ts'

export type MountedDocument = Omit<StoredSkill, 'stamp' | 'mount'>

/** @property files when they are known to be what stands there: hashing is the dear part. */
export type DocumentSource = {
  root: string
  found: FoundPackage
  context: ReadContext
  names: ReadonlyMap<string, string>
  files: readonly ManifestFile[] | undefined
}

/** @throws `damaged` with what is wrong; also when somebody changes it just now. */
export function documentOf({ root, found, context, names, files }: DocumentSource): MountedDocument {
  const read = files === undefined ? readFound(root, found, context) : readFoundText(root, found, context)
  if (read.skill === undefined) throw damagedPackage(read.diagnostics)
  const { createdAt, ...skill } = withNames({ ...read.skill, files: files ?? read.skill.files }, names)
  // Without a date of its own it goes by its file, which is no part of what it says.
  const text = serializeSkill(createdAt === '' ? skill : { ...skill, createdAt })
  const at = modifiedAt(join(root, found.path, found.text.name)) ?? new Date(0)
  return { name: skill.name, text, digest: sha256Of(text), modifiedAt: at.toISOString() }
}

export function filesOf({ text }: MountedDocument): readonly ManifestFile[] {
  return readDocument(text).files ?? []
}

/** @param folder of the package, without a link in its path. */
export function mountedBytes(folder: string, { files }: FoundPackage, file: ManifestFile): Buffer | undefined {
  const listed = files.find(({ name }) => name === file.path)
  if (listed === undefined || listed.size !== file.size) return undefined
  const bytes = readListedFile(join(folder, file.path), listed.stamp, PACKAGE_BYTES_MAX)
  return sha256Of(bytes) === file.sha256 ? bytes : undefined
}

function damagedPackage(diagnostics: Parameters<typeof diagnosticLine>[0][]): SkillError {
  const fault = diagnostics.find(isError)
  if (fault === undefined) throw new Error('a package without a skill and without an error')
  const { expected, received, fix } = fault
  return new SkillError('damaged', `${fault.file}: expected ${expected}, got ${received}`, fix)
}
