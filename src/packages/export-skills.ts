// Writes skills as packages in the Agent Skills format, for any client that reads them: one folder a skill, named as the
// format asks. Nothing that stands is written over unless the caller says so; drafts and records stay here.
import { join, resolve, sep } from 'node:path'
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { lastSegment } from '../domain/skill-md-name.ts'
import { writeSkillMd } from '../domain/skill-md-writer.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { writeDurably } from '../files/atomic-write.ts'
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
  /** Whether a skill has files beside its text. */
  hasFiles?: (name: string) => boolean
}
/** @property file relative to the folder, POSIX. */
export type ExportedSkill = { name: string; file: string; outcome: 'written' | 'replaced' | 'unchanged' }
export type ExportReport = { written: ExportedSkill[]; diagnostics: Diagnostic[] }

const TEXT_BYTES_MAX = 16 * 1024 * 1024

/** One that cannot be written does not keep the others. @throws `refused`, `bad-input` for the folder. */
export async function exportSkills({ skills, to, over, forbidden, hasFiles }: ExportAsked): Promise<ExportReport> {
  const root = rootOf(to, forbidden)
  const folders = foldersOf(skills.map(({ name }) => parseSkillName(name)))
  const report: ExportReport = { written: [], diagnostics: [] }
  for (const skill of skills) {
    const file = `${folders.get(skill.name)!}/SKILL.md`
    try {
      const outcome = await guarded(`writing skill "${skill.name}"`, () => writeOne(root, file, skill, over))
      report.written.push({ name: skill.name, file, outcome })
      if (hasFiles?.(skill.name) === true) report.diagnostics.push(leftBehind(folders.get(skill.name)!))
    } catch (error) {
      if (!(error instanceof SkillError)) throw error
      const { code, message, fix } = error
      const expected = 'a place where it may be written'
      report.diagnostics.push({ severity: 'error', code, file, expected, received: message, fix })
    }
  }
  return report
}

function leftBehind(file: string): Diagnostic {
  const received = 'a folder of further files'
  const fix = 'Only the text is exported yet; copy the files beside it yourself.'
  return { severity: 'warning', code: 'further-files', file, expected: 'the text of the skill alone', received, fix }
}

/**
 * The last segment, as the format wants the folder called like the skill; the whole path for all as soon as two would
 * share a folder.
 */
export function foldersOf(names: readonly string[]): ReadonlyMap<string, string> {
  const isClear = new Set(names.map(lastSegment)).size === new Set(names).size
  return new Map(names.map((name) => [name, isClear ? lastSegment(name) : name]))
}

async function writeOne(
  root: string,
  file: string,
  skill: Skill,
  over: ExportAsked['over'],
): Promise<ExportedSkill['outcome']> {
  const text = writeSkillMd(skill)
  const target = join(root, file)
  await plainParents(root, target, file)
  if (await writeNewDurably(target, text)) return 'written'
  const stands = await readRegularFile(target, TEXT_BYTES_MAX)
  if (stands?.bytes.equals(Buffer.from(text))) return 'unchanged'
  if (over === 'keep') throw standsAlready(file)
  await writeDurably(target, text)
  return 'replaced'
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
