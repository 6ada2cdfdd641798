// Packages in the Agent Skills format as skills: a folder with a SKILL.md, a single Markdown file, or a folder of many.
// One that cannot be read never hides the others. Of each only the text is read; nothing is run, followed or fetched.
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { packageFaults } from '../domain/package-faults.ts'
import { PACKAGE_TEXT_BYTES_MAX } from '../domain/package-limits.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { readSkillMd } from '../domain/skill-md-reader.ts'
import { isSkillName, suggestName } from '../domain/skill-name.ts'
import { type OutsidePlace, outsidePlace, readListedFile } from '../files/outside-folder.ts'
import { isCode } from '../files/storage-error.ts'
import { type FoundPackage, findPackages } from './find-packages.ts'

/** @property origin of a package, the same each time it is read: what an update is held against. */
export type ReadPackage = { origin: string; skill?: Skill; diagnostics: Diagnostic[] }
/** @property diagnostics what was found beside packages. */
export type ReadPackages = { packages: ReadPackage[]; diagnostics: Diagnostic[] }

export type ReadContext = {
  /** Shown as `~`. */
  userHome: string
  /** Relative paths begin here. */
  folder: string
  /** ISO 8601. */
  now: string
}

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

function readFound(root: string, { path, text, diagnostics }: FoundPackage, context: ReadContext): ReadPackage {
  const folder = join(root, path)
  const origin = labelOf(folder, context)
  if (diagnostics.some(isError)) return { origin, diagnostics }
  const file = `${origin}/${text.name}`
  const source = textIn(join(folder, text.name), text.stamp, file)
  if (typeof source !== 'string') return { origin, diagnostics: [source, ...diagnostics] }
  const fallbackName = nameOfPlace(path === '' ? basename(root) : path)
  const read = readSkillMd(source, { file, now: context.now, ...(fallbackName === undefined ? {} : { fallbackName }) })
  return { ...read, origin, diagnostics: [...read.diagnostics, ...diagnostics] }
}

// Nothing says that a single file is called after its skill: what it says of itself comes first.
function readFile({ place, ...seen }: OutsidePlace, context: ReadContext): ReadPackage {
  const origin = labelOf(place, context)
  const faults = packageFaults([{ ...seen, path: basename(place) }], labelOf(dirname(place), context))
  if (faults.length > 0) return { origin, diagnostics: faults }
  const source = textIn(place, seen.stamp, origin)
  if (typeof source !== 'string') return { origin, diagnostics: [source] }
  const options = { file: origin, now: context.now }
  const read = readSkillMd(source, options)
  if (read.skill !== undefined) return { ...read, origin }
  const fallbackName = nameOfPlace(basename(place).replace(/\.md$/i, ''))
  return { ...readSkillMd(source, { ...options, ...(fallbackName === undefined ? {} : { fallbackName }) }), origin }
}

// Where the place is no name, one is made of it; the reader warns where the text says otherwise.
function nameOfPlace(path: string): string | undefined {
  const name = path.split(sep).join('/')
  return isSkillName(name) ? name : (suggestName(name) ?? suggestName(basename(path)))
}

function textIn(path: string, stamp: string, file: string): string | Diagnostic {
  const fault = (code: string, expected: string, received: string, fix: string): Diagnostic => ({
    ...{ severity: 'error', code, file, expected, received, fix },
  })
  try {
    const bytes = readListedFile(path, stamp, PACKAGE_TEXT_BYTES_MAX)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof SkillError) return fault(error.code, 'the text of a skill', error.message, error.fix)
    if (isCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA')) {
      return fault('not-utf8', 'text in UTF-8', 'other bytes', 'Save it as UTF-8.')
    }
    if (!isCode(error, 'EACCES', 'EPERM', 'ENOENT', 'EIO')) throw error
    return fault('unreadable', 'a file that may be read', 'one that may not, or is gone', 'Check its permissions.')
  }
}

function labelOf(place: string, { userHome }: ReadContext): string {
  const isInHome = userHome !== '' && userHome !== sep && place.startsWith(`${userHome}${sep}`)
  return (isInHome ? `~${place.slice(userHome.length)}` : place).split(sep).join('/')
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
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
