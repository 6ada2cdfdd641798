// How a skill stands, in sentences that a person can read aloud.
import type { Lifecycle, Origin, SkillRecord } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import { counted, day, listed } from './wording.ts'

const STANDS: Record<Lifecycle, string> = {
  candidate: 'a candidate that nobody has verified yet',
  verified: 'verified',
  released: 'released',
  degraded: 'degraded, because it has been failing',
  deprecated: 'deprecated',
  archived: 'archived',
}

/** Who wrote it and how mature it is. */
export function standingSentence(
  { origin, lifecycle, mount }: { origin: Origin; lifecycle: Lifecycle; mount?: { source: string } | undefined },
  record: SkillRecord | undefined,
): string {
  const { author = null, archivedAt = null, via = null } = record ?? {}
  const stands = archivedAt === null ? `it is ${STANDS[lifecycle]}` : `it was archived on ${day(archivedAt)}`
  const from = mount === undefined ? whose(origin, via, author) : `Mounted from ${mount.source}, which is read-only`
  return `${from}; ${stands}.`
}

function whose(origin: Origin, via: string | null, author: string | null): string {
  switch (origin) {
    case 'builtin':
      return 'A starter skill that came with Skill Cortex'
    case 'human':
      return 'Written by a person'
    case 'machine':
      if (via === 'import' && author !== null) return `Imported from ${author}`
      return author === null ? 'Written by an agent' : `Written by an agent through ${author}`
  }
}

export function useSentence(usage: { loads: number; lastUsedAt: string | null }): string {
  if (usage.lastUsedAt === null) return 'Never loaded.'
  return `Loaded ${counted(usage.loads, 'time')}, last on ${day(usage.lastUsedAt)}.`
}

export function dateSentence(skill: Skill): string {
  return skill.updatedAt === null
    ? `Created on ${day(skill.createdAt)}.`
    : `Created on ${day(skill.createdAt)}, changed on ${day(skill.updatedAt)}.`
}

/** One line each for what is there. */
export function wordingLines(skill: Skill): string[] {
  const rows: [label: string, items: string[]][] = [
    ['Tags', skill.tags],
    ['Triggers', skill.triggers.map((trigger) => `"${trigger}"`)],
    ['See also', skill.seeAlso],
    ['Depends on', skill.dependsOn],
    ['Conflicts with', skill.conflictsWith],
    ['Part of', skill.parent === null ? [] : [skill.parent]],
  ]
  return rows.flatMap(([label, items]) => (items.length === 0 ? [] : [`${label}: ${listed(items)}.`]))
}
