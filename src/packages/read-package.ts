// Packages in the Agent Skills format as skills: a folder with a SKILL.md, a single Markdown file, or a folder of many.
// One that cannot be read never hides the others.
import { basename, dirname, resolve } from 'node:path'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { packageFaults } from '../domain/package-faults.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { type OutsidePlace, outsidePlace } from '../files/outside-folder.ts'
import { findPackages } from '../store/find-packages.ts'
import {
  labelOf,
  packageText,
  type ReadContext,
  type ReadPackage,
  readFound,
  readNamedByItself,
} from '../store/read-found.ts'

/** @property diagnostics what was found beside packages. */
export type ReadPackages = { packages: ReadPackage[]; diagnostics: Diagnostic[] }

/**
 * @param path a link at its own place is followed: whoever named it chose it. Below it no link is.
 * @throws `not-found`, `bad-input` for a file that is no Markdown, `too-large` as `findPackages`.
 */
export function readPackages(path: string, context: ReadContext): ReadPackages {
  const at = outsidePlace(resolve(context.folder, path))
  if (at === undefined) throw notThere(path)
  if (at.kind === 'special') throw noMarkdown(path, 'a pipe, socket or device')
  if (at.kind === 'folder') return readFolder(at.place, context)
  if (basename(at.place).toLowerCase() === 'skill.md') return readFolder(dirname(at.place), context)
  if (!at.place.toLowerCase().endsWith('.md')) throw noMarkdown(path, `"${shown(basename(at.place))}"`)
  return { packages: [readFile(at, context)], diagnostics: [] }
}

function readFolder(root: string, context: ReadContext): ReadPackages {
  const { packages, diagnostics } = findPackages(root, labelOf(root, context))
  return { packages: packages.map((found) => readFound(root, found, context)), diagnostics }
}

// Nothing says that a single file is called after its skill.
function readFile({ place, ...seen }: OutsidePlace, context: ReadContext): ReadPackage {
  const origin = labelOf(place, context)
  const faults = packageFaults([{ ...seen, path: basename(place) }], labelOf(dirname(place), context))
  if (faults.length > 0) return { origin, diagnostics: faults }
  const source = packageText(place, seen.stamp, origin)
  if (typeof source !== 'string') return { origin, diagnostics: [source] }
  const name = basename(place).replace(/\.md$/i, '')
  return { ...readNamedByItself(source, name, { file: origin, now: context.now }), origin }
}

function notThere(path: string): SkillError {
  return new SkillError(
    'not-found',
    `expected a folder or a Markdown file at "${shown(path)}", got nothing there`,
    'Check the path; a folder with a SKILL.md, one of several such folders, or a .md file can be imported.',
  )
}

function noMarkdown(path: string, came: string): SkillError {
  return new SkillError(
    'bad-input',
    `"${shown(path)}": expected a folder or a Markdown file, got ${came}`,
    'Name the folder that holds SKILL.md, or a .md file.',
  )
}
