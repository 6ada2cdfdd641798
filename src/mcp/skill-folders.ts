// Skills as files and folders: what `resources/directory/read` answers. A folder is a skill, a group of skills, a folder of
// a skill's own files, or several of these at once.
import type { Resource } from '@modelcontextprotocol/server'
import { DIRECTORY_MIME_TYPE } from '@modelcontextprotocol/server/ext/skills'
import { SKILL_MD } from '../domain/content-hash.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { mimeTypeOf } from '../domain/mime-types.ts'
import { pageOf } from '../domain/name-pages.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import { below, isThere, nameOf, type ServedSkill, type ServedSkills } from './served-skills.ts'
import { fileUri, folderIn, folderUri, placesIn, skillNameIn } from './skill-uris.ts'
import type { WrittenSkill } from './written-skills.ts'

export const MARKDOWN = 'text/markdown'
const PAGE_CHILDREN_MAX = 100

export type FolderPage = { resources: Resource[]; nextCursor: string | undefined }
type Child = { name: string; of: () => Promise<Resource | undefined> }

/** The direct children: the skill's own SKILL.md on the first page, all else by name. Undefined when there are none at all. */
export async function readFolder(
  uri: string,
  cursor: string | undefined,
  skills: ServedSkills,
): Promise<FolderPage | undefined> {
  const all = skills.all()
  const folder = folderIn(uri)
  const inSkills = (await Promise.all(placesIn(uri).map((place) => servedPlace(place, skills)))).filter(isThere)
  const own = inSkills.find(({ path }) => path === '')
  const children = new Map<string, Child>()
  if (folder !== undefined) for (const child of groupsIn(folder, all, skills)) children.set(child.name, child)
  // What is a folder of both is listed once; a skill's own file never has the name of another's folder.
  for (const child of inSkills.flatMap(filesIn)) children.set(child.name, child)
  const sorted = [...children.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const { page, nextCursor } = pageOf(sorted, ({ name }) => name, { cursor, limit: PAGE_CHILDREN_MAX })
  const listed = (await Promise.all(page.map((child) => child.of()))).filter(isThere)
  const first = cursor === undefined && own !== undefined ? [fileOf(own.served.written, SKILL_MD)] : []
  const resources = [...first, ...listed]
  return resources.length === 0 && cursor === undefined ? undefined : { resources, nextCursor }
}

/** A SKILL.md among resources. */
export function fileOf({ listed }: WrittenSkill, name: string): Resource {
  const { uri, frontmatter, resources } = listed
  const { description } = frontmatter
  return { uri, name, title: skillNameIn(uri) ?? name, description, mimeType: MARKDOWN, size: resources[0]!.size }
}

type ServedPlace = { served: ServedSkill; path: string }

async function servedPlace(
  { name, path }: { name: string; path: string },
  skills: ServedSkills,
): Promise<ServedPlace | undefined> {
  const served = await skills.find(name)
  return served && { served, path }
}

function filesIn({ served, path }: ServedPlace): Child[] {
  const skill = nameOf(served.entry)
  const prefix = path === '' ? '' : `${path}/`
  const inside = served.entry.skill.files.filter((file) => file.path.startsWith(prefix))
  return inside.map((file) => {
    const rest = file.path.slice(prefix.length)
    const name = rest.split('/', 1)[0]!
    const resource = name === rest ? besideText(skill, file, name) : directory(fileUri(skill, prefix + name), name)
    return { name, of: async () => resource }
  })
}

function besideText(skill: string, { path, size }: ManifestFile, name: string): Resource {
  return { uri: fileUri(skill, path), name, mimeType: mimeTypeOf(path), size }
}

// Folders of skills and of groups. One in which no skill can be written is not there.
function groupsIn(folder: string, all: readonly ShelfEntry[], skills: ServedSkills): Child[] {
  const first = below(folder, all).map(
    (entry) =>
      nameOf(entry)
        .slice(folder.length + 1)
        .split('/', 1)[0]!,
  )
  return [...new Set(first)].map((name) => ({ name, of: () => groupOf(`${folder}/${name}`, name, all, skills) }))
}

async function groupOf(folder: string, name: string, all: readonly ShelfEntry[], skills: ServedSkills) {
  const resource = directory(folderUri(folder), name)
  if ((await skills.find(folder)) !== undefined) return resource
  for (const entry of below(folder, all)) if ((await skills.written(entry)) !== undefined) return resource
  return undefined
}

function directory(uri: string, name: string): Resource {
  return { uri, name, mimeType: DIRECTORY_MIME_TYPE }
}
