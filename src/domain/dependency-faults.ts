// Skills that cannot be loaded as they ask for it, because two of those that belong together say that they conflict.
// For looking over a whole library; what one skill needs is told by dependency-graph.ts. Pure.
import type { LinkedSkill } from './dependency-graph.ts'

/** Each costs a walk to all who need one of the two. */
export const CONFLICTS_LOOKED_AT_MAX = 2_000

export type ConflictingLoad = { name: string; conflict: [string, string] }

/**
 * Per conflict the skills with which it begins: those that need both, directly or not, while nothing that they need does.
 * In the order of the skills given.
 */
export function conflictingLoads(skills: readonly LinkedSkill[]): ConflictingLoad[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  const neededBy = new Map<string, string[]>()
  for (const { name, dependsOn } of skills) {
    for (const needed of dependsOn) neededBy.set(needed, [...(neededBy.get(needed) ?? []), name])
  }
  const found = conflictsOf(skills, byName).flatMap((conflict) => {
    const loadsOther = allWhoNeed(conflict[1], neededBy)
    const loadsBoth = new Set([...allWhoNeed(conflict[0], neededBy)].filter((name) => loadsOther.has(name)))
    const first = [...loadsBoth].filter((name) => !byName.get(name)!.dependsOn.some((each) => loadsBoth.has(each)))
    // In a cycle everyone needs everyone: then any of them stands for all.
    const named = first.length > 0 ? first : [...loadsBoth].sort().slice(0, 1)
    return named.map((name) => ({ name, conflict }))
  })
  const places = new Map(skills.map(({ name }, i) => [name, i]))
  return found.sort((a, b) => places.get(a.name)! - places.get(b.name)!)
}

// Each pair once, whichever of the two says so.
function conflictsOf(skills: readonly LinkedSkill[], byName: ReadonlyMap<string, LinkedSkill>): [string, string][] {
  const pairs = skills.flatMap(({ name, conflictsWith }) =>
    conflictsWith
      .filter((other) => other !== name && byName.has(other))
      .map((other): [string, string] => (name < other ? [name, other] : [other, name])),
  )
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()].slice(0, CONFLICTS_LOOKED_AT_MAX)
}

/** With the skill itself. */
function allWhoNeed(name: string, neededBy: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set([name])
  // A set is walked in the order of its insertions, also of those that come while it is walked.
  for (const each of reached) for (const dependent of neededBy.get(each) ?? []) reached.add(dependent)
  return reached
}
