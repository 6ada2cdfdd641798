// The library and the disk: what people changed there, and a skill in the form in which it leaves.
import { homedir } from 'node:os'
import { z } from 'zod'
import { diagnosticShape } from '../../domain/diagnostic-shape.ts'
import { LIFECYCLES } from '../../domain/record.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import { writeSkillMd } from '../../domain/skill-md-writer.ts'
import { outsidePlace } from '../../files/outside-folder.ts'
import type { FetchBytes } from '../../net/fetcher.ts'
import { isUrl } from '../../packages/fetch-package.ts'
import { networkForbidden, withFetched } from '../../packages/fetch-places.ts'
import { type ImportAsked, importSkills } from '../../packages/import-skills.ts'
import { placeInUsual, placesOfClient, readPlaces, withPlaces } from '../../packages/read-places.ts'
import { SKILL_SOURCES } from '../../packages/usual-places.ts'
import type { ReadContext } from '../../store/read-found.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { assertVisible } from './visible.ts'

const PATH_CHARS_MAX = 4096

const faults = z.array(diagnosticShape)

const importBody = z.strictObject({
  from: z.enum(SKILL_SOURCES).optional(),
  path: z.string().min(1).max(PATH_CHARS_MAX).optional(),
  url: z.string().min(1).max(PATH_CHARS_MAX).optional(),
  prefix: nameArgument.optional(),
  update: z.boolean().default(false),
  dryRun: z.boolean().default(false),
})

const imported = z.object({
  fetched: z
    .array(z.object({ url: z.string(), from: z.string(), at: z.string(), bytes: z.number(), sha256: z.string() }))
    .optional(),
  taken: z.array(
    z.object({
      name: z.string(),
      origin: z.string(),
      outcome: z.enum(['new', 'updated', 'unchanged']),
      files: z.number(),
      as: z.enum([...LIFECYCLES, 'draft', 'planned']),
    }),
  ),
  refused: z.number(),
  diagnostics: faults,
})

export const loadHuman = defineRoute({
  method: 'POST',
  path: '/api/skills/load-human',
  who: 'operator',
  summary:
    'Read again what stands on disk: what is new, changed or gone since the server last looked, and what cannot be read; with a body, first import from where clients keep skills, or from a URL where the setting allowNetwork is on',
  body: importBody.optional(),
  answer: z.object({
    added: z.array(z.string()),
    changed: z.array(z.string()),
    removed: z.array(z.string()),
    total: z.number(),
    faults,
    imported: imported.optional(),
  }),
  async run({ body }, parts) {
    const { shelf } = parts
    const digests = () => new Map(shelf.entries().map((entry) => [entry.skill.name, entry.digest]))
    const before = digests()
    const report = body === undefined ? {} : { imported: await importAsked(body, parts) }
    await shelf.lookAround()
    const after = digests()
    const names = [...after.keys()]
    return {
      json: {
        added: names.filter((name) => !before.has(name)),
        changed: names.filter((name) => before.has(name) && before.get(name) !== after.get(name)),
        removed: [...before.keys()].filter((name) => !after.has(name)),
        total: after.size,
        faults: shelf.diagnostics(),
        ...report,
      },
    }
  },
})

// Never as a person's own work: a token shows who asks, not who wrote.
async function importAsked(body: z.output<typeof importBody>, parts: ApiParts): Promise<z.output<typeof imported>> {
  const { url, prefix, update, dryRun } = body
  const ways = (['from', 'path', 'url'] as const).filter((way) => body[way] !== undefined)
  if (ways.length !== 1) {
    const came = ways.length === 0 ? 'none' : ways.join(' and ')
    throw new SkillError('bad-input', `the body: expected one of "from", "path" and "url", got ${came}`, 'Give one.')
  }
  const asked: ImportAsked = { prefix, update, isDryRun: dryRun, whose: 'installer' }
  const context = contextOf(parts)
  if (url === undefined) return importSkills(readPlaces(placesOf(body, context), context), asked, parts)
  const fetching = { permitted: (each: string) => permitted(each, parts), now: parts.now }
  return withFetched([assertUrl(url)], fetching, ({ paths, shownAs, fetched }) =>
    withPlaces(paths, { ...context, shownAs }, async (read) => ({
      fetched,
      ...(await importSkills(read, asked, parts)),
    })),
  )
}

function contextOf({ now }: ApiParts): ReadContext {
  const userHome = homedir()
  return {
    userHome: outsidePlace(userHome)?.place ?? userHome,
    folder: process.cwd(),
    now: now().toISOString(),
  }
}

function placesOf({ from, path }: z.output<typeof importBody>, context: ReadContext): string[] {
  return from === undefined ? [placeInUsual(path ?? '', context)] : placesOfClient(from, context)
}

// What is no URL would be read as a path, and a server reads no path but those of clients.
function assertUrl(url: string): string {
  if (isUrl(url)) return url
  throw new SkillError('bad-input', `url: expected https://host/path, got "${shown(url)}"`, 'A folder is "path".')
}

function permitted(url: string, { fetchBytes }: ApiParts): Promise<FetchBytes> {
  if (fetchBytes === undefined) throw networkForbidden(url)
  return Promise.resolve(fetchBytes)
}

export const exportSkill = defineRoute({
  method: 'POST',
  path: '/api/skills/export',
  who: 'anyone',
  summary: 'A skill as the text of a SKILL.md',
  body: z.object({ name: nameArgument }),
  answer: z.object({ name: z.string(), file: z.literal('SKILL.md'), text: z.string() }),
  async run({ body: { name }, caller }, parts) {
    await assertVisible(name, caller, parts)
    const { skill } = await parts.library.get(name)
    return { json: { name, file: 'SKILL.md' as const, text: writeSkillMd(skill) } }
  },
})
