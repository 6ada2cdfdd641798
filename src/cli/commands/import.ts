import { homedir } from 'node:os'
import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import { outsidePlace } from '../../files/outside-folder.ts'
import type { FetchBytes } from '../../net/fetcher.ts'
import { type FetchedPlaces, networkForbidden, withFetched } from '../../packages/fetch-places.ts'
import { importJsonTree, type TreeParts } from '../../packages/import-json-tree.ts'
import { type ImportAsked, type ImportReport, importSkills } from '../../packages/import-skills.ts'
import { placesOfClient, withPlaces } from '../../packages/read-places.ts'
import { SKILL_SOURCES, type SkillSource } from '../../packages/usual-places.ts'
import type { ReadContext } from '../../store/read-found.ts'
import type { Command, CommandAnswer, Surroundings } from '../command.ts'
import { importText } from '../import-text.ts'
import { flag, oneOf, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

/** Of seed 004: JSON files with their usage log. */
const TREE = 'tree'

const optionsSchema = z.object({
  prefix: z.string().optional(),
  dryRun: flag,
  update: flag,
  mine: flag,
  from: oneOf([...SKILL_SOURCES, TREE]).optional(),
})

export const importCommand: Command = {
  usage: 'import [path-or-url...]',
  summary: 'take skills in the Agent Skills format (SKILL.md) into the library',
  options: [
    [
      '--from <client>',
      `look where a client keeps its skills, here and in your home: ${SKILL_SOURCES.join(', ')}; or ${TREE}: the path is a tree of JSON files, one a skill, and the uses in skill-usage/ beside it come along`,
    ],
    ['--prefix <name>', 'put this before every name: work makes work/pdf of pdf'],
    ['--dry-run', 'only show what would be taken'],
    ['--update', 'take again what was imported from the same place and has changed there'],
    ['--allow-network', 'let a URL be fetched; also the setting allowNetwork'],
    ['--mine', 'they are your own work and need no review; only at a terminal'],
  ],
  help: [
    'A path is a folder with a SKILL.md, a folder of several such folders, a .zip or .skill archive of one of these, or a',
    'single .md file. Of an archive that is damaged or lies, nothing is taken.',
    'A URL (https://host/path) of a SKILL.md or an archive is fetched with --allow-network, from public addresses only.',
    'What is imported is a candidate that nobody reviewed: it is loaded by name only, until you say yes to it.',
    'Nothing that stands is written over. Files beside the text come with it. No link is followed, nothing is run.',
  ].join('\n'),
  async run(paths, options, around) {
    const asked = parseOptions(optionsSchema, options)
    const permitted = (url: string) => permittedFetcher(url, options, around)
    return withFetched(paths, { permitted, now: around.now }, (named) => importNamed(named, asked, options, around))
  },
}

async function importNamed(
  { paths, shownAs, fetched }: FetchedPlaces,
  { prefix, dryRun, update, mine, from }: z.output<typeof optionsSchema>,
  options: Record<string, unknown>,
  around: Surroundings,
): Promise<CommandAnswer> {
  const context = { ...contextOf(around), shownAs }
  const answer = (take: (parts: TreeParts, asked: ImportAsked) => Promise<ImportReport>) =>
    withHome(around, options, async (home) => {
      if (mine === true && dryRun !== true) await assertPerson('import --mine', home, around)
      const asked = {
        prefix,
        update: update === true,
        isDryRun: dryRun === true,
        whose: mine === true ? ('person' as const) : ('installer' as const),
      }
      const report = await take({ ...home, now: around.now }, asked)
      return {
        json: { dryRun: asked.isDryRun, ...(fetched.length === 0 ? {} : { fetched }), ...report },
        text: importText(report, asked.isDryRun, fetched),
        exit: report.refused > 0 || report.taken.length === 0 ? (1 as const) : (0 as const),
      }
    })
  if (from === TREE) return answer((parts, asked) => importJsonTree(oneTree(paths), context, asked, parts))
  return withPlaces(namedPlaces(paths, from, context), context, (read) =>
    answer((parts, asked) => importSkills(read, asked, parts)),
  )
}

function oneTree([path, ...more]: string[]): string {
  if (path !== undefined && more.length === 0) return path
  const came = path === undefined ? 'none' : `${more.length + 1} paths`
  throw new SkillError('bad-input', `--from ${TREE}: expected one folder, got ${came}`, 'Name the folder of the tree.')
}

async function permittedFetcher(
  url: string,
  options: Record<string, unknown>,
  { settings, fetcher }: Surroundings,
): Promise<FetchBytes> {
  const allowed = settings(options).settings.find(({ key }) => key === 'allowNetwork')?.value
  if (allowed !== true) throw networkForbidden(url)
  return fetcher()
}

function contextOf({ env, now }: Surroundings): ReadContext & { userHome: string } {
  const userHome = env.HOME || homedir()
  return { userHome: outsidePlace(userHome)?.place ?? userHome, folder: process.cwd(), now: now().toISOString() }
}

function namedPlaces(paths: string[], from: SkillSource | undefined, context: ReadContext): string[] {
  if (paths.length === 0 && from === undefined) {
    throw new SkillError('bad-input', 'expected a path or --from, got neither', 'Name a folder with a SKILL.md.')
  }
  return [...paths, ...(from === undefined ? [] : placesOfClient(from, context))]
}
