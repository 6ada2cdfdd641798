// A library as seed 004 keeps it: a tree of JSON files, one a skill, and its usage log beside it. Read whole before
// anything is taken, because names and references are judged together. Writes nothing, follows no link below the folder
// that was named.
import { basename, dirname, join, resolve } from 'node:path'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { SKILL_FILE_BYTES_MAX } from '../domain/skill-limits.ts'
import { nameTree } from '../domain/tree-names.ts'
import { readTreeSkill, type TreeSkillReading } from '../domain/tree-skill.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { passedOver } from '../store/left-out.ts'
import { listedText } from '../store/listed-text.ts'
import { labelOf, type ReadContext } from '../store/read-found.ts'
import { type FoundJson, findJsonFiles, USAGE_FOLDER } from './find-json-files.ts'
import type { ReadPackages } from './read-package.ts'

const SKILLS_FOLDER = 'skills'

/** @property root of its skills, without a link in it. @property log undefined when it has none. */
export type JsonTree = {
  read: ReadPackages
  root: string
  log: { place: string; label: string } | undefined
  /** Of those that could be read; `name` as it stood there. */
  used: { origin: string; name: string; lastUsedAt?: string }[]
}

/**
 * @param path of the tree, or of the folder that holds it as `skills`; a link at its own place is followed.
 * @throws `not-found`; `bad-input` for what is no folder; `too-large` as `findJsonFiles`.
 */
export function readJsonTree(path: string, context: ReadContext): JsonTree {
  const at = outsidePlace(resolve(context.folder, path))
  if (at === undefined) throw notThere(path)
  if (at.kind !== 'folder') throw noFolder(path)
  const root = rootIn(at.place)
  const log = logOf(at.place, context)
  const found = findJsonFiles(root, labelOf(root, context))
  const { packages, used } = readAll(root, found.files, context)
  return { read: { packages, diagnostics: [...found.diagnostics, ...log.diagnostics] }, root, log: log.log, used }
}

// A whole agent's folder holds other JSON, too: memories, logs, settings. Only the folder `skills` of it is read.
function rootIn(place: string): string {
  const skills = join(place, SKILLS_FOLDER)
  const isWhole = basename(place) !== SKILLS_FOLDER || plainFolder(join(place, USAGE_FOLDER)) === 'folder'
  return isWhole && plainFolder(skills) === 'folder' ? skills : place
}

function readAll(root: string, files: readonly FoundJson[], context: ReadContext) {
  const readings = files.map((file) => ({ ...readOne(root, file, context), path: file.path.replace(/\.json$/i, '') }))
  const skills = readings.flatMap(({ origin, path, skill }) =>
    skill === undefined ? [] : [{ file: origin, path, skill }],
  )
  const named = new Map(nameTree(skills).map((each, index) => [skills[index]!.file, each]))
  const packages = readings.map(({ origin, diagnostics }) => {
    const { skill, diagnostics: more = [] } = named.get(origin) ?? {}
    return { origin, ...(skill === undefined ? {} : { skill }), diagnostics: [...diagnostics, ...more] }
  })
  const used = readings.flatMap(({ origin, skill, lastUsedAt }) => {
    if (skill === undefined) return []
    return [{ origin, name: skill.name, ...(lastUsedAt === undefined ? {} : { lastUsedAt }) }]
  })
  return { packages, used }
}

function readOne(root: string, { path, stamp, faults }: FoundJson, context: ReadContext): TreeSkillReading & Origin {
  const place = join(root, path)
  const origin = labelOf(place, context)
  if (faults.length > 0) return { origin, diagnostics: faults }
  const expected = 'the JSON of a skill'
  const text = listedText({ path: place, stamp, bytesMax: SKILL_FILE_BYTES_MAX, file: origin, expected })
  if (typeof text !== 'string') return { origin, diagnostics: [text] }
  return { origin, ...readTreeSkill(text, { file: origin, path: path.replace(/\.json$/i, ''), now: context.now }) }
}

type Origin = { origin: string }

// In the folder that was named, or beside it.
function logOf(place: string, context: ReadContext): { log: JsonTree['log']; diagnostics: Diagnostic[] } {
  for (const at of [join(place, USAGE_FOLDER), join(dirname(place), USAGE_FOLDER)]) {
    const label = labelOf(at, context)
    const kind = plainFolder(at)
    if (kind === 'folder') return { log: { place: at, label }, diagnostics: [] }
    if (kind === 'link') return { log: undefined, diagnostics: [passedOver('link', label)] }
  }
  return { log: undefined, diagnostics: [] }
}

// The folder above has no link in its path.
function plainFolder(path: string): 'folder' | 'link' | undefined {
  const at = outsidePlace(path)
  if (at?.kind !== 'folder') return undefined
  return at.place === path ? 'folder' : 'link'
}

function notThere(path: string): SkillError {
  return new SkillError('not-found', `expected a folder at "${shown(path)}", got nothing there`, 'Check the path.')
}

function noFolder(path: string): SkillError {
  return new SkillError(
    'bad-input',
    `"${shown(path)}": expected the folder of a JSON tree, got something else`,
    'Name the folder that holds the JSON files of the skills.',
  )
}
