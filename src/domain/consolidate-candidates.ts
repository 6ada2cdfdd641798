// Which skills one run of the pass "consolidate" looks at: those that say nearly the same, those of one prefix without a
// guide, and those that are used together. Chosen by code, whole or not at all, within a number of skills and of tokens.
import { ageDays } from './age-days.ts'
import type { NearPair } from './near-pairs.ts'
import { createShowcase } from './showcase.ts'
import type { Skill } from './skill.ts'
import { isSkillName } from './skill-name.ts'
import type { UsageReport } from './usage-fold.ts'

export const CONSOLIDATED_SKILLS_MAX = 40
const CO_USED_PAIRS_MAX = 10
/** Once together says nothing. */
const CO_USED_SESSIONS_MIN = 2
export const CLUSTER_SKILLS_MIN = 2
const CLUSTERS_MAX = 10
const SPARSE_CHARS_BELOW = 200
const SPARSE_AGE_DAYS_MIN = 7

/** @property isOurs whether anything of it may be changed now; what may not is not shown. */
export type CandidateSkill = { skill: Skill; isOurs: boolean }
export type Cluster = { prefix: string; guide: string; members: string[] }
type CoUsed = { skills: readonly [string, string]; sessions: number }

/** @property shown by name. @property tooLong skills that would have been shown and are longer than what is left. */
export type ConsolidateCandidates = {
  shown: Skill[]
  near: NearPair[]
  clusters: Cluster[]
  coUsed: CoUsed[]
  tooLong: string[]
}

/**
 * The same input gives the same answer, in whatever order the skills come.
 * @param together of the last 30 days. @param unwanted guides that are not to be made.
 */
export function consolidateCandidates(
  skills: readonly CandidateSkill[],
  near: readonly NearPair[],
  together: UsageReport['together'],
  unwanted: ReadonlySet<string>,
): ConsolidateCandidates {
  const byName = new Map(skills.filter(({ isOurs }) => isOurs).map(({ skill }) => [skill.name, skill]))
  const showcase = createShowcase(byName, CONSOLIDATED_SKILLS_MAX)
  const nearShown = near
    .toSorted((one, other) => other.similarity - one.similarity || order(one.a, other.a) || order(one.b, other.b))
    .filter(({ a, b }) => showcase.show([a, b]))
  const clusters = clustersOf(skills)
    .filter(({ guide }) => !unwanted.has(guide))
    .slice(0, CLUSTERS_MAX)
    .map((cluster) => ({ ...cluster, members: cluster.members.filter((name) => showcase.show([name])) }))
    .filter(({ members }) => members.length >= CLUSTER_SKILLS_MIN)
  const coUsed = together
    .filter(({ skills: [a, b], sessions }) => sessions >= CO_USED_SESSIONS_MIN && areUnlinked(a, b, byName))
    .slice(0, CO_USED_PAIRS_MAX)
    .filter(({ skills: pair }) => showcase.show(pair))
  return { shown: showcase.shown(), near: nearShown, clusters, coUsed, tooLong: showcase.tooLong() }
}

/** Guides that could be made: whoever knows that one is not wanted says so. */
export function clusterGuides(skills: readonly CandidateSkill[]): string[] {
  return clustersOf(skills).map(({ guide }) => guide)
}

/** Too short to help anybody, and not because it is new. */
export function isSparse({ content, createdAt }: Pick<Skill, 'content' | 'createdAt'>, now: Date): boolean {
  return content.length < SPARSE_CHARS_BELOW && ageDays(createdAt, now) > SPARSE_AGE_DAYS_MIN
}

// The largest first: there a guide helps most.
function clustersOf(skills: readonly CandidateSkill[]): Cluster[] {
  const members = new Map<string, string[]>()
  const ours = skills.flatMap(({ skill, isOurs }) => (isOurs ? [skill.name] : [])).sort()
  for (const name of ours) {
    const prefix = name.slice(0, Math.max(0, name.lastIndexOf('/')))
    if (prefix !== '') members.set(prefix, [...(members.get(prefix) ?? []), name])
  }
  const names = new Set(skills.map(({ skill }) => skill.name))
  return [...members]
    .map(([prefix, own]) => ({ prefix, guide: `${prefix}/guide`, members: own }))
    .filter(({ guide, members: own }) => own.length >= CLUSTER_SKILLS_MIN && isSkillName(guide) && !names.has(guide))
    .sort((one, other) => other.members.length - one.members.length || order(one.prefix, other.prefix))
}

function areUnlinked(a: string, b: string, byName: ReadonlyMap<string, Skill>): boolean {
  return byName.get(a)?.seeAlso.includes(b) !== true || byName.get(b)?.seeAlso.includes(a) !== true
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
