// Where each skill stands in the picture: a simulation of forces (d3-force), the same for the same library. With motion it
// settles before the eyes, else before the first picture.
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'
import type { GraphEdge, GraphNode } from './graph-data.ts'

export type Dot = SimulationNodeDatum & GraphNode & { radius: number; x: number; y: number }
export type Line = SimulationLinkDatum<Dot> & { source: Dot; target: Dot; edge: GraphEdge }
export type Layout = { dots: Dot[]; lines: Line[]; simulation: Simulation<Dot, Line> }

const RADIUS_MIN = 5
const RADIUS_MAX = 16
const LINK_LENGTH = 62
/** What ties two skills closest pulls most. */
const PULL = { 'depends-on': 0.5, parent: 0.5, conflicts: 0.05, 'see-also': 0.25, 'co-use': 0.25, merged: 0.4 } as const
// With so many the picture has settled as far as anybody sees.
const STEPS_BEFORE = 40
const STEPS_STILL = 260

/** @param before a layout whose places are kept for the skills that are still there. @param isStill no motion is wanted. */
export function layoutOf(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  { before, isStill }: { before: Layout | undefined; isStill: boolean },
): Layout {
  const places = new Map(before?.dots.map((dot) => [dot.name, dot]))
  const dots = nodes.map((node, i) => {
    const { x, y } = places.get(node.name) ?? seedPlace(i)
    return { ...node, radius: radiusOf(node), x, y }
  })
  const byName = new Map(dots.map((dot) => [dot.name, dot]))
  const lines = edges.flatMap((edge) => {
    const [source, target] = [byName.get(edge.from), byName.get(edge.to)]
    return source === undefined || target === undefined ? [] : [{ source, target, edge }]
  })
  const simulation = forceSimulation<Dot>(dots)
    .force(
      'link',
      forceLink<Dot, Line>(lines)
        .distance(LINK_LENGTH)
        .strength(({ edge }) => PULL[edge.kind]),
    )
    .force('charge', forceManyBody<Dot>().strength(-130).distanceMax(420))
    .force(
      'apart',
      forceCollide<Dot>().radius(({ radius }) => radius + 5),
    )
    .force('x', forceX<Dot>(0).strength(0.05))
    .force('y', forceY<Dot>(0).strength(0.07))
    .stop()
  if (before !== undefined) simulation.alpha(0.4)
  simulation.tick(isStill ? STEPS_STILL : STEPS_BEFORE)
  return { dots, lines, simulation }
}

/** The part of the plane that holds all of it. */
export function boundsOf(dots: readonly Dot[]): { x: number; y: number; width: number; height: number } {
  if (dots.length === 0) return { x: 0, y: 0, width: 1, height: 1 }
  const xs = dots.map(({ x }) => x)
  const ys = dots.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(1, Math.max(...xs) - left), height: Math.max(1, Math.max(...ys) - top) }
}

function radiusOf({ uses }: GraphNode): number {
  return Math.min(RADIUS_MAX, RADIUS_MIN + 1.6 * Math.sqrt(uses))
}

// A sunflower, so that nobody begins on anybody.
function seedPlace(i: number): { x: number; y: number } {
  const radius = 14 * Math.sqrt(i + 0.5)
  const angle = i * Math.PI * (3 - Math.sqrt(5))
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
}
