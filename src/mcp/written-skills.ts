// A skill as the Skills extension lists it: its front matter, its files with digest and size. Made when somebody asks, once
// per reading of the skill's file, so that one change costs one skill; the text itself is not kept.
import { type Skill as ListedSkill, SkillCatalogError, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { canonicalSkillMd, SKILL_MD } from '../domain/content-hash.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import { fileUri } from './skill-uris.ts'

export const DIGEST_PREFIX = 'sha256:'

export type WrittenSkill = {
  /** Of this skill alone, without what is nested in its folder: its SKILL.md first, then its files by path. */
  listed: ListedSkill & { resources: Exclude<ListedSkill['resources'], 'dynamic'> }
  /** Characters of it as JSON. */
  chars: number
}

export type WrittenSkills = {
  /** Undefined for what cannot be written as a SKILL.md; the log says why, once. */
  of(entry: ShelfEntry): Promise<WrittenSkill | undefined>
}

export function createWrittenSkills(log: Log): WrittenSkills {
  // An entry is made anew whenever file or record change.
  const known = new WeakMap<ShelfEntry, Promise<WrittenSkill | undefined>>()
  return {
    of(entry) {
      const made = known.get(entry) ?? written(entry, log)
      known.set(entry, made)
      return made
    },
  }
}

/** The bytes that the digest is of, as text: what UTF-8 cannot say is replaced in both. @throws `too-large` */
export function servedText({ skill }: ShelfEntry): string {
  return Buffer.from(canonicalSkillMd(skill)).toString('utf8')
}

async function written(entry: ShelfEntry, log: Log): Promise<WrittenSkill | undefined> {
  const { name } = entry.skill
  try {
    const { uri, frontmatter, resources } = await skillEntry(name, { [SKILL_MD]: servedText(entry) })
    if (resources === 'dynamic') throw new Error(`${uri} came back without digests`)
    const files = entry.skill.files.map(({ path, size, sha256 }) => {
      return { uri: fileUri(name, path), digest: `${DIGEST_PREFIX}${sha256}`, size }
    })
    const listed = { uri, frontmatter, resources: [...resources, ...files] }
    return { listed, chars: JSON.stringify(listed).length }
  } catch (error) {
    const isItsOwnFault =
      SkillCatalogError.isInstance(error) || (error instanceof SkillError && error.code === 'too-large')
    if (!isItsOwnFault) throw error
    log('mcp', `skill "${name}" is left out of skills/list`, error)
    return undefined
  }
}
