// The whole library as rows for people: each skill with how it stands and what was counted of it. Wider than the list that
// agents get (skill-list.ts), whose every field costs them room.
import { performanceOf } from '../domain/performance.ts'
import type { SkillRecord } from '../domain/record.ts'
import { rounded } from '../domain/rounded.ts'
import type { SkillTally } from '../domain/skill-tally.ts'
import type { Standing } from '../domain/standing.ts'
import type { ShelfEntry } from './shelf-entry.ts'

/** @param standing of the same entry. Redundancy is left out: it costs 10 ms a skill. */
export function libraryRow({ skill, version, mount }: ShelfEntry, standing: Standing, tally: SkillTally, now: Date) {
  const { name, summary, tags, createdAt, updatedAt } = skill
  const { recalled, loads, lastUsedAt } = tally
  const { successes, failures, ...scores } = performanceOf(
    tally,
    { since: lastUsedAt ?? createdAt, nearDuplicates: 0 },
    now,
  )
  return {
    ...{ name, summary, tags, version, createdAt, updatedAt },
    ...standing,
    mount: mount?.source ?? null,
    ...{ recalled, loads, lastUsedAt, successes, failures },
    successRate: rounded(scores.successRate),
    utility: rounded(scores.utility),
    freshness: rounded(scores.freshness),
    health: rounded(scores.health),
  }
}

/** What is put away, newest first, from the records alone: its text is in the history. */
export function archivedRows(records: readonly SkillRecord[], isStanding: (name: string) => boolean) {
  return records
    .filter(({ name, lifecycle }) => lifecycle === 'archived' && !isStanding(name))
    .map(({ name, origin, archivedAt, lastStep, versions }) => ({
      ...{ name, origin, archivedAt },
      reason: lastStep?.cause === 'archive' ? lastStep.reason : null,
      actor: lastStep?.cause === 'archive' ? lastStep.actor : null,
      versions: versions.length,
    }))
    .sort((a, b) => ((a.archivedAt ?? '') > (b.archivedAt ?? '') ? -1 : 1))
}
