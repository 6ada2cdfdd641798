// Where a skill stands among the resources: `skill://<name>/SKILL.md`, its folder `skill://<name>`. Read strictly: a URI is
// ours only in the one spelling that we write, so nothing has to be decoded, resolved or folded.
import { SKILL_MD } from '../domain/content-hash.ts'
import { isSkillName } from '../domain/skill-name.ts'

export const SKILL_SCHEME = 'skill://'
const FILE = `/${SKILL_MD}`

export function skillUri(name: string): string {
  return folderUri(name) + FILE
}

export function folderUri(folder: string): string {
  return SKILL_SCHEME + folder
}

/** The skill whose SKILL.md this is, whether it exists or not. */
export function skillNameIn(uri: string): string | undefined {
  return uri.endsWith(FILE) ? folderIn(uri.slice(0, -FILE.length)) : undefined
}

/** The folder of a skill or of a group of skills. */
export function folderIn(uri: string): string | undefined {
  if (!uri.startsWith(SKILL_SCHEME)) return undefined
  const folder = uri.slice(SKILL_SCHEME.length)
  return isSkillName(folder) ? folder : undefined
}
