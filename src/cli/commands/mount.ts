import { homedir } from 'node:os'
import { z } from 'zod'
import type { Mount } from '../../domain/mount.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import { outsidePlace } from '../../files/outside-folder.ts'
import { type MountAsked, mountFolder } from '../../packages/mounting.ts'
import { placesOfClient } from '../../packages/read-places.ts'
import { SKILL_SOURCES } from '../../packages/usual-places.ts'
import type { ReadContext } from '../../store/read-found.ts'
import type { Command, CommandAnswer, CommandHome, Surroundings } from '../command.ts'
import { mountDocument, mountedText, mountsText } from '../mount-text.ts'
import { oneOf, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

const optionsSchema = z.object({
  from: oneOf(SKILL_SOURCES).optional(),
  prefix: z.string().optional(),
  as: z.string().optional(),
})
type Options = z.output<typeof optionsSchema>

export const mount: Command = {
  usage: 'mount [path]',
  summary: 'serve a folder of skills (SKILL.md) as it stands, read-only; without a path, list what is mounted',
  options: [
    [
      '--from <client>',
      `the folders where a client keeps its skills, here and in your home: ${SKILL_SOURCES.join(', ')}`,
    ],
    ['--prefix <name>', 'put this before every name: work makes work/pdf of pdf'],
    ['--as <source>', 'how the folder is called in reports and in names such as pdf@work; else like the folder'],
  ],
  help: [
    'What is changed, added or removed in the folder is so in the library a few seconds later; nothing is ever written there.',
    'Where two skills have one name, that of the library comes first, then the folders in the order of their mounting; any',
    'other copy is read as NAME@SOURCE. Approvals and versions are kept here, also while the folder is away.',
    'It takes a person: what stands in the folder is served as yours. No link in it is followed, nothing in it is run.',
  ].join('\n'),
  async run([path], given, around) {
    const options = parseOptions(optionsSchema, given)
    return withHome(around, given, async (home) => {
      if (path === undefined && options.from === undefined) return listed(home, options)
      await assertPerson(spelled(path, options), home, around)
      const context = contextOf(around)
      const mounted: Mount[] = []
      for (const asked of await askedFolders(path, options, context, home)) {
        mounted.push(await mountFolder(asked, context, { book: home.mounts.book, home: home.layout.home }))
      }
      await home.shelf.lookAround()
      const { mounts } = await home.mounts.report()
      const ours = mounts.filter((each) => mounted.some(({ source }) => source === each.mount.source))
      return { json: { mounted: ours.map(mountDocument) }, text: mountedText(ours) }
    })
  },
}

async function listed({ mounts: all }: CommandHome, { prefix, as }: Options): Promise<CommandAnswer> {
  if (prefix !== undefined || as !== undefined) {
    throw new SkillError('bad-input', 'expected a path or --from, got neither', 'Name the folder to be mounted.')
  }
  const { mounts, fault } = await all.report()
  const faults = [...(fault === undefined ? [] : [fault]), ...mounts.flatMap(({ diagnostics }) => diagnostics)]
  return {
    json: { mounts: mounts.map(mountDocument), findings: fault === undefined ? [] : [fault] },
    text: mountsText(mounts, fault),
    exit: faults.some(({ severity }) => severity === 'error') ? 1 : 0,
  }
}

/** Of a client those that are not mounted yet, unless all are. */
async function askedFolders(
  path: string | undefined,
  { from, prefix, as }: Options,
  context: ReadContext,
  { mounts: { book } }: CommandHome,
): Promise<MountAsked[]> {
  if (path !== undefined && from !== undefined) {
    throw new SkillError('bad-input', 'expected a path or --from, got both', 'Mount one after the other.')
  }
  if (path !== undefined) return [{ path, prefix, as }]
  const there = placesOfClient(from!, context)
  const { mounts } = await book.read()
  const known = new Set(mounts.map((each) => each.path))
  const open = there.filter((place) => !known.has(outsidePlace(place)?.place ?? place))
  const places = open.length === 0 ? there : open
  if (as !== undefined && places.length > 1) {
    const message = `--as: expected one folder to be called "${shown(as)}", got ${places.length}`
    throw new SkillError('bad-input', message, 'Leave it out, or name one folder as a path.')
  }
  return places.map((place) => ({ path: place, prefix, as, from }))
}

function spelled(path: string | undefined, { from, prefix, as }: Options): string {
  const parts = [
    path === undefined ? `--from ${from}` : shown(path),
    prefix && `--prefix ${shown(prefix)}`,
    as && `--as ${shown(as)}`,
  ]
  return `mount ${parts.filter((part) => part !== undefined).join(' ')}`
}

function contextOf({ env, now }: Surroundings): ReadContext {
  const userHome = env.HOME || homedir()
  return { userHome: outsidePlace(userHome)?.place ?? userHome, folder: process.cwd(), now: now().toISOString() }
}
