// The library as the source of the SDK's Skills extension. Looks at nothing before a client asks, and a skill that cannot
// be written as a SKILL.md costs nobody the list.
import type { Skill as ListedSkill, SkillSource } from '@modelcontextprotocol/server/ext/skills'
import { SKILL_MD } from '../domain/content-hash.ts'
import { manifestDigest } from '../domain/manifest.ts'
import { isTextType, mimeTypeOf } from '../domain/mime-types.ts'
import { pageOf } from '../domain/name-pages.ts'
import { utf8Text } from '../domain/utf8-text.ts'
import type { Log } from '../events/log.ts'
import { readLiveFile } from '../library/read-skill-file.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import { below, createServedSkills, isThere, nameOf, type ServedSkill, type ServedSkills } from './served-skills.ts'
import { fileOf, MARKDOWN, readFolder } from './skill-folders.ts'
import { placesIn, skillNameIn } from './skill-uris.ts'
import type { ToolParts } from './tool.ts'
import { protocolFailure } from './tool-result.ts'
import { DIGEST_PREFIX, servedText, type WrittenSkill } from './written-skills.ts'

export const PAGE_SKILLS_MAX = 100
/** Characters of JSON; front matter may be long. A page has at least one skill. */
export const PAGE_CHARS_MAX = 1_000_000
/** In resources/list, which has no pages here: the most used ones, for clients that know no skills/list. */
export const RESOURCES_LISTED_MAX = 100
const STANDING_KEY = 'skill-cortex/standing'

export type SkillsSourceParts = Pick<ToolParts, 'library' | 'store' | 'shelf' | 'standings' | 'level' | 'usageOf'> & {
  log: Log
}

/** What the SDK leaves optional is all here. */
export type OwnSource = Required<SkillSource>

export function createSkillsSource(parts: SkillsSourceParts): OwnSource {
  const { level, usageOf, standings, log } = parts
  const skills = createServedSkills(parts)
  const find = async (uri: string): Promise<ServedSkill | undefined> => {
    const name = skillNameIn(uri)
    return name === undefined ? undefined : skills.find(name)
  }
  // Of the skill with the longest name that is served and has it.
  const readFile = async (uri: string) => {
    for (const { name, path } of placesIn(uri)) {
      const served = path === '' ? undefined : await skills.find(name)
      if (!served?.entry.skill.files.some((file) => file.path === path)) continue
      const { entry, bytes } = await readLiveFile(parts, name, path)
      return standings.markOf(entry).listed ? contentOf(path, bytes) : undefined
    }
    return undefined
  }
  const whole = async ({ entry, written }: ServedSkill, all: ShelfEntry[]): Promise<ListedSkill> => {
    const nested = await Promise.all(below(nameOf(entry), all).map(skills.written))
    const resources = [...written.listed.resources, ...nested.flatMap((other) => other?.listed.resources ?? [])]
    return { ...written.listed, resources, _meta: { [STANDING_KEY]: shownStanding(entry, written, parts) } }
  }
  return {
    list: ({ cursor }) =>
      answered('skills/list', log, async () => {
        await level()
        const all = skills.all()
        const { page } = pageOf(all, nameOf, { cursor, limit: PAGE_SKILLS_MAX })
        const { kept, looked } = await fitting(page, skills)
        const { nextCursor } = pageOf(all, nameOf, { cursor, limit: looked })
        return paged({ skills: await Promise.all(kept.map((served) => whole(served, all))) }, nextCursor)
      }),
    get: (uri) =>
      answered('skills/get', log, async () => {
        const found = await find(uri)
        return found && whole(found, skills.all())
      }),
    read: (uri) =>
      answered('resources/read', log, async () => {
        const found = await find(uri)
        return found === undefined ? readFile(uri) : { text: servedText(found.entry), mimeType: MARKDOWN }
      }),
    readDirectory: (uri, { cursor }) =>
      answered('resources/directory/read', log, async () => {
        if (placesIn(uri).length === 0) return undefined
        await level()
        const page = await readFolder(uri, cursor, skills)
        return page && paged({ resources: page.resources }, page.nextCursor)
      }),
    listResources: () =>
      answered('resources/list', log, async () => {
        await level()
        const loads = new Map(skills.all().map((entry) => [entry, usageOf(nameOf(entry))?.loads ?? 0]))
        const mostUsed = [...loads.keys()].sort((a, b) => loads.get(b)! - loads.get(a)!).slice(0, RESOURCES_LISTED_MAX)
        const written = (await Promise.all(mostUsed.map(skills.written))).filter(isThere)
        return written.map((each) => fileOf(each, each.listed.frontmatter.name))
      }),
  }
}

// How the skill stands may change while its bytes do not, so it is worked out at each asking. The hash is the approval's.
function shownStanding(
  entry: ShelfEntry,
  { listed }: WrittenSkill,
  { standings }: Pick<SkillsSourceParts, 'standings'>,
) {
  const { executable, approval, lifecycle, origin, tier, warnings } = standings.of(entry)
  const [text] = listed.resources
  const skillMd = { path: SKILL_MD, size: text!.size, sha256: text!.digest.replace(DIGEST_PREFIX, '') }
  const { version, skill } = entry
  const contentHash = manifestDigest([...skill.files, skillMd])
  return { name: nameOf(entry), version, contentHash, executable, approval, lifecycle, origin, tier, warnings }
}

// Text goes as text, where no byte is lost by that.
function contentOf(path: string, bytes: Uint8Array) {
  const mimeType = mimeTypeOf(path)
  const text = isTextType(mimeType) ? utf8Text(bytes) : undefined
  return text === undefined ? { bytes, mimeType } : { text, mimeType }
}

/** As many as fit into a page, in order; `looked` counts also those that are left out for good. */
async function fitting(
  page: readonly ShelfEntry[],
  skills: ServedSkills,
): Promise<{ kept: ServedSkill[]; looked: number }> {
  const kept: ServedSkill[] = []
  let chars = 0
  for (const [looked, entry] of page.entries()) {
    const written = await skills.written(entry)
    if (written === undefined) continue
    chars += written.chars
    if (chars > PAGE_CHARS_MAX && kept.length > 0) return { kept, looked }
    kept.push({ entry, written })
  }
  return { kept, looked: page.length }
}

function paged<T extends object>(result: T, nextCursor: string | undefined): T & { nextCursor?: string } {
  return nextCursor === undefined ? result : { ...result, nextCursor }
}

async function answered<T>(method: string, log: Log, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    throw protocolFailure(method, error, log)
  }
}
