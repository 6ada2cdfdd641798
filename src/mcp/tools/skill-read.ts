// A look at skills for whoever keeps the library: nothing is counted as a load, and what is put away is shown as well. The
// text of a hidden skill stays out: it is for a person to judge, not for an agent to follow.
import { z } from 'zod'
import { dependentsOf } from '../../domain/dependency-graph.ts'
import { listedFile, listedFileShape } from '../../domain/listed-file.ts'
import { pageOf } from '../../domain/name-pages.ts'
import { listArguments, nameArgument } from '../../domain/skill-arguments.ts'
import { skillShape, standingShape } from '../../domain/skill-shapes.ts'
import type { ShelfEntry } from '../../library/shelf-entry.ts'
import { starsOf } from '../answer-parts.ts'
import { defineTool, type ToolParts } from '../tool.ts'

const rowShape = z.object({
  name: z.string(),
  summary: z.string(),
  stars: z.string().describe('The tier, as ★☆☆☆ to ★★★★.'),
  version: z.number(),
  ...standingShape.shape,
})

export const skillRead = defineTool({
  name: 'skill_read',
  toolset: 'manage',
  title: 'Look at skills',
  description:
    'Look at one skill (name), or list them all, with trust stars and lifecycle in brackets: ★☆☆☆ written by a machine, ★★☆☆ approved by a person, ★★★☆ written by a person, ★★★★ shipped. The list takes origin and lifecycle as filters and shows what is deprecated or hidden, too; long lists come in pages: pass nextCursor as cursor. Nothing is counted as a load: to follow a skill use get_skill. The text of a hidden skill is not shown.',
  input: listArguments
    .pick({ origin: true, lifecycle: true, limit: true, cursor: true })
    .extend({ name: nameArgument.optional().describe('One skill. Without it: the list.') }),
  output: z.object({
    skill: skillShape.partial({ content: true, steps: true }).optional(),
    dependents: z.array(z.string()).optional(),
    files: z.array(listedFileShape).optional().describe('Of one skill; get_skill reads them.'),
    skills: z.array(rowShape),
    total: z.number(),
    nextCursor: z.string().optional(),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ name, ...filter }, _call, parts) {
    await parts.level()
    return name === undefined ? listAnswer(filter, parts) : oneAnswer(name, parts)
  },
})

async function oneAnswer(name: string, { library, shelf, standings }: ToolParts) {
  const entry = await library.get(name)
  const row = rowOf(entry, standings)
  const { policy: _policy, extra: _extra, files, content, steps, ...rest } = entry.skill
  const isHidden = row.exposure === 'hidden'
  const skills = shelf.entries().map((other) => other.skill)
  const needed = dependentsOf(name, skills)
  const facts = [
    `${row.origin}, ${row.approval}, ${row.exposure}, version ${row.version}`,
    ...row.warnings.map((warning) => `Warning: ${warning}.`),
    ...(needed.length === 0 ? [] : [`Needed by: ${needed.join(', ')}`]),
  ]
  const text = isHidden ? 'Its text is not shown here; a person reads it with: skill-cortex show' : content
  return {
    structured: {
      skill: isHidden ? rest : { ...rest, content, steps },
      dependents: needed,
      files: files.map(listedFile),
      skills: [row],
      total: 1,
    },
    text: `${rowText(row)}\n${facts.join('\n')}\n\n${text}`,
  }
}

type Filter = Pick<z.output<typeof listArguments>, 'origin' | 'lifecycle' | 'limit' | 'cursor'>

function listAnswer({ origin, lifecycle, limit, cursor }: Filter, { shelf, standings }: ToolParts) {
  const rows = shelf
    .entries()
    .map((entry) => rowOf(entry, standings))
    .filter((row) => origin === undefined || row.origin === origin)
    .filter((row) => lifecycle === undefined || row.lifecycle === lifecycle)
  const { page, nextCursor } = pageOf(rows, (row) => row.name, { cursor, limit })
  const lines = page.map((row) => `- ${rowText(row)}${row.warnings[0] === undefined ? '' : ` (${row.warnings[0]})`}`)
  const more = nextCursor === undefined ? '' : `\nMore: call again with cursor "${nextCursor}".`
  return {
    structured: { skills: page, total: rows.length, ...(nextCursor === undefined ? {} : { nextCursor }) },
    text: rows.length === 0 ? 'No skills found.' : `Skills (${rows.length}):\n${lines.join('\n')}${more}`,
  }
}

function rowOf(entry: ShelfEntry, standings: ToolParts['standings']): z.output<typeof rowShape> {
  const { name, summary } = entry.skill
  const standing = standings.of(entry)
  return { name, summary, stars: starsOf(standing.tier), version: entry.version, ...standing }
}

function rowText({ stars, lifecycle, name, summary }: z.output<typeof rowShape>): string {
  return `${stars} [${lifecycle}] ${name}: ${summary}`
}
