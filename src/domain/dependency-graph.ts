// Which skills need which others: what to load before one, who needs it, and whether a change would close a cycle. Pure.
// Names are compared whole, never as patterns. A graph with cycles or holes is walked all the same, because people write
// files by hand; refusing is the business of those who change a skill.
import type { Skill } from './skill.ts'

/** What the graph sees of a skill. */
export type LinkedSkill = Pick<Skill, 'name' | 'dependsOn' | 'conflictsWith'>
export type FindLinked = (name: string) => LinkedSkill | undefined

/** More than a reader can load; the first ones need nothing beyond themselves, so what is cut off leaves them whole. */
export const CLOSURE_SKILLS_MAX = 200
/** Whoever has more mends these first. */
export const CYCLES_MAX = 100

export type LoadOrder = {
  /** All that the skill needs, directly or not: each once, after what it needs itself. Without the skill. */
  names: string[]
  /** How many more there are. */
  leftOut: number
  /** What is not there, with the first skill that needs it. */
  missing: { name: string; neededBy: string }[]
  /** Pairs, among the skill and all that it needs, of which one says that it conflicts with the other. */
  conflicts: [string, string][]
  /** Each from a skill back to it: `a, b, a`. */
  cycles: string[][]
}

/** In the order in which the skills name what they need: equal skills give an equal order. Linear in what is reached. */
export function loadOrder(skill: LinkedSkill, find: FindLinked): LoadOrder {
  const { finished, missing, cycles } = walk([skill], find)
  const names = finished.filter((each) => each !== skill).map(({ name }) => name)
  return {
    names: names.slice(0, CLOSURE_SKILLS_MAX),
    leftOut: Math.max(0, names.length - CLOSURE_SKILLS_MAX),
    missing: [...missing].map(([name, neededBy]) => ({ name, neededBy })),
    conflicts: conflictsAmong(finished),
    cycles,
  }
}

/** At least one for every knot of skills that need each other, at most CYCLES_MAX. */
export function findCycles(skills: readonly LinkedSkill[]): string[][] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  return walk(skills, (name) => byName.get(name)).cycles
}

/**
 * The cycle that a change closes: one over a dependency that the skill did not have. Undefined when there is none; a cycle
 * that stood before is not this change's fault. The shortest one.
 * @param dependedOn what the skill needed before the change; nothing when it is new.
 */
export function closedCycle(dependedOn: readonly string[], next: LinkedSkill, find: FindLinked): string[] | undefined {
  const added = next.dependsOn.filter((name) => !dependedOn.includes(name))
  const reachedFrom = new Map(added.map((name) => [name, next.name]))
  // A map is walked in the order of its insertions, also of those that come while it is walked.
  for (const name of reachedFrom.keys()) {
    if (name === next.name) return pathTo(name, reachedFrom)
    for (const needed of find(name)?.dependsOn ?? []) if (!reachedFrom.has(needed)) reachedFrom.set(needed, name)
  }
  return undefined
}

/** Who names this skill as something that it needs; sorted. A skill is no dependent of itself. */
export function dependentsOf(name: string, skills: readonly LinkedSkill[]): string[] {
  return skills
    .filter((skill) => skill.name !== name && skill.dependsOn.includes(name))
    .map((skill) => skill.name)
    .sort()
}

type Visit = { skill: LinkedSkill; next: number }

// Depth first, with a stack of its own: a chain may be longer than the call stack is deep.
function walk(starts: readonly LinkedSkill[], find: FindLinked) {
  const finished: LinkedSkill[] = []
  const missing = new Map<string, string>()
  const cycles: string[][] = []
  const isDone = new Map<string, boolean>()
  for (const start of starts) {
    if (isDone.has(start.name)) continue
    const path: Visit[] = [{ skill: start, next: 0 }]
    isDone.set(start.name, false)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const name = top.skill.dependsOn[top.next++]
      if (name === undefined) {
        isDone.set(top.skill.name, true)
        finished.push(top.skill)
        path.pop()
        continue
      }
      if (isDone.get(name) === false && cycles.length < CYCLES_MAX) cycles.push(cycleTo(name, path))
      if (isDone.has(name)) continue
      const skill = find(name)
      if (skill === undefined) {
        if (!missing.has(name)) missing.set(name, top.skill.name)
        continue
      }
      isDone.set(name, false)
      path.push({ skill, next: 0 })
    }
  }
  return { finished, missing, cycles }
}

function cycleTo(name: string, path: Visit[]): string[] {
  const names = path.map(({ skill }) => skill.name)
  return [...names.slice(names.indexOf(name)), name]
}

function pathTo(name: string, reachedFrom: ReadonlyMap<string, string>): string[] {
  const path = [name]
  let at = reachedFrom.get(name)!
  while (at !== name) {
    path.unshift(at)
    at = reachedFrom.get(at)!
  }
  return [name, ...path]
}

function conflictsAmong(skills: readonly LinkedSkill[]): [string, string][] {
  const names = new Set(skills.map((skill) => skill.name))
  const pairs = skills.flatMap((skill) =>
    skill.conflictsWith
      .filter((other) => other !== skill.name && names.has(other))
      .map((other): [string, string] => (skill.name < other ? [skill.name, other] : [other, skill.name])),
  )
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()]
}
