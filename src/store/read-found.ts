// One package that was found in a folder, as a skill: its text, its policy and its files. Of what stands beside the text the
// bytes are hashed; nothing is run, followed or fetched.
import { basename, join, sep } from 'node:path'
import { askedPolicy } from '../domain/asked-policy.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { PACKAGE_TEXT_BYTES_MAX } from '../domain/package-limits.ts'
import { POLICY_FILE_BYTES_MAX, parsePolicyFile } from '../domain/policy-file.ts'
import type { Skill } from '../domain/skill.ts'
import { readSkillMd, type SkillMdOptions, type SkillMdReading } from '../domain/skill-md-reader.ts'
import { isSkillName, suggestName } from '../domain/skill-name.ts'
import type { FoundPackage } from './find-packages.ts'
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

/** @param root without a link in it. */
export function readFound(root: string, found: FoundPackage, context: ReadContext): ReadPackage {
  const read = readFoundText(root, found, context)
  if (read.skill === undefined) return read
  const beside = hashedFiles(join(root, found.path), found.files, read.origin)
  if ('severity' in beside) return { origin: read.origin, diagnostics: [beside, ...found.diagnostics] }
  return { ...read, skill: { ...read.skill, files: beside.files }, bytesOf: beside.bytesOf }
}

/** The same as far as its text and its policy go: its files are neither read nor in the skill. */
export function readFoundText(root: string, found: FoundPackage, context: ReadContext): Omit<ReadPackage, 'bytesOf'> {
  const { path, text, policy, diagnostics } = found
  const folder = join(root, path)
  const origin = labelOf(folder, context)
  if (diagnostics.some(isError)) return { origin, diagnostics }
  const file = `${origin}/${text.name}`
  const source = packageText(join(folder, text.name), text.stamp, file)
  if (typeof source !== 'string') return { origin, diagnostics: [source, ...diagnostics] }
  const options = { file, now: context.now }
  // A folder of ours is called after nothing.
  const isNameless = path === '' && context.shownAs?.has(root) === true
  const read = isNameless
    ? readNamedByItself(source, basename(root), options)
    : readSkillMd(source, { ...options, ...fallbackOf(path === '' ? basename(root) : path) })
  if (read.skill === undefined) return { origin, diagnostics: [...read.diagnostics, ...diagnostics] }
  const asked = withPolicy(read.skill, { folder, origin, policy })
  return { origin, skill: asked.skill, diagnostics: [...read.diagnostics, ...asked.diagnostics, ...diagnostics] }
}

/** What it says of itself comes first, then the place. */
export function readNamedByItself(source: string, place: string, options: SkillMdOptions): SkillMdReading {
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

/** Of the package itself; a diagnostic where there is none. */
export function packageText(path: string, stamp: string, file: string): string | Diagnostic {
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
