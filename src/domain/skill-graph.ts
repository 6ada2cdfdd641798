// How the skills of a library hang together, as one graph for people who look at it: what texts say of each other, what is
// loaded together, what was merged into what. Nothing is decided by it. Pure.
import { type DanglingReference, danglingReferences } from './dangling-references.ts'
import { findCycles } from './dependency-graph.ts'
import type { EdgeKind } from './edge-kinds.ts'
import type { Skill } from './skill.ts'

/** @property weight 1, or of co-use in how many sessions. */
export type GraphEdge = { from: string; to: string; kind: EdgeKind; weight: number }

export type GraphSkill = Pick<Skill, 'name' | 'dependsOn' | 'conflictsWith' | 'seeAlso' | 'parent'>
export type GraphFacts = {
  skills: readonly GraphSkill[]
  /** Pairs that sessions loaded together. */
  together: readonly { skills: readonly [string, string]; sessions: number }[]
  /** Archived skills, each with the one that took its place. */
  merged: readonly { name: string; into: string }[]
}
export type SkillGraph = {
  edges: GraphEdge[]
  /** How many edges there are beyond EDGES_MAX. */
  edgesLeftOut: number
  /** Most neighbours first. */
  hubs: { name: string; neighbours: number }[]
  /** Skills that nothing leads to or from. */
  orphans: string[]
  /** Of dependencies, each from a skill back to it. */
  cycles: string[][]
  dangling: DanglingReference[]
}

/** More is no picture any more. */
export const EDGES_MAX = 10_000
/** With fewer neighbours a skill is no hub. */
export const HUB_NEIGHBOURS_MIN = 4
export const HUBS_MAX = 10

/** Linear in what there is. An edge to what is not there is dangling, and no edge; of merges alone the source is archived. */
export function skillGraph({ skills, together, merged }: GraphFacts): SkillGraph {
  const names = new Set(skills.map(({ name }) => name))
  const all = [
    ...skills.flatMap((skill) => writtenEdges(skill, names)),
    ...together
      .filter(({ skills: [a, b] }) => names.has(a) && names.has(b))
      .map(({ skills: [from, to], sessions }) => ({ from, to, kind: 'co-use' as const, weight: sessions })),
    ...merged
      .filter(({ name, into }) => !names.has(name) && names.has(into))
      .map(({ name, into }) => ({ from: name, to: into, kind: 'merged' as const, weight: 1 })),
  ]
  const neighbours = neighboursOf(all)
  return {
    edges: all.slice(0, EDGES_MAX),
    edgesLeftOut: Math.max(0, all.length - EDGES_MAX),
    hubs: hubsOf(neighbours, names),
    orphans: [...names].filter((name) => !neighbours.has(name)).sort(),
    cycles: findCycles(skills),
    dangling: danglingReferences([...skills]),
  }
}

function writtenEdges(skill: GraphSkill, names: ReadonlySet<string>): GraphEdge[] {
  const { name, dependsOn, seeAlso, conflictsWith, parent } = skill
  const to = (kind: EdgeKind, others: readonly string[]) =>
    [...new Set(others)]
      .filter((other) => other !== name && names.has(other))
      .map((other) => ({ from: name, to: other, kind, weight: 1 }))
  return [
    ...to('depends-on', dependsOn),
    ...to('parent', parent === null ? [] : [parent]),
    ...to('conflicts', conflictsWith),
    ...to('see-also', seeAlso),
  ]
}

function neighboursOf(edges: readonly GraphEdge[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const add = (one: string, other: string) => {
    const known = found.get(one)
    if (known === undefined) found.set(one, new Set([other]))
    else known.add(other)
  }
  for (const { from, to } of edges) {
    add(from, to)
    add(to, from)
  }
  return found
}

function hubsOf(neighbours: ReadonlyMap<string, ReadonlySet<string>>, names: ReadonlySet<string>): SkillGraph['hubs'] {
  return [...neighbours]
    .map(([name, others]) => ({ name, neighbours: others.size }))
    .filter((hub) => names.has(hub.name) && hub.neighbours >= HUB_NEIGHBOURS_MIN)
    .sort((a, b) => b.neighbours - a.neighbours || (a.name < b.name ? -1 : 1))
    .slice(0, HUBS_MAX)
}
