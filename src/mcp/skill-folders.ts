// Skills as files and folders: what `resources/directory/read` answers. A folder is a skill, a group of skills, or both.
import type { Resource } from '@modelcontextprotocol/server'
import { DIRECTORY_MIME_TYPE } from '@modelcontextprotocol/server/ext/skills'
import { SKILL_MD } from '../domain/content-hash.ts'
import { pageOf } from '../domain/name-pages.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import { below, isThere, nameOf, type ServedSkills } from './served-skills.ts'
import { folderUri, skillNameIn } from './skill-uris.ts'
import type { WrittenSkill } from './written-skills.ts'

export const MARKDOWN = 'text/markdown'
const PAGE_FOLDERS_MAX = 100

export type FolderPage = { resources: Resource[]; nextCursor: string | undefined }

/** The direct children: the skill's own SKILL.md on the first page, folders by name. Undefined when there are none at all. */
export async function readFolder(
  folder: string,
  cursor: string | undefined,
  skills: ServedSkills,
): Promise<FolderPage | undefined> {
  const all = skills.all()
  const own = cursor === undefined ? await skills.find(folder) : undefined
  const { page, nextCursor } = pageOf(foldersIn(folder, all), (name) => name, { cursor, limit: PAGE_FOLDERS_MAX })
  const folders = await Promise.all(page.map((name) => folderOf(`${folder}/${name}`, all, skills)))
  const resources = [...(own === undefined ? [] : [fileOf(own.written, SKILL_MD)]), ...folders.filter(isThere)]
  return resources.length === 0 && cursor === undefined ? undefined : { resources, nextCursor }
}

/** A SKILL.md among resources. */
export function fileOf({ listed }: WrittenSkill, name: string): Resource {
  const { uri, frontmatter, resources } = listed
  const { description } = frontmatter
  return { uri, name, title: skillNameIn(uri) ?? name, description, mimeType: MARKDOWN, size: resources[0]!.size }
}

// One in which no skill can be written is not there.
async function folderOf(folder: string, all: ShelfEntry[], skills: ServedSkills): Promise<Resource | undefined> {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  const resource = { uri: folderUri(folder), name, mimeType: DIRECTORY_MIME_TYPE }
  if ((await skills.find(folder)) !== undefined) return resource
  for (const entry of below(folder, all)) if ((await skills.written(entry)) !== undefined) return resource
  return undefined
}

function foldersIn(folder: string, sorted: readonly ShelfEntry[]): string[] {
  const first = below(folder, sorted).map(
    (entry) =>
      nameOf(entry)
        .slice(folder.length + 1)
        .split('/', 1)[0]!,
  )
  return [...new Set(first)].sort()
}
