// What an agent hands in for an import: pasted text, a path, or a URL. It goes the way of every import, as an installer's;
// what a text seems to need is said beside it, for the person who will look at it.
import { isAbsolute, join, sep } from 'node:path'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { reviewFacts } from '../domain/review-facts.ts'
import type { Policy } from '../domain/skill.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { suggestedPolicy } from '../domain/suggested-policy.ts'
import { utf8Text } from '../domain/utf8-text.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { streamToNewFile } from '../files/stream-file.ts'
import { withTempFolder } from '../files/temp-folder.ts'
import type { FetchBytes } from '../net/fetcher.ts'
import type { ReadContext, ReadPackage } from '../store/read-found.ts'
import { isUrl } from './fetch-package.ts'
import { networkForbidden, withFetched } from './fetch-places.ts'
import { type ImportedSkill, type ImportParts, type ImportReport, importSkills } from './import-skills.ts'
import type { ReadPackages } from './read-package.ts'
import { withPlaces } from './read-places.ts'

/** One of the three sources. */
export type TakeSource = { text: string } | { path: string } | { url: string }
/** @property scope the session that what is new is taken for; absent: for the library. */
export type TakeAsked = {
  source: TakeSource
  prefix?: string | undefined
  update: boolean
  scope?: string | undefined
}

/** @property importRoots only below these is a path read. @property fetchBytes undefined: nothing may be fetched. */
export type TakeParts = ImportParts & {
  userHome: string
  importRoots: readonly string[]
  fetchBytes: FetchBytes | undefined
}

/** @property asks what it declares. @property suggestedPolicy what its text seems to need beyond that: never set. */
export type TakenSkill = ImportedSkill & { summary: string; asks: Policy; suggestedPolicy?: Policy }
export type TakeReport = { taken: TakenSkill[]; refused: number; diagnostics: Diagnostic[] }

/** What pasted text is said to come from. */
const PASTED = 'pasted text'

/** @throws `refused` for a path outside the roots and for a URL that may not be fetched; as the readers. */
export async function takePackages({ source, ...asked }: TakeAsked, parts: TakeParts): Promise<TakeReport> {
  const context = { userHome: parts.userHome, folder: sep, now: parts.now().toISOString() }
  if ('path' in source) return taken([placeIn(source.path, parts.importRoots)], context, asked, parts)
  if ('url' in source) return fetched(source.url, context, asked, parts)
  return withTempFolder(async (temp) => {
    // Called so that no name can be taken from it.
    const place = join(temp, '_.md')
    await streamToNewFile(place, [Buffer.from(source.text)], false)
    return taken([place], { ...context, shownAs: new Map([[place, PASTED]]) }, asked, parts)
  })
}

async function fetched(url: string, context: ReadContext, asked: Omit<TakeAsked, 'source'>, parts: TakeParts) {
  // Whatever is none would be read as a path.
  if (!isUrl(url)) {
    const message = `url: expected a URL such as https://host/path, got "${shown(url)}"`
    throw new SkillError('bad-input', message, 'Give the whole URL.')
  }
  const permitted = async () => {
    if (parts.fetchBytes === undefined) throw networkForbidden(url)
    return parts.fetchBytes
  }
  return withFetched([url], { permitted, now: parts.now }, ({ paths, shownAs }) =>
    taken(paths, { ...context, shownAs }, asked, parts),
  )
}

function taken(
  paths: string[],
  context: ReadContext,
  asked: Omit<TakeAsked, 'source'>,
  parts: TakeParts,
): Promise<TakeReport> {
  return withPlaces(paths, context, (read) => takeRead(read, asked, parts))
}

/** As an installer's, whoever asks: nobody here wrote it. */
export async function takeRead(
  read: ReadPackages,
  asked: Omit<TakeAsked, 'source'> & { isDryRun?: boolean },
  parts: ImportParts,
): Promise<TakeReport> {
  const how = { ...asked, isDryRun: asked.isDryRun === true, whose: 'installer' as const }
  return withSuggestions(await importSkills(read, how, parts), read.packages)
}

function withSuggestions({ taken, refused, diagnostics }: ImportReport, packages: readonly ReadPackage[]): TakeReport {
  const byOrigin = new Map(packages.map((each) => [each.origin, each]))
  return { taken: taken.map((each) => ({ ...each, ...seenIn(byOrigin.get(each.origin)!) })), refused, diagnostics }
}

function seenIn({ skill, bytesOf }: ReadPackage): Pick<TakenSkill, 'summary' | 'asks' | 'suggestedPolicy'> {
  const { summary, policy: asks, files } = skill!
  const texts = files.flatMap((file) => {
    const text = bytesOf === undefined ? undefined : utf8Text(bytesOf(file))
    return text === undefined ? [] : [{ path: file.path, text }]
  })
  const suggestion = suggestedPolicy(reviewFacts(skill!, texts))
  return { summary, asks, ...(suggestion === undefined ? {} : { suggestedPolicy: suggestion }) }
}

function placeIn(path: string, roots: readonly string[]): string {
  if (path.includes('\0') || !isAbsolute(path)) {
    const message = `path: expected an absolute path, got "${shown(path)}"`
    throw new SkillError('bad-input', message, 'Give the whole path.')
  }
  const real = roots.flatMap((root) => outsidePlace(root)?.place ?? [])
  const place = outsidePlace(path)?.place
  const isAllowed = (at: string) => real.some((root) => at === root || at.startsWith(`${root}${sep}`))
  if (place !== undefined && isAllowed(place)) return place
  throw new SkillError(
    'refused',
    `path: expected one below a folder that the setting importRoots names, got "${shown(path)}"`,
    roots.length === 0
      ? 'It names none; have a person set it, or import at a terminal: skill-cortex import. Text can be given as text.'
      : 'Nothing was read; have a person import it at a terminal: skill-cortex import.',
  )
}
