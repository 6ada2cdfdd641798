// Writes skills as packages in the Agent Skills format, for any client that reads them: one folder a skill, named as the
// format asks. Nothing that stands is written over unless the caller says so; drafts and records stay here.
import { join, resolve, sep } from 'node:path'
import { SKILL_MD } from '../domain/content-hash.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { IMPORT_DEPTH_MAX, PACKAGE_FILES_MAX } from '../domain/package-limits.ts'
import { POLICY_FILE, writePolicyFile } from '../domain/policy-file.ts'
import { noPolicy, POLICY_LISTS } from '../domain/policy-rules.ts'
import { provenanceOf } from '../domain/provenance.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { lastSegment } from '../domain/skill-md-name.ts'
import { writeSkillMd } from '../domain/skill-md-writer.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { writeDurably } from '../files/atomic-write.ts'
import { listTree } from '../files/folder-tree.ts'
import { writeNewDurably } from '../files/new-file.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { assertPlainParents } from '../files/plain-parents.ts'
import { readRegularFile } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'

export type ExportAsked = {
  skills: readonly Skill[]
  to: string
  /** `replace` takes the place of files that stand there. */
  over: 'keep' | 'replace'
  /** Folders that must not be written into: those of the library itself. */
  forbidden: readonly string[]
  /** Undefined while somebody changes the file. */
  bytesOf: (name: string, file: ManifestFile) => Promise<Uint8Array | undefined>
}
/** @property file relative to the folder, POSIX. */
export type ExportedSkill = { name: string; file: string; outcome: 'written' | 'replaced' | 'unchanged' }
export type ExportReport = { written: ExportedSkill[]; diagnostics: Diagnostic[] }

const FILE_BYTES_MAX = 16 * 1024 * 1024
const PROGRAM_MODE = 0o700
const ENTRIES_LOOKED_MAX = 4 * PACKAGE_FILES_MAX
const STRANGERS_SAID_MAX = 20

/** One that cannot be written does not keep the others. @throws `refused`, `bad-input` for the folder. */
export async function exportSkills({ skills, to, forbidden, ...how }: ExportAsked): Promise<ExportReport> {
  const root = rootOf(to, forbidden)
  const folders = foldersOf(skills.map(({ name }) => parseSkillName(name)))
  const report: ExportReport = { written: [], diagnostics: [] }
  for (const skill of skills) {
    const folder = folders.get(skill.name)!
    const file = `${folder}/${SKILL_MD}`
    try {
      const written = await guarded(`writing skill "${skill.name}"`, () => writeOne(root, folder, skill, how))
      report.written.push({ name: skill.name, file, outcome: written.outcome })
      report.diagnostics.push(...written.diagnostics)
    } catch (error) {
      if (!(error instanceof SkillError)) throw error
      const { code, message, fix } = error
      const expected = 'a place where it may be written'
      report.diagnostics.push({ severity: 'error', code, file, expected, received: message, fix })
    }
  }
  return report
}

/**
 * The last segment, as the format wants the folder called like the skill; the whole path for all as soon as two would
 * share a folder.
 */
export function foldersOf(names: readonly string[]): ReadonlyMap<string, string> {
  const isClear = new Set(names.map(lastSegment)).size === new Set(names).size
  return new Map(names.map((name) => [name, isClear ? lastSegment(name) : name]))
}

type Target = { file: string; path: string; bytes: Uint8Array; isExecutable: boolean }

// The text last: a package that a crash cuts off has no SKILL.md yet, and is none.
async function writeOne(
  root: string,
  folder: string,
  skill: Skill,
  { over, bytesOf }: Pick<ExportAsked, 'over' | 'bytesOf'>,
): Promise<Written> {
  const { text: policyText, diagnostics } = policyTextOf(skill, folder)
  const targetOf = (name: string, content: Uint8Array | string, isExecutable = false): Target => {
    const file = `${folder}/${name}`
    return { file, path: join(root, file), bytes: Buffer.from(content), isExecutable }
  }
  const target = targetOf(SKILL_MD, writeSkillMd(skill))
  const policy = targetOf(POLICY_FILE, policyText ?? writePolicyFile(noPolicy()))
  const beside: Target[] = []
  for (const file of skill.files) {
    const bytes = await bytesOf(skill.name, file)
    if (bytes === undefined) throw changing(`${folder}/${file.path}`)
    beside.push(targetOf(file.path, bytes, file.isExecutable === true))
  }
  for (const each of [...beside, policy, target]) await plainParents(root, each.path, each.file)
  // A skill that asks for nothing has none, but one that stands there would speak for it.
  const isWanted = policyText !== undefined || (await readRegularFile(policy.path, FILE_BYTES_MAX)) !== undefined
  const targets = [...beside, ...(isWanted ? [policy] : []), target]
  if (over === 'keep') for (const each of targets) await assertSame(each)
  const outcomes: Outcome[] = []
  for (const each of targets) outcomes.push(await put(each, over))
  const outcome = (['replaced', 'written'] as const).find((kind) => outcomes.includes(kind)) ?? 'unchanged'
  return { outcome, diagnostics: [...diagnostics, ...strangersIn(root, folder, targets)] }
}

// What stood there before would pass for the skill's own when somebody reads the folder.
function strangersIn(root: string, folder: string, targets: readonly Target[]): Diagnostic[] {
  const entries = listTree(join(root, folder), ENTRIES_LOOKED_MAX, IMPORT_DEPTH_MAX)
  const own = new Set(targets.map(({ file }) => file))
  const strangers = Array.isArray(entries)
    ? entries.filter(({ path, kind }) => kind !== 'folder' && !own.has(`${folder}/${path}`))
    : []
  return strangers.slice(0, STRANGERS_SAID_MAX).map(({ path }) => ({
    ...({ severity: 'warning', code: 'stranger', file: `${folder}/${shown(path)}` } as const),
    ...{ expected: 'only what the skill consists of', received: 'a file that is none of the skill' },
    fix: 'It was left as it is; remove it if nothing else needs it.',
  }))
}

function changing(file: string): SkillError {
  const message = `"${shown(file)}" is being changed: its bytes are not those that the skill is listed with`
  return new SkillError('conflict', message, 'Nothing was changed; export it once more.')
}

type Outcome = ExportedSkill['outcome']
type Written = { outcome: Outcome; diagnostics: Diagnostic[] }

/** No text for a policy that a policy.json cannot say: the front matter of SKILL.md has it all the same. */
function policyTextOf({ policy, extra }: Skill, folder: string): { text?: string; diagnostics: Diagnostic[] } {
  if (POLICY_LISTS.every((list) => policy[list].length === 0)) return { diagnostics: [] }
  try {
    return { text: writePolicyFile(policy, provenanceOf(extra.provenance)), diagnostics: [] }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const { code, message: received, fix } = error
    const file = `${folder}/${POLICY_FILE}`
    const expected = 'a policy that can be written there'
    return { diagnostics: [{ severity: 'warning', code, file, expected, received, fix }] }
  }
}

async function put(target: Target, over: ExportAsked['over']): Promise<Outcome> {
  const { file, path, bytes, isExecutable } = target
  const mode = isExecutable ? PROGRAM_MODE : undefined
  if (await writeNewDurably(path, bytes, mode)) return 'written'
  if (await isSame(target)) return 'unchanged'
  if (over === 'keep') throw standsAlready(file)
  await writeDurably(path, bytes, mode)
  return 'replaced'
}

// Also that it may be run, which is part of what was approved.
async function isSame({ path, bytes, isExecutable }: Target): Promise<boolean | undefined> {
  const stands = await readRegularFile(path, FILE_BYTES_MAX)
  if (stands === undefined) return undefined
  return stands.bytes.equals(bytes) && (outsidePlace(path)?.isExecutable === true) === isExecutable
}

// All of them before the first is written: a skill leaves whole or not at all.
async function assertSame(target: Target): Promise<void> {
  if ((await isSame(target)) === false) throw standsAlready(target.file)
}

function standsAlready(file: string): SkillError {
  return new SkillError(
    'conflict',
    `"${shown(file)}" stands already and says something else`,
    'Nothing was changed; to replace it: --force.',
  )
}

async function plainParents(root: string, target: string, file: string): Promise<void> {
  try {
    await assertPlainParents(root, target)
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    throw new SkillError(
      'refused',
      `expected "${shown(file)}" to lie in folders of its own, got a link or a file on the way`,
      'Nothing was written; remove it, or export to another folder.',
      { cause: error },
    )
  }
}

// The folder itself may be reached by a link: whoever names it chose it.
function rootOf(to: string, forbidden: readonly string[]): string {
  const at = outsidePlace(to)
  if (at !== undefined && at.kind !== 'folder') {
    throw new SkillError('bad-input', `--to: expected a folder, got a file at "${shown(to)}"`, 'Name another folder.')
  }
  const root = at?.place ?? nearestPlace(resolve(to))
  const inside = forbidden.map((folder) => outsidePlace(folder)?.place ?? folder)
  if (!inside.some((folder) => root === folder || root.startsWith(`${folder}${sep}`))) return root
  throw new SkillError(
    'refused',
    '--to: expected a folder outside the library, got one of its own',
    'Nothing was written; name a folder outside skills/ and cortex/ of the home.',
  )
}

// Of a folder that is not there yet: the part that is, as it really lies, with the rest of the path.
function nearestPlace(path: string): string {
  const parent = resolve(path, '..')
  if (parent === path) return path
  const rest = path.slice(parent.length).replace(/^[/\\]+/, '')
  return join(outsidePlace(parent)?.place ?? nearestPlace(parent), rest)
}
