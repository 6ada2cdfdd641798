// Packages in the Agent Skills format as skills: a folder with a SKILL.md, a single Markdown file, or a folder of many.
// One that cannot be read never hides the others. Of what stands beside the text the bytes are hashed; nothing is run, followed or fetched.
import { basename, dirname, join, resolve, sep } from 'node:path'
import { askedPolicy } from '../domain/asked-policy.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { packageFaults } from '../domain/package-faults.ts'
import { PACKAGE_TEXT_BYTES_MAX } from '../domain/package-limits.ts'
import { POLICY_FILE_BYTES_MAX, parsePolicyFile } from '../domain/policy-file.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { readSkillMd, type SkillMdOptions, type SkillMdReading } from '../domain/skill-md-reader.ts'
import { isSkillName, suggestName } from '../domain/skill-name.ts'
import { type OutsidePlace, outsidePlace } from '../files/outside-folder.ts'
import { type FoundPackage, findPackages } from './find-packages.ts'
import { hashedFiles } from './hashed-files.ts'
import { listedText } from './listed-text.ts'

/** @property origin of a package, the same each time it is read: what an update is held against. */
export type ReadPackage = {
  origin: string
  /** With its files. */
  skill?: Skill
  /** The bytes of one of these, as they were hashed. @throws `damaged` when others stand there by now. */
  bytesOf?: (file: ManifestFile) => Buffer
  diagnostics: Diagnostic[]
}
/** @property diagnostics what was found beside packages. */
export type ReadPackages = { packages: ReadPackage[]; diagnostics: Diagnostic[] }

export type ReadContext = {
  /** Shown as `~`. */
  userHome: string
  /** Relative paths begin here. */
  folder: string
  /** ISO 8601. */
  now: string
  /** Places that mean nothing to anybody, each with what it and all below is called instead: temporary ones. */
  shownAs?: ReadonlyMap<string, string>
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

function readFound(root: string, found: FoundPackage, context: ReadContext): ReadPackage {
  const { path, text, policy, diagnostics } = found
  const folder = join(root, path)
  const origin = labelOf(folder, context)
  if (diagnostics.some(isError)) return { origin, diagnostics }
  const file = `${origin}/${text.name}`
  const source = textIn(join(folder, text.name), text.stamp, file)
  if (typeof source !== 'string') return { origin, diagnostics: [source, ...diagnostics] }
  const options = { file, now: context.now }
  // A folder of ours is called after nothing.
  const isNameless = path === '' && context.shownAs?.has(root) === true
  const read = isNameless
    ? readNamedByItself(source, basename(root), options)
    : readSkillMd(source, { ...options, ...fallbackOf(path === '' ? basename(root) : path) })
  if (read.skill === undefined) return { origin, diagnostics: [...read.diagnostics, ...diagnostics] }
  const asked = withPolicy(read.skill, { folder, origin, policy })
  const beside = hashedFiles(folder, found.files, origin)
  if ('severity' in beside) return { origin, diagnostics: [beside, ...diagnostics] }
  const { files, bytesOf } = beside
  const said = [...read.diagnostics, ...asked.diagnostics, ...diagnostics]
  return { origin, skill: { ...asked.skill, files }, bytesOf, diagnostics: said }
}

// Nothing says that a single file is called after its skill.
function readFile({ place, ...seen }: OutsidePlace, context: ReadContext): ReadPackage {
  const origin = labelOf(place, context)
  const faults = packageFaults([{ ...seen, path: basename(place) }], labelOf(dirname(place), context))
  if (faults.length > 0) return { origin, diagnostics: faults }
  const source = textIn(place, seen.stamp, origin)
  if (typeof source !== 'string') return { origin, diagnostics: [source] }
  const name = basename(place).replace(/\.md$/i, '')
  return { ...readNamedByItself(source, name, { file: origin, now: context.now }), origin }
}

// What it says of itself comes first, then the place.
function readNamedByItself(source: string, place: string, options: SkillMdOptions): SkillMdReading {
  const read = readSkillMd(source, options)
  return read.skill === undefined ? readSkillMd(source, { ...options, ...fallbackOf(place) }) : read
}

function fallbackOf(place: string): Pick<SkillMdOptions, 'fallbackName'> {
  const fallbackName = nameOfPlace(place)
  return fallbackName === undefined ? {} : { fallbackName }
}

// Where the place is no name, one is made of it; the reader warns where the text says otherwise.
function nameOfPlace(path: string): string | undefined {
  const name = path.split(sep).join('/')
  return isSkillName(name) ? name : (suggestName(name) ?? suggestName(basename(path)))
}

function textIn(path: string, stamp: string, file: string): string | Diagnostic {
  return listedText({ path, stamp, file, bytesMax: PACKAGE_TEXT_BYTES_MAX, expected: 'the text of a skill' })
}

// What it asks for: nothing of it is in force before a person approved the skill.
function withPolicy(
  skill: Skill,
  { folder, origin, policy }: PolicyPlace,
): { skill: Skill; diagnostics: Diagnostic[] } {
  if (policy === undefined) return { skill, diagnostics: [] }
  const file = `${origin}/${policy.name}`
  const expected = 'the policy of a skill'
  const { stamp } = policy
  const text = listedText({ path: join(folder, policy.name), stamp, file, bytesMax: POLICY_FILE_BYTES_MAX, expected })
  // Without it the skill asks for less, so the skill is taken all the same.
  if (typeof text !== 'string') return { skill, diagnostics: [{ ...text, severity: 'warning' }] }
  const read = parsePolicyFile(text, file)
  const asked = askedPolicy(skill.policy, read.policy, file)
  const { provenance } = read
  const claims = provenance === undefined || Object.hasOwn(skill.extra, 'provenance') ? {} : { provenance }
  const extra = { ...skill.extra, ...claims }
  return { skill: { ...skill, policy: asked.policy, extra }, diagnostics: [...read.diagnostics, ...asked.diagnostics] }
}

type PolicyPlace = Pick<FoundPackage, 'policy'> & { folder: string; origin: string }

/** What a place is called in messages, and as the origin of what stands there. */
export function labelOf(place: string, { userHome, shownAs }: ReadContext): string {
  for (const [hidden, name] of shownAs ?? []) {
    if (isWithin(place, hidden)) return `${name}${place.slice(hidden.length).split(sep).join('/')}`
  }
  const isInHome = userHome !== '' && userHome !== sep && place !== userHome && isWithin(place, userHome)
  return (isInHome ? `~${place.slice(userHome.length)}` : place).split(sep).join('/')
}

function isWithin(place: string, folder: string): boolean {
  return place === folder || place.startsWith(`${folder}${sep}`)
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
