import { homedir } from 'node:os'
import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import { outsidePlace } from '../../files/outside-folder.ts'
import { importSkills } from '../../packages/import-skills.ts'
import type { ReadContext, ReadPackages } from '../../packages/read-package.ts'
import { placesOfClient, readPlaces } from '../../packages/read-places.ts'
import { SKILL_SOURCES, type SkillSource } from '../../packages/usual-places.ts'
import type { Command, Surroundings } from '../command.ts'
import { importText } from '../import-text.ts'
import { flag, oneOf, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

const optionsSchema = z.object({
  prefix: z.string().optional(),
  dryRun: flag,
  update: flag,
  mine: flag,
  from: oneOf(SKILL_SOURCES).optional(),
})

export const importCommand: Command = {
  usage: 'import [path...]',
  summary: 'take skills in the Agent Skills format (SKILL.md) into the library',
  options: [
    ['--from <client>', `look where a client keeps its skills, here and in your home: ${SKILL_SOURCES.join(', ')}`],
    ['--prefix <name>', 'put this before every name: work makes work/pdf of pdf'],
    ['--dry-run', 'only show what would be taken'],
    ['--update', 'take again what was imported from the same place and has changed there'],
    ['--mine', 'they are your own work and need no review; only at a terminal'],
  ],
  help: [
    'A path is a folder with a SKILL.md, a folder of several such folders, or a single .md file.',
    'What is imported is a candidate that nobody reviewed: it is loaded by name only, until you say yes to it.',
    'Nothing that stands is written over. Files beside the text are named, and not taken yet. No link is followed.',
  ].join('\n'),
  async run(paths, options, around) {
    const { prefix, dryRun, update, mine, from } = parseOptions(optionsSchema, options)
    const context = contextOf(around)
    const read = readAll(paths, from, context)
    return withHome(around, options, async (home) => {
      if (mine === true && dryRun !== true) await assertPerson('import --mine', home, around)
      const asked = {
        prefix,
        update: update === true,
        isDryRun: dryRun === true,
        whose: mine === true ? ('person' as const) : ('installer' as const),
      }
      const report = await importSkills(read, asked, { ...home, now: around.now })
      return {
        json: { dryRun: asked.isDryRun, ...report },
        text: importText(report, asked.isDryRun),
        exit: report.refused > 0 || report.taken.length === 0 ? 1 : 0,
      }
    })
  },
}

function contextOf({ env, now }: Surroundings): ReadContext & { userHome: string } {
  const userHome = env.HOME || homedir()
  return { userHome: outsidePlace(userHome)?.place ?? userHome, folder: process.cwd(), now: now().toISOString() }
}

function readAll(paths: string[], from: SkillSource | undefined, context: ReadContext): ReadPackages {
  if (paths.length === 0 && from === undefined) {
    throw new SkillError('bad-input', 'expected a path or --from, got neither', 'Name a folder with a SKILL.md.')
  }
  return readPlaces([...paths, ...(from === undefined ? [] : placesOfClient(from, context))], context)
}
