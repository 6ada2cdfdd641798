import { z } from 'zod'
import { recordSchema } from '../../domain/record.ts'
import { columns } from '../columns.ts'
import type { Command } from '../command.ts'
import { archivedSkills, type ListedSkill, standingSkills } from '../listed-skill.ts'
import { oneOf, parseOptions, wholeNumber } from '../parse-options.ts'
import { markText } from '../standing-text.ts'
import { withHome } from '../with-home.ts'
import { counted, day, shortened, stars } from '../wording.ts'

const LIMIT_MAX = 100_000
const LIMIT = 200
const SUMMARY_CHARS_SHOWN = 90
const MARK_CHARS_SHOWN = 80
const ORIGINS = recordSchema.shape.origin.options
const LIFECYCLES = recordSchema.shape.lifecycle.options

const optionsSchema = z.object({
  prefix: z.string().optional(),
  tag: z.string().optional(),
  origin: oneOf(ORIGINS).optional(),
  lifecycle: oneOf(LIFECYCLES).optional(),
  limit: wholeNumber(1, LIMIT_MAX).optional(),
})
type Filter = z.output<typeof optionsSchema> & { query: string | undefined }

export const list: Command = {
  usage: 'list [query]',
  summary: 'list the skills; every word of the query must occur in name, summary, tags or triggers',
  options: [
    ['--prefix <text>', 'names that begin with this, such as "mcp/"'],
    ['--tag <tag>', 'skills with this tag'],
    ['--origin <origin>', `one of ${ORIGINS.join(', ')}`],
    ['--lifecycle <state>', `one of ${LIFECYCLES.join(', ')}`],
    ['--limit <n>', `at most so many (default ${LIMIT})`],
  ],
  help: [
    'Stars say where a skill comes from: 4 shipped, 3 written by a person, 2 written by an agent and approved, 1 not approved.',
    'Those that agents do not see are listed, too, with the reason; archived ones only by --lifecycle archived.',
  ].join('\n'),
  async run([query], options, around) {
    const filter = { ...parseOptions(optionsSchema, options), query }
    return withHome(around, options, async (home) => {
      const all = filter.lifecycle === 'archived' ? await archivedSkills(home) : standingSkills(home)
      const matching = all.filter((skill) => matches(skill, filter))
      const skills = matching.slice(0, filter.limit ?? LIMIT)
      const faults = home.shelf.diagnostics().length
      return {
        json: { skills, total: matching.length, faults },
        text: [...asText(skills, matching.length, all.length), ...faultNote(faults)].join('\n'),
      }
    })
  },
}

function matches(skill: ListedSkill, { query, prefix, tag, origin, lifecycle }: Filter): boolean {
  if (prefix !== undefined && !skill.name.startsWith(prefix)) return false
  if (tag !== undefined && !skill.tags.includes(tag)) return false
  if (origin !== undefined && skill.origin !== origin) return false
  if (lifecycle !== undefined && skill.lifecycle !== lifecycle) return false
  const text = [skill.name, skill.summary, ...skill.tags, ...skill.triggers].join('\n').toLowerCase()
  const words = query?.toLowerCase().split(/\s+/) ?? []
  return words.every((word) => text.includes(word))
}

function asText(skills: ListedSkill[], total: number, all: number): string[] {
  if (total === 0) return [all === 0 ? 'There are no skills.' : `None of the ${counted(all, 'skill')} fits.`]
  const marks = skills.map((skill) => (skill.archivedAt === null ? markText(skill) : ''))
  const hasMarks = marks.some((mark) => mark !== '')
  const rows = skills.map((skill, i) => [
    skill.name,
    stars(skill.tier),
    skill.origin,
    skill.archivedAt === null ? skill.lifecycle : `archived ${day(skill.archivedAt)}`,
    String(skill.loads),
    skill.lastUsedAt === null ? 'never' : day(skill.lastUsedAt),
    ...(hasMarks ? [shortened(marks[i]!, MARK_CHARS_SHOWN)] : []),
    shortened(skill.summary, SUMMARY_CHARS_SHOWN),
  ])
  const heads = ['name', 'tier', 'origin', 'lifecycle', 'loads', 'last used', ...(hasMarks ? ['mark'] : []), 'summary']
  const count =
    skills.length === total
      ? `${counted(total, 'skill')}.`
      : `${skills.length} of ${counted(total, 'skill')}; --limit ${total} shows all.`
  return [columns(heads, rows), '', count]
}

function faultNote(faults: number): string[] {
  if (faults === 0) return []
  return [
    `${counted(faults, 'file')} cannot be read as ${faults === 1 ? 'a skill' : 'skills'}; see: skill-cortex check`,
  ]
}
