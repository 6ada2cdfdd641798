// Several places at once, and the usual places of clients. A server reads only the latter: a path that is asked for over
// the network must lie in one of them.
import { join, resolve, sep } from 'node:path'
import { SkillError, shown } from '../domain/skill-error.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { type ReadContext, type ReadPackages, readPackages } from './read-package.ts'
import { SKILL_SOURCES, type SkillSource, usualPlaces } from './usual-places.ts'

/** A package that is reached in two ways is one package all the same. @throws as `readPackages`. */
export function readPlaces(paths: readonly string[], context: ReadContext): ReadPackages {
  const all = paths.map((path) => readPackages(path, context))
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
