// What GET /api/skills/graph answers, and what the picture and the list make of it: who is a hub, in a cycle, without a
// neighbour, and what each relation is called.
import type { EdgeKind } from '../../../domain/edge-kinds.ts'

export type GraphNode = {
  name: string
  summary: string
  origin: string
  lifecycle: string
  tier: number | null
  uses: number
}
export type GraphEdge = { from: string; to: string; kind: EdgeKind; weight: number }
export type GraphAnswer = {
  nodes: GraphNode[]
  nodesLeftOut: number
  edges: GraphEdge[]
  edgesLeftOut: number
  hubs: { name: string; neighbours: number }[]
  orphans: string[]
  cycles: string[][]
  dangling: { from: string; field: string; to: string }[]
}

/** In the order of the legend. `says` stands between the names of the two: `tea needs water`. */
export const KINDS: readonly { kind: EdgeKind; label: string; says: string; said: string; color: string }[] = [
  { kind: 'depends-on', label: 'Needs', says: 'needs', said: 'needed by', color: 'accent' },
  { kind: 'see-also', label: 'See also', says: 'points to', said: 'pointed to by', color: 'text-3' },
  { kind: 'co-use', label: 'Used together', says: 'used with', said: 'used with', color: 'chart-2' },
  { kind: 'parent', label: 'Part of', says: 'part of', said: 'has the part', color: 'info' },
  { kind: 'conflicts', label: 'Conflicts', says: 'conflicts with', said: 'conflicts with', color: 'bad' },
  { kind: 'merged', label: 'Merged', says: 'was merged into', said: 'took in', color: 'chart-3' },
]

export type Marks = {
  hubs: ReadonlySet<string>
  orphans: ReadonlySet<string>
  inCycles: ReadonlySet<string>
  /** `from to` of the dependencies that close a circle. */
  cycleEdges: ReadonlySet<string>
  dangling: ReadonlySet<string>
}

export function marksOf({ hubs, orphans, cycles, dangling }: GraphAnswer): Marks {
  const steps = cycles.flatMap((cycle) => cycle.slice(1).map((to, i) => `${cycle[i]} ${to}`))
  return {
    hubs: new Set(hubs.map(({ name }) => name)),
    orphans: new Set(orphans),
    inCycles: new Set(cycles.flat()),
    cycleEdges: new Set(steps),
    dangling: new Set(dangling.map(({ from }) => from)),
  }
}

export type Relation = { says: string; name: string; weight: number; kind: EdgeKind }

/** Of each skill, in the order of the legend. */
export function relationsOf(edges: readonly GraphEdge[]): Map<string, Relation[]> {
  const all = new Map<string, Relation[]>()
  const add = (name: string, relation: Relation) => {
    const known = all.get(name)
    if (known === undefined) all.set(name, [relation])
    else known.push(relation)
  }
  for (const { kind, says, said } of KINDS) {
    for (const edge of edges) {
      if (edge.kind !== kind) continue
      add(edge.from, { says, name: edge.to, weight: edge.weight, kind })
      add(edge.to, { says: said, name: edge.from, weight: edge.weight, kind })
    }
  }
  return all
}

/** `needs water, milk · used with coffee` */
export function relationText(relations: readonly Relation[]): string {
  const groups = new Map<string, Set<string>>()
  for (const { says, name } of relations) groups.set(says, (groups.get(says) ?? new Set()).add(name))
  return [...groups].map(([says, names]) => `${says} ${[...names].join(', ')}`).join(' · ')
}
