// One skill with all that its reader should know: its text, how it stands, what became of it, what to load before it.
// Reads only; that a load happened is for the caller to write down.
import { cameFrom } from '../domain/came-from.ts'
import { type LoadOrder, loadOrder } from '../domain/dependency-graph.ts'
import { dependencyWarnings } from '../domain/dependency-warnings.ts'
import { listedFile } from '../domain/listed-file.ts'
import { performanceOf } from '../domain/performance.ts'
import { policyInForce } from '../domain/policy-in-force.ts'
import { rounded } from '../domain/rounded.ts'
import { scanWarnings } from '../domain/scan-skill.ts'
import type { Skill } from '../domain/skill.ts'
import type { SkillDetail } from '../domain/skill-shapes.ts'
import type { SkillTally } from '../domain/skill-tally.ts'
import { isReliable, type Standing } from '../domain/standing.ts'
import { isExtracted } from '../domain/summary.ts'
import type { Review } from './review.ts'
import type { Shelf } from './shelf.ts'
import type { ShelfEntry } from './shelf-entry.ts'
import type { Standings } from './standings.ts'

export type SkillDetailParts = {
  review: Pick<Review, 'draft'>
  shelf: Pick<Shelf, 'entry'>
  standings: Pick<Standings, 'of' | 'scanOf' | 'scan'>
  tallyOf: (name: string) => Promise<SkillTally>
  /** Levels the shelf with what other processes and people did. */
  level: () => Promise<void>
  now: () => Date
}

/** What is in force. @param newLoads how many loads are about to be written down: 1 for who will follow it, 0 to look. */
export async function liveDetail(
  entry: ShelfEntry,
  parts: SkillDetailParts,
  newLoads: 0 | 1,
): Promise<{ detail: SkillDetail; needs: LoadOrder }> {
  const { shelf, standings, level, tallyOf, now } = parts
  const skill = shownSkill(entry.skill)
  // Others may just have saved what it needs.
  if (skill.dependsOn.length > 0) await level()
  // Counts what other processes reported, so that the warnings and the numbers of one answer agree.
  const tally = await tallyOf(skill.name)
  const standing = standings.of(entry)
  const needs = loadOrder(skill, (other) => shelf.entry(other)?.skill)
  const { policy, whyNot } = policyInForce(entry.skill.policy, standing)
  // A person's own text is marked for that person alone: show and check.
  const scanned = standing.origin === 'machine' ? scanWarnings(await standings.scanOf(entry)) : []
  const warnings = [...standing.warnings, ...scanned, ...policyWarnings(whyNot), ...dependencyWarnings(needs)]
  const stats = statsOf(tally, skill.createdAt, now(), newLoads)
  const detail = {
    skill,
    version: entry.version,
    standing: {
      ...standing,
      reliable: isReliable(standing, stats),
      summaryExtracted: isExtracted(entry.skill),
      warnings,
    },
    stats,
    policy,
    dependencies: needs.names,
    provenance: cameFrom(entry.skill, entry.record),
    files: entry.skill.files.map(listedFile),
  }
  return { detail, needs }
}

/** The text that waits for review: read to be changed or judged, not to be followed. @throws `not-found` without one. */
export async function draftDetail(name: string, parts: SkillDetailParts): Promise<SkillDetail> {
  const { skill, version, record } = await parts.review.draft(name)
  const entry = parts.shelf.entry(name)
  const live = entry === undefined ? 'nothing is in force under this name' : `version ${entry.version} is in force`
  const detail = await otherDetail({ skill, version }, `a draft that waits for review; ${live}`, parts)
  const provenance = cameFrom(skill, record)
  return { ...detail, provenance, standing: { ...detail.standing, draft: true } }
}

/** A text that is not in force: a draft, or a former version. @param warning says which. */
export async function otherDetail(
  { skill, version }: { skill: Skill; version: number },
  warning: string,
  { shelf, standings, tallyOf, now }: SkillDetailParts,
): Promise<SkillDetail> {
  const entry = shelf.entry(skill.name)
  const known = entry === undefined ? NOTHING_STANDS : standings.of(entry)
  const notInForce = { ...known, approval: 'pending_review' as const, executable: false }
  const { policy, whyNot } = policyInForce(skill.policy, notInForce)
  return {
    skill: shownSkill(skill),
    version,
    standing: {
      ...notInForce,
      reliable: false,
      warnings: [warning, ...scanWarnings(await standings.scan(skill)), ...policyWarnings(whyNot)],
      summaryExtracted: isExtracted(skill),
    },
    stats: statsOf(await tallyOf(skill.name), skill.createdAt, now(), 0),
    policy,
    dependencies: [],
    provenance: cameFrom(skill, entry?.record),
    files: skill.files.map(listedFile),
  }
}

// Of a name under which nothing is in force.
const NOTHING_STANDS: Standing = {
  ...{ tier: 1, origin: 'machine', lifecycle: 'candidate', approval: 'pending_review', exposure: 'hidden' },
  ...{ executable: false, pinned: false, draft: false, supersededBy: null, warnings: [] },
}

function policyWarnings(whyNot: string | null): string[] {
  return whyNot === null ? [] : [`its policy is not in force: ${whyNot}`]
}

function shownSkill({ policy: _policy, extra: _extra, files: _files, ...skill }: Skill): SkillDetail['skill'] {
  return skill
}

// With a load that is about to be counted, and otherwise as it stood before: a load makes every skill fresh.
function statsOf(before: SkillTally, createdAt: string, now: Date, newLoads: number): SkillDetail['stats'] {
  // Near-duplicates are not looked for here: that takes longer than all the rest of a load.
  const { loads, lastUsedAt, recalled, lastRecalledAt, outcomes } = before
  const { successRate, freshness, health } = performanceOf(
    before,
    { since: lastUsedAt ?? createdAt, nearDuplicates: 0 },
    now,
  )
  return {
    ...{ loads: loads + newLoads, lastUsedAt, recalled, lastRecalledAt, outcomes },
    ...{ successRate: rounded(successRate), freshness: rounded(freshness), health: rounded(health) },
  }
}
