// Where a skill stands among the resources: `skill://<name>/SKILL.md`, its folder `skill://<name>`, its files below that.
// Read strictly: a URI is ours only in the one spelling that we write, so nothing has to be resolved or folded.
import { SKILL_MD } from '../domain/content-hash.ts'
import { isSkillName, NAME_SEGMENTS_MAX } from '../domain/skill-name.ts'

export const SKILL_SCHEME = 'skill://'
const FILE = `/${SKILL_MD}`
const URI_CHARS_MAX = 8_192

export function skillUri(name: string): string {
  return folderUri(name) + FILE
}

export function folderUri(folder: string): string {
  return SKILL_SCHEME + folder
}

/** A file beside the text: each part of its path encoded, and only so. @param path POSIX, within the skill. */
export function fileUri(name: string, path: string): string {
  return `${folderUri(name)}/${path.split('/').map(encodeURIComponent).join('/')}`
}

/**
 * Every way in which a URI can be cut into a skill and a path within it, the longest name first: a skill may stand in the
 * folder of another. `path` is empty for the folder itself.
 */
export function placesIn(uri: string): { name: string; path: string }[] {
  if (!uri.startsWith(SKILL_SCHEME) || uri.length > URI_CHARS_MAX) return []
  const parts = uri.slice(SKILL_SCHEME.length).split('/')
  const places: { name: string; path: string }[] = []
  for (let count = Math.min(parts.length, NAME_SEGMENTS_MAX); count > 0; count--) {
    const name = parts.slice(0, count).join('/')
    const path = decodedPath(parts.slice(count))
    if (isSkillName(name) && path !== undefined) places.push({ name, path })
  }
  return places
}

// Undefined for another spelling than ours.
function decodedPath(parts: string[]): string | undefined {
  try {
    const decoded = parts.map(decodeURIComponent)
    const isOurs = (part: string, i: number) =>
      part !== '' && !part.includes('/') && encodeURIComponent(part) === parts[i]
    return decoded.every(isOurs) ? decoded.join('/') : undefined
  } catch (error) {
    // A percent sign that escapes nothing, or half of a character.
    if (error instanceof URIError) return undefined
    throw error
  }
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
