// Which skills one run of the pass "optimize" looks at: those that something was told against since they were last looked at,
// the worst first, then those that are too short to help anybody. Chosen by code, each whole or not at all.
import { isSparse } from './consolidate-candidates.ts'
import { createShowcase } from './showcase.ts'
import type { Skill } from './skill.ts'
import type { SessionTroubles, Trouble } from './skill-troubles.ts'

export const OPTIMIZED_SKILLS_MAX = 20
/** Of one skill, the newest. */
export const TROUBLES_SHOWN_MAX = 10
/** A single failure, or a tool called twice, happens to anybody. */
const SERIES_MIN = 2
const TROUBLE_DAYS_MAX = 90
const DAY_MS = 86_400_000

/** @property troubles newest first; empty for one that is merely sparse. @property more how many others there are. */
export type Weak = { skill: Skill; troubles: readonly Trouble[]; more: number; sparse: boolean }
export type OptimizeCandidates = { weak: Weak[]; tooLong: string[] }

/**
 * @param skills that may be changed. @param isRead whether a trouble was looked at before. @param loads of a skill, by which
 * sparse ones are ordered alone.
 */
export function optimizeCandidates(
  skills: readonly Skill[],
  sessions: readonly SessionTroubles[],
  isRead: (trouble: Trouble) => boolean,
  loads: (name: string) => number,
  now: Date,
): OptimizeCandidates {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  const showcase = createShowcase(byName, OPTIMIZED_SKILLS_MAX)
  const troubled = atRisk(sessions, isRead, now)
  const risky = [...troubled]
    .filter(([name]) => byName.has(name))
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([name]) => name)
  const sparse = skills
    .filter((skill) => isSparse(skill, now) && !troubled.has(skill.name))
    .map(({ name }) => name)
    .sort((a, b) => loads(b) - loads(a) || (a < b ? -1 : 1))
  const weak = [...risky, ...sparse]
    .filter((name) => showcase.show([name]))
    .map((name): Weak => {
      const troubles = troubled.get(name) ?? []
      const shown = troubles.slice(0, TROUBLES_SHOWN_MAX)
      const skill = byName.get(name)!
      return { skill, troubles: shown, more: troubles.length - shown.length, sparse: isSparse(skill, now) }
    })
  return { weak, tooLong: showcase.tooLong() }
}

/** Troubles of skills that have a pattern of them, newest first. */
function atRisk(
  sessions: readonly SessionTroubles[],
  isRead: (trouble: Trouble) => boolean,
  now: Date,
): Map<string, Trouble[]> {
  const since = new Date(now.getTime() - TROUBLE_DAYS_MAX * DAY_MS).toISOString()
  const all = new Map<string, Trouble[]>()
  for (const trouble of sessions.flatMap(({ troubles }) => troubles)) {
    if (trouble.at < since || isRead(trouble)) continue
    all.set(trouble.skill, [...(all.get(trouble.skill) ?? []), trouble])
  }
  const worked = lastWorked(sessions)
  const weak = [...all].filter(([name, troubles]) => isAtRisk(troubles, worked.get(name) ?? ''))
  return new Map(weak.map(([name, troubles]) => [name, troubles.sort(newestFirst)]))
}

// A person's word counts at once; what merely failed counts once it goes on.
function isAtRisk(troubles: readonly Trouble[], worked: string): boolean {
  const count = (wanted: (trouble: Trouble) => boolean) => troubles.filter(wanted).length
  if (count(({ kind }) => kind === 'correction' || kind === 'quality') > 0) return true
  if (count(({ kind, at }) => kind === 'failure' && at > worked) >= SERIES_MIN) return true
  return count(({ kind }) => kind === 'retry') >= SERIES_MIN
}

function lastWorked(sessions: readonly SessionTroubles[]): Map<string, string> {
  const last = new Map<string, string>()
  for (const { worked } of sessions) {
    for (const [skill, at] of worked) if ((last.get(skill) ?? '') < at) last.set(skill, at)
  }
  return last
}

function newestFirst(a: Trouble, b: Trouble): number {
  return a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1
}
