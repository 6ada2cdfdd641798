import { z } from 'zod'
import { SkillError, shown } from '../../domain/skill-error.ts'
import { tierOf } from '../../domain/tier.ts'
import type { ShelfEntry } from '../../library/shelf-entry.ts'
import { ageDays } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

const LIMIT_MAX = 500

export const listSkills = defineTool({
  name: 'list_skills',
  toolset: 'core',
  title: 'List skills',
  description:
    'List the skills of the library with their summaries, by name. Filters may be combined: query (every word must occur in name, summary, tags or triggers), prefix ("mcp/"), tag, origin, lifecycle. Long lists come in pages: pass nextCursor as cursor. To find the skill for a task use recall_skills.',
  input: z.object({
    query: z.string().max(1_000).optional(),
    prefix: z.string().max(400).optional().describe('Names that begin with this, such as "mcp/".'),
    tag: z.string().max(500).optional(),
    origin: z.enum(['builtin', 'human', 'machine']).optional(),
    lifecycle: z.enum(['candidate', 'verified', 'released', 'degraded', 'deprecated', 'archived']).optional(),
    limit: z.number().int().min(1).max(LIMIT_MAX).default(50),
    cursor: z.string().max(1_000).optional(),
  }),
  output: z.object({
    skills: z.array(
      z.object({
        name: z.string(),
        summary: z.string(),
        tier: z.number(),
        lifecycle: z.string(),
        ageDays: z.number(),
        lastUsedAt: z.string().optional(),
      }),
    ),
    total: z.number(),
    nextCursor: z.string().optional(),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(args, _call, { shelf, usageOf, level, now }) {
    await level()
    const after = args.cursor === undefined ? undefined : readCursor(args.cursor)
    const matching = shelf.entries().filter((entry) => matches(entry, args))
    const rest = after === undefined ? matching : matching.filter((entry) => entry.skill.name > after)
    const page = rest.slice(0, args.limit)
    const skills = page.map((entry) => ({
      name: entry.skill.name,
      summary: entry.skill.summary,
      tier: tierOf(entry.origin),
      lifecycle: entry.lifecycle,
      ageDays: ageDays(entry.skill.createdAt, now()),
      ...optional('lastUsedAt', usageOf(entry.skill.name)?.lastUsedAt),
    }))
    const nextCursor = rest.length > page.length ? writeCursor(page.at(-1)!.skill.name) : undefined
    return {
      structured: { skills, total: matching.length, ...optional('nextCursor', nextCursor) },
      text: asText(skills, matching.length, nextCursor, now()),
    }
  },
})

type Filter = {
  query?: string | undefined
  prefix?: string | undefined
  tag?: string | undefined
  origin?: string | undefined
  lifecycle?: string | undefined
}

function matches({ skill, origin, lifecycle }: ShelfEntry, filter: Filter): boolean {
  if (filter.prefix !== undefined && !skill.name.startsWith(filter.prefix)) return false
  if (filter.tag !== undefined && !skill.tags.includes(filter.tag)) return false
  if (filter.origin !== undefined && origin !== filter.origin) return false
  if (filter.lifecycle !== undefined && lifecycle !== filter.lifecycle) return false
  if (filter.query === undefined) return true
  const text = [skill.name, skill.summary, ...skill.tags, ...skill.triggers].join('\n').toLowerCase()
  return filter.query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

// A cursor is the last name of a page, so that a page stays right when skills come and go between two calls.
function writeCursor(name: string): string {
  return Buffer.from(`after:${name}`).toString('base64url')
}

function readCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (text.startsWith('after:')) return text.slice('after:'.length)
  throw new SkillError(
    'bad-input',
    `cursor: expected the nextCursor of an earlier answer, got "${shown(cursor)}"`,
    'Leave cursor out to begin at the first page.',
  )
}

function asText(
  skills: { name: string; summary: string; ageDays: number; lastUsedAt?: string }[],
  total: number,
  nextCursor: string | undefined,
  now: Date,
): string {
  if (total === 0) return 'No skills found. save_skill keeps one.'
  const lines = skills.map((s) => {
    const used = s.lastUsedAt === undefined ? 'never used' : `last used ${ageDays(s.lastUsedAt, now)}d ago`
    return `- ${s.name} (${s.ageDays}d old, ${used}): ${s.summary}`
  })
  const more = nextCursor === undefined ? '' : `\nMore: call again with cursor "${nextCursor}".`
  return `Available skills (${total}):\n${lines.join('\n')}${more}`
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V })
}
