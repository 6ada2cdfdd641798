// One row of `list`: a skill that stands, or one that was archived, in one form that can be filtered and printed.
import type { Lifecycle, Origin } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Standing } from '../domain/standing.ts'
import type { CommandHome } from './command.ts'
import { formerStanding, readFormerSkill } from './former-skill.ts'

export type ListedSkill = {
  name: string
  summary: string
  tags: string[]
  triggers: string[]
  origin: Origin
  lifecycle: Lifecycle
  version: number
  createdAt: string | null
  updatedAt: string | null
  archivedAt: string | null
  loads: number
  lastUsedAt: string | null
} & Omit<Standing, 'origin' | 'lifecycle'>

/** Also those that agents do not see: a person sees everything. */
export function standingSkills({ shelf, standings, usageOf }: CommandHome): ListedSkill[] {
  return shelf.entries().map((entry) => ({
    ...said(entry.skill),
    ...standings.of(entry),
    version: entry.version,
    archivedAt: null,
    ...used(usageOf(entry.skill.name)),
  }))
}

/** From the records: an archived skill has no file any more. Sorted by name. */
export async function archivedSkills(home: CommandHome): Promise<ListedSkill[]> {
  const { records } = await home.store.records()
  const archived = records.filter(
    ({ name, lifecycle }) => lifecycle === 'archived' && home.shelf.entry(name) === undefined,
  )
  const rows: ListedSkill[] = []
  for (const record of archived) {
    const { name, archivedAt, versions } = record
    const skill = await lastText(home, name)
    const standing = formerStanding(home, record, skill)
    const version = versions.at(-1)?.version ?? 0
    rows.push({ ...said(skill, name), ...standing, version, archivedAt, ...used(home.usageOf(name)) })
  }
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1))
}

// A list never fails because of one: an archived skill whose bytes are gone is still one that was there.
async function lastText({ store }: CommandHome, name: string): Promise<Skill | undefined> {
  try {
    return (await readFormerSkill(store, name, undefined)).skill
  } catch (error) {
    if (error instanceof SkillError && (error.code === 'not-found' || error.code === 'damaged')) return undefined
    throw error
  }
}

function said(skill: Skill | undefined, name = '') {
  return {
    name: skill?.name ?? name,
    summary: skill?.summary ?? '',
    tags: skill?.tags ?? [],
    triggers: skill?.triggers ?? [],
    createdAt: skill?.createdAt ?? null,
    updatedAt: skill?.updatedAt ?? null,
  }
}

function used(usage: { loads: number; lastUsedAt: string } | undefined) {
  return { loads: usage?.loads ?? 0, lastUsedAt: usage?.lastUsedAt ?? null }
}
