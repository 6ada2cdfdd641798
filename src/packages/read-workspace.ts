// The packages of a workspace as skills, with the bytes of their files: all of it read and judged before anything of it is
// installed. Nothing is run or followed, and nothing in the workspace is changed.
import { basename, join } from 'node:path'
import { SKILL_MD } from '../domain/content-hash.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { sha256Of } from '../domain/digest.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { PACKAGE_BYTES_MAX, PACKAGE_TEXT_BYTES_MAX } from '../domain/package-limits.ts'
import type { WorkspacePackage } from '../domain/plan-extract.ts'
import { POLICY_FILE, POLICY_FILE_BYTES_MAX, type PolicyReading, parsePolicyFile } from '../domain/policy-file.ts'
import { SkillError } from '../domain/skill-error.ts'
import { lastSegment } from '../domain/skill-md-name.ts'
import { readSkillMd } from '../domain/skill-md-reader.ts'
import { utf8Text } from '../domain/utf8-text.ts'
import { readListedFile } from '../files/outside-folder.ts'
import { isCode } from '../files/storage-error.ts'
import { isSameWalk, type WorkspaceFile, type WorkspaceFolder, walkWorkspace } from './workspace-walk.ts'

/** Of all packages of one extraction together. */
export const WORKSPACE_BYTES_MAX = 4 * PACKAGE_BYTES_MAX

/** @property place of its folder, without a link. @property bytes of its further files, by SHA-256. */
export type ReadWorkspacePackage = WorkspacePackage & { place: string; bytes: ReadonlyMap<string, Buffer> }
/**
 * @property refused by label: one that is not to be taken, with the reason among the diagnostics. @property places of all
 * packages that are there.
 */
export type ReadWorkspace = {
  packages: ReadWorkspacePackage[]
  refused: string[]
  places: ReadonlySet<string>
  diagnostics: Diagnostic[]
}

export type WorkspaceContext = {
  /** ISO 8601. */
  now: string
  /** Folders into which a skill was checked out: they may be called anything. */
  checkedOut: Pick<ReadonlySet<string>, 'has'>
}

/** @param root without a link in it. @throws `conflict` when it changes meanwhile; `too-large`, `refused`. */
export function readWorkspace(root: string, context: WorkspaceContext): ReadWorkspace {
  const folders = walkWorkspace(root, basename(root))
  const files = folders.filter(isSound).flatMap((folder) => folder.files)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > WORKSPACE_BYTES_MAX) throw tooHeavy(basename(root), bytes)
  const places = new Set(folders.map(({ path }) => (path === '' ? root : join(root, path))))
  const read: ReadWorkspace = { packages: [], refused: [], places, diagnostics: [] }
  for (const folder of folders) {
    const one = isSound(folder) ? readFolder(root, folder, context) : { diagnostics: [] }
    read.diagnostics.push(...one.diagnostics, ...folder.diagnostics)
    if (one.taken === undefined) read.refused.push(folder.label)
    else read.packages.push(one.taken)
  }
  if (!isSameWalk(folders, walkWorkspace(root, basename(root)))) throw changedMeanwhile(basename(root))
  return read
}

type ReadFolder = { taken?: ReadWorkspacePackage | undefined; diagnostics: Diagnostic[] }

function readFolder(root: string, folder: WorkspaceFolder, context: WorkspaceContext): ReadFolder {
  const { path, label } = folder
  const place = path === '' ? root : join(root, path)
  const contents = folder.files.map((file) => ({ file, bytes: readFile(place, file, label) }))
  const at = (name: string) => contents.find(({ file }) => file.path === name)?.bytes
  const text = textOf(at(SKILL_MD)!, `${label}/${SKILL_MD}`, PACKAGE_TEXT_BYTES_MAX)
  if (typeof text !== 'string') return { diagnostics: [text] }
  const { skill, diagnostics } = readSkillMd(text, { file: `${label}/${SKILL_MD}`, now: context.now })
  if (skill === undefined) return { diagnostics }
  const isNamedAlike = path === '' || context.checkedOut.has(place) || lastSegment(skill.name) === basename(place)
  const missing = diagnostics.find(({ code }) => code === 'description-missing')
  if (!isNamedAlike) return { diagnostics: [otherName(label, skill.name, basename(place)), ...diagnostics] }
  if (missing !== undefined) return { diagnostics: [{ ...missing, severity: 'error', fix: 'Add one.' }] }

  const policy = policyOf(at(POLICY_FILE), label)
  if ('severity' in policy) return { diagnostics: [policy, ...diagnostics] }
  const manifest = contents.map(({ file, bytes }) => manifestFile(file, bytes))
  const isFurther = ({ path: inner }: ManifestFile) => inner !== SKILL_MD && inner !== POLICY_FILE
  const { provenance } = policy
  const extra = provenance === undefined ? skill.extra : { ...skill.extra, provenance }
  const taken = {
    ...{ label, place, manifest },
    skill: { ...skill, extra, files: manifest.filter(isFurther) },
    ...(policy.policy === undefined ? {} : { beside: policy.policy }),
    bytes: new Map(contents.map(({ bytes }) => [sha256Of(bytes), bytes])),
  }
  return { taken, diagnostics: [...diagnostics, ...policy.diagnostics] }
}

/** @throws `conflict` when another file stands there by now: then the whole workspace is moving. */
function readFile(place: string, { path, stamp }: WorkspaceFile, label: string): Buffer {
  try {
    return readListedFile(join(place, path), stamp, PACKAGE_BYTES_MAX)
  } catch (error) {
    if (isCode(error, 'EACCES', 'EPERM')) throw unreadable(`${label}/${path}`, error)
    if (error instanceof SkillError || isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR'))
      throw changedMeanwhile(label, error)
    throw error
  }
}

function textOf(bytes: Buffer, file: string, bytesMax: number): string | Diagnostic {
  if (bytes.length > bytesMax) {
    return fault(
      file,
      'too-large',
      `at most ${bytesMax} bytes`,
      `${bytes.length}`,
      'Move long material into references/.',
    )
  }
  return utf8Text(bytes) ?? fault(file, 'not-utf8', 'text in UTF-8', 'other bytes', 'Save it as UTF-8.')
}

// One that cannot be read would say nothing, and its skill would be taken as asking for nothing.
function policyOf(bytes: Buffer | undefined, label: string): PolicyReading | Diagnostic {
  if (bytes === undefined) return { diagnostics: [] }
  const file = `${label}/${POLICY_FILE}`
  const text = textOf(bytes, file, POLICY_FILE_BYTES_MAX)
  if (typeof text !== 'string') return text
  const read = parsePolicyFile(text, file)
  if (read.policy !== undefined) return read
  const [why] = read.diagnostics
  return { ...why!, severity: 'error', fix: 'Correct the file.' }
}

function manifestFile({ path, isExecutable }: WorkspaceFile, bytes: Buffer): ManifestFile {
  const isProgram = isExecutable && path.includes('/')
  return { path, size: bytes.length, sha256: sha256Of(bytes), ...(isProgram ? { isExecutable } : {}) }
}

function isSound({ diagnostics }: WorkspaceFolder): boolean {
  return diagnostics.every(({ severity }) => severity !== 'error')
}

function otherName(label: string, name: string, folder: string): Diagnostic {
  const fix = `Call the folder "${lastSegment(name)}", or the skill "${folder}".`
  return fault(`${label}/${SKILL_MD}`, 'name-mismatch', `a name that ends in "${folder}"`, `"${name}"`, fix)
}

function fault(file: string, code: string, expected: string, received: string, fix: string): Diagnostic {
  return { severity: 'error', code, file, expected, received, fix }
}

function changedMeanwhile(label: string, cause?: unknown): SkillError {
  return new SkillError(
    'conflict',
    `${label}: expected a workspace at rest, got one that changed while it was read`,
    'Nothing was taken. Extract again when the run is over.',
    { cause },
  )
}

function unreadable(file: string, cause: unknown): SkillError {
  const message = `${file}: expected a file that may be read, got one that may not`
  return new SkillError('refused', message, 'Nothing was taken; check its permissions.', { cause })
}

function tooHeavy(label: string, bytes: number): SkillError {
  return new SkillError(
    'too-large',
    `${label}: expected at most ${WORKSPACE_BYTES_MAX} bytes in one extraction, got ${bytes}`,
    'Nothing was taken; extract the folders one at a time.',
  )
}
