// Several places at once, and the usual places of clients. A server reads only the latter: a path that is asked for over
// the network must lie in one of them.
import { join, resolve, sep } from 'node:path'
import { SkillError, shown } from '../domain/skill-error.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { withTempFolder } from '../files/temp-folder.ts'
import type { ReadContext } from '../store/read-found.ts'
import { isArchive, readArchive } from './read-archive.ts'
import { type ReadPackages, readPackages } from './read-package.ts'
import { SKILL_SOURCES, type SkillSource, usualPlaces } from './usual-places.ts'

/** @throws as `readPackages`. */
export function readPlaces(paths: readonly string[], context: ReadContext): ReadPackages {
  return together(paths.map((path) => readPackages(path, context)))
}

/**
 * Archives too. What was unpacked of them stays while `use` runs, and no longer.
 * @throws as `readPackages` and `readArchive`.
 */
export async function withPlaces<T>(
  paths: readonly string[],
  context: ReadContext,
  use: (read: ReadPackages) => Promise<T>,
): Promise<T> {
  const named = paths.map((path) => ({ path, archive: archiveAt(path, context) }))
  if (named.every(({ archive }) => archive === undefined)) return use(readPlaces(paths, context))
  return withTempFolder(async (temp) => {
    const all: ReadPackages[] = []
    for (const [index, { path, archive }] of named.entries()) {
      const into = join(temp, String(index))
      all.push(archive === undefined ? readPackages(path, context) : await readArchive(archive, into, context))
    }
    return use(together(all))
  })
}

function archiveAt(path: string, context: ReadContext): string | undefined {
  const at = outsidePlace(resolve(context.folder, path))
  return at?.kind === 'file' && isArchive(at.place, context) ? at.place : undefined
}

// A package that is reached in two ways is one package all the same.
function together(all: readonly ReadPackages[]): ReadPackages {
  const packages = new Map(all.flatMap((read) => read.packages.map((each) => [each.origin, each])))
  return { packages: [...packages.values()], diagnostics: all.flatMap((read) => read.diagnostics) }
}

/** Those that are there. @throws `not-found` when none is. */
export function placesOfClient(source: SkillSource, context: ReadContext): string[] {
  const usual = usualPlaces(source, { project: context.folder, userHome: context.userHome })
  const there = usual.filter((path) => outsidePlace(path) !== undefined)
  if (there.length > 0) return there
  const message = `expected skills of ${source} in ${usual.join(' or ')}, got no such folder`
  throw new SkillError('not-found', message, 'Name the folder itself as a path.')
}

/** @returns where it really lies. @throws `refused` outside the usual places, whatever is there; `not-found` inside. */
export function placeInUsual(path: string, context: ReadContext): string {
  const asked = /^~[/\\]/.test(path) ? join(context.userHome, path.slice(2)) : resolve(context.folder, path)
  const usual = SKILL_SOURCES.flatMap((source) =>
    usualPlaces(source, { project: context.folder, userHome: context.userHome }),
  )
  const roots = usual.flatMap((root) => outsidePlace(root)?.place ?? [])
  const place = outsidePlace(asked)?.place
  if (place !== undefined && roots.some((root) => isWithin(place, root))) return place
  if (place === undefined && usual.some((root) => isWithin(asked, root))) {
    throw new SkillError('not-found', `expected a package at "${shown(path)}", got nothing there`, 'Check the path.')
  }
  throw new SkillError(
    'refused',
    `"${shown(path)}": expected a place where clients keep skills, got one elsewhere`,
    'A server reads no other folder; import it at a terminal: skill-cortex import.',
  )
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}${sep}`)
}
