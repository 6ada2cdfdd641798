// Names to paths and back, for the two folders that hold one JSON file per skill. The only place that builds such a path.
import { join } from 'node:path'
import { isSkillName, parseSkillName } from '../domain/skill-name.ts'

/** @throws SkillError `bad-name`: a path is never built from a name that was not checked. */
export function jsonPath(folder: string, name: string): string {
  return join(folder, `${parseSkillName(name)}.json`)
}

/** The lock of one skill. In folders as the skill is: a whole name may be longer than a file name. */
export function lockPath(folder: string, name: string): string {
  return join(folder, `${parseSkillName(name)}.lock`)
}

/** The name that a path relative to `skills/` stands for; undefined when it is no valid one. */
export function nameOfPath(path: string): string | undefined {
  if (!path.endsWith('.json')) return undefined
  const name = path.slice(0, -'.json'.length)
  return isSkillName(name) ? name : undefined
}

/** Whether a change at this path can concern a skill: a JSON file, what may be a folder, or (empty) nobody knows what. */
export function mayConcernSkills(path: string): boolean {
  const leaf = path.slice(path.lastIndexOf('/') + 1)
  return !leaf.includes('.') || /\.json$/i.test(leaf)
}

/** Two paths with the same fold are the same file on some systems, so they may not both be a skill. */
export function foldedPath(path: string): string {
  return path.normalize('NFKC').toLowerCase()
}

export const FILES_FOLDER = '.files'

/** `<leaf>.files/` holds a skill's further files; no skill lives below one. */
export function isFilesFolder(path: string): boolean {
  return path.endsWith(FILES_FOLDER)
}
