// Which folders an agent may name as a workspace. The server reads and writes there with its own rights, which may be wider
// than the agent's: so never the library, and without a setting no place where systems, programs or people keep what steers
// them.
import { isAbsolute, join, parse, resolve, sep } from 'node:path'
import { SkillError, shown } from '../domain/skill-error.ts'
import { outsidePlace } from '../files/outside-folder.ts'

/** @property roots the setting workspaceRoots: only in these, then also in hidden folders; empty: as above. */
export type PlaceRules = { home: string; userHome: string; roots: readonly string[] }

const PATH_CHARS_MAX = 4_096
const SYSTEM =
  /^(?:[A-Za-z]:\\(?:Windows|Program Files|ProgramData)|\/(?:bin|boot|dev|etc|lib\d*|opt|proc|run|sbin|sys|usr|var(?!\/(?:folders|tmp)\/)|System|Library|Applications|private\/(?:etc|var(?!\/(?:folders|tmp)\/))))(?:[\\/]|$)/

/** Where it really lies, or will. @throws `bad-input`, `refused`. */
export function workspacePlace(dir: string, rules: PlaceRules): string {
  if (dir.length > PATH_CHARS_MAX || /[\u0000-\u001f\u007f]/.test(dir) || !isAbsolute(dir)) {
    const message = `dir: expected an absolute path, got "${shown(dir)}"`
    throw new SkillError('bad-input', message, 'Give the whole path of the workspace.')
  }
  const at = outsidePlace(dir)
  if (at !== undefined && at.kind !== 'folder') {
    throw new SkillError('bad-input', `dir: expected a folder, got a file at "${shown(dir)}"`, 'Name a folder.')
  }
  const place = at?.place ?? placeToBe(resolve(dir))
  const home = placeToBe(resolve(rules.home))
  if (isWithin(place, home) || isWithin(home, place)) throw notThere('a folder outside the library', dir)
  if (rules.roots.length > 0) {
    if (rules.roots.some((root) => isWithin(place, placeToBe(resolve(root))))) return place
    throw notThere('a folder in one of those that the setting workspaceRoots names', dir)
  }
  const userHome = placeToBe(resolve(rules.userHome))
  const isSystems = [place, resolve(dir)].some((path) => SYSTEM.test(path))
  if (isSystems || isWithin(userHome, place) || !isRooted(place))
    throw notThere('a folder of its own for the work', dir)
  const isHidden = place.split(sep).some((segment) => segment.startsWith('.'))
  if (isHidden) throw notThere('a folder that is not hidden and lies in none that is', dir)
  return place
}

// No folder is made at the top of a disk.
function isRooted(place: string): boolean {
  const { root } = parse(place)
  const [top = ''] = place.slice(root.length).split(sep)
  return outsidePlace(join(root, top)) !== undefined
}

/** Of a path that is not there yet: the part that is, as it really lies, with the rest. */
function placeToBe(path: string): string {
  const there = outsidePlace(path)?.place
  const parent = resolve(path, '..')
  if (there !== undefined || parent === path) return there ?? path
  return join(placeToBe(parent), path.slice(parent.length).replace(/^[/\\]+/, ''))
}

function isWithin(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

function notThere(expected: string, dir: string): SkillError {
  return new SkillError(
    'refused',
    `dir: expected ${expected}, got "${shown(dir)}"`,
    'Nothing was read or written. Use another folder, or have a person name this one in the setting workspaceRoots.',
  )
}
