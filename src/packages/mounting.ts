// Mounts a folder of packages, or takes it out again. Whoever calls has made sure that a person decides: what stands there,
// now and later, is served as that person's own.
import { basename, join, resolve, sep } from 'node:path'
import type { Client } from '../domain/client-channels.ts'
import { freeSource, MOUNTS_MAX, type Mount, parseSource } from '../domain/mount.ts'
import { nearestNames } from '../domain/nearest-names.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { findPackages } from '../store/find-packages.ts'
import type { MountBook } from '../store/mount-book.ts'
import type { ReadContext } from '../store/read-found.ts'
import type { SkillSource } from './usual-places.ts'

export type MountAsked = {
  path: string
  prefix?: string | undefined
  /** How it is to be called. */
  as?: string | undefined
  /** Whose usual place it is. */
  from?: SkillSource | undefined
}

export type MountingParts = {
  book: MountBook
  /** Of the library: it is no mount, and nothing that holds it is. */
  home: string
}

// `.agents` is nobody's own: whether a client that lists it by itself is attached is not known.
const CLIENT_OF: Partial<Record<SkillSource, Client>> = { claude: 'claude-code', codex: 'codex', cursor: 'cursor' }

/**
 * A link at the place itself is followed once, now: whoever named it chose it.
 * @throws `not-found`, `bad-input` for what is no folder, `refused` for the library's own, `conflict` for a source or a
 * folder that is mounted already, `too-large` for one with too much in it.
 */
export async function mountFolder(asked: MountAsked, context: ReadContext, parts: MountingParts): Promise<Mount> {
  const path = folderAt(asked.path, context)
  assertNotOurs(path, parts.home)
  const { prefix, from } = asked
  if (prefix !== undefined) parseSkillName(prefix)
  const wished = asked.as === undefined ? undefined : parseSource(asked.as)
  const client = from === undefined ? undefined : CLIENT_OF[from]
  // What could not be served is not mounted.
  findPackages(path, shown(path))
  return parts.book.update((mounts) => {
    assertFree(path, wished, mounts)
    const taken = mounts.map(({ source }) => source)
    const mount: Mount = {
      path,
      ...(prefix === undefined ? {} : { prefix }),
      source: wished ?? freeSource(from ?? basename(path), taken),
      ...(client === undefined ? {} : { client }),
    }
    return { mounts: [...mounts, mount], result: mount }
  })
}

/** @throws `not-found` with the nearest names. */
export function unmount(source: string, { book }: Pick<MountingParts, 'book'>): Promise<Mount> {
  return book.update((mounts) => {
    const mount = mounts.find((each) => each.source === source)
    if (mount === undefined) throw notMounted(source, mounts)
    return { mounts: mounts.filter((each) => each !== mount), result: mount }
  })
}

function folderAt(path: string, { folder, userHome }: ReadContext): string {
  const asked = /^~[/\\]/.test(path) ? join(userHome, path.slice(2)) : resolve(folder, path)
  const at = outsidePlace(asked)
  if (at === undefined) {
    const message = `expected a folder at "${shown(path)}", got nothing there`
    throw new SkillError('not-found', message, 'Check the path; name a folder with skills in it.')
  }
  if (at.kind === 'folder') return at.place
  throw new SkillError('bad-input', `"${shown(path)}": expected a folder, got a file`, 'Name the folder that holds it.')
}

function assertNotOurs(path: string, home: string): void {
  const ours = outsidePlace(home)?.place ?? home
  if (!isWithin(path, ours) && !isWithin(ours, path)) return
  throw new SkillError(
    'refused',
    `"${shown(path)}": expected a folder apart from the library, got one of its own or one around it`,
    'Nothing was mounted. Name the folder of the skills alone.',
  )
}

function assertFree(path: string, source: string | undefined, mounts: readonly Mount[]): void {
  const same = mounts.find((each) => isWithin(path, each.path) || isWithin(each.path, path))
  if (same !== undefined) {
    const how = same.path === path ? 'it is mounted already' : 'it shares files with a folder that is mounted'
    const message = `"${shown(path)}": ${how}, as ${same.source}`
    throw new SkillError('conflict', message, `To mount it otherwise: skill-cortex unmount ${same.source}`)
  }
  if (mounts.some((each) => each.source === source)) {
    const message = `the source "${source}" is mounted already`
    throw new SkillError('conflict', message, 'Choose another name with --as.')
  }
  if (mounts.length < MOUNTS_MAX) return
  const message = `expected at most ${MOUNTS_MAX} mounted folders, got one more`
  throw new SkillError('too-large', message, 'Unmount one first; see: skill-cortex mount')
}

function notMounted(source: string, mounts: readonly Mount[]): SkillError {
  const near = nearestNames(
    source,
    mounts.map((each) => each.source),
  )
  const known = near.length === 0 ? 'nothing is mounted' : `mounted are ${near.join(', ')}`
  return new SkillError('not-found', `no folder is mounted as "${shown(source)}": ${known}`, 'See: skill-cortex mount')
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
