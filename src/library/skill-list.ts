// The list of skills as every surface shows it: filtered, in pages, each with what its reader should know of it.
import { ageDays } from '../domain/age-days.ts'
import { pageOf } from '../domain/name-pages.ts'
import type { ListArguments } from '../domain/skill-arguments.ts'
import type { SkillPage } from '../domain/skill-shapes.ts'
import type { Standing } from '../domain/standing.ts'
import type { Shelf } from './shelf.ts'
import type { ShelfEntry } from './shelf-entry.ts'
import type { Standings } from './standings.ts'

export type SkillListParts = {
  shelf: Pick<Shelf, 'entries'>
  standings: Pick<Standings, 'of'>
  usageOf: (name: string) => { loads: number; lastUsedAt: string } | undefined
  now: () => Date
}

/** Of the shelf as it is: whoever wants it level with the disk levels it before. @throws `bad-input` for a bad cursor. */
export function listSkills(args: ListArguments, { shelf, standings, usageOf, now }: SkillListParts): SkillPage {
  const matching = shelf.entries().filter((entry) => isShown(standings.of(entry), args) && matches(entry, args))
  const { page, nextCursor } = pageOf(matching, (entry) => entry.skill.name, args)
  const skills = page.map((entry) => {
    const { tier, lifecycle, approval, warnings } = standings.of(entry)
    const lastUsedAt = usageOf(entry.skill.name)?.lastUsedAt
    return {
      name: entry.skill.name,
      summary: entry.skill.summary,
      ...{ tier, lifecycle, approval },
      ...(warnings[0] === undefined ? {} : { warning: warnings[0] }),
      ageDays: ageDays(entry.skill.createdAt, now()),
      ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    }
  })
  return { skills, total: matching.length, ...(nextCursor === undefined ? {} : { nextCursor }) }
}

// What is put away, or not to be shown yet, is listed only when it is asked for by its state.
function isShown({ exposure }: Standing, { lifecycle }: ListArguments): boolean {
  return exposure !== 'hidden' || lifecycle !== undefined
}

function matches({ skill, origin, lifecycle }: ShelfEntry, filter: ListArguments): boolean {
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
