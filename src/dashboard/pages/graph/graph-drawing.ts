// Draws the graph on a canvas: lines by their kind, skills by their lifecycle, what is amiss with a ring. Knows no events.
import { KINDS, type Marks } from './graph-data.ts'
import type { Dot, Layout, Line } from './graph-layout.ts'

/** What is seen of the plane: a point of it is at `x * scale + dx`. */
export type View = { dx: number; dy: number; scale: number }
/** Colours of styles/tokens.css by their name, in the theme that stands. */
export type Palette = Readonly<Record<string, string>>
export const PALETTE = [
  ...['surface', 'text', 'text-2', 'text-3', 'line', 'line-strong', 'accent', 'good', 'warn', 'bad', 'info'],
  ...['chart-2', 'chart-3'],
] as const

export type Drawing = {
  layout: Layout
  marks: Marks
  view: View
  palette: Palette
  /** What is pointed at: it and its neighbours stand out. */
  pointed: string | undefined
  font: string
}

const LIFECYCLE_COLORS: Record<string, string> = {
  candidate: 'warn',
  verified: 'info',
  released: 'good',
  degraded: 'bad',
  deprecated: 'bad',
  archived: 'text-3',
}
const FADED = 0.22
// Below it names only stand at hubs and at what is pointed at.
const NAMES_SCALE_MIN = 0.95
const NAMES_ALWAYS_MAX = 40
const DASHES: Partial<Record<Line['edge']['kind'], number[]>> = { conflicts: [5, 4], merged: [2, 4] }

/** @param size of the canvas in CSS pixels. */
export function draw(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  drawing: Drawing,
): void {
  const { layout, view, pointed } = drawing
  const ratio = window.devicePixelRatio
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  context.translate(view.dx, view.dy)
  context.scale(view.scale, view.scale)
  const near = nearTo(pointed, layout.lines)
  for (const line of layout.lines) drawLine(context, line, drawing)
  for (const dot of layout.dots) drawDot(context, dot, drawing, near === undefined || near.has(dot.name))
  for (const dot of layout.dots) {
    if (isNamed(dot, drawing, near)) drawName(context, dot, drawing)
  }
  context.globalAlpha = 1
}

/** The skill at this point of the canvas, the last drawn first. */
export function dotAt({ dots }: Layout, view: View, x: number, y: number): Dot | undefined {
  const [px, py] = [(x - view.dx) / view.scale, (y - view.dy) / view.scale]
  const reach = 4 / view.scale
  return dots.findLast((dot) => Math.hypot(dot.x - px, dot.y - py) <= dot.radius + reach)
}

function nearTo(pointed: string | undefined, lines: readonly Line[]): ReadonlySet<string> | undefined {
  if (pointed === undefined) return undefined
  const touching = lines.filter(({ edge }) => edge.from === pointed || edge.to === pointed)
  return new Set([pointed, ...touching.flatMap(({ edge }) => [edge.from, edge.to])])
}

function drawLine(context: CanvasRenderingContext2D, { source, target, edge }: Line, drawing: Drawing): void {
  const { palette, marks, pointed, view } = drawing
  const isInCycle = edge.kind === 'depends-on' && marks.cycleEdges.has(`${edge.from} ${edge.to}`)
  const isFaded = pointed !== undefined && edge.from !== pointed && edge.to !== pointed
  const color = isInCycle ? 'bad' : (KINDS.find(({ kind }) => kind === edge.kind)?.color ?? 'text-3')
  context.globalAlpha = isFaded ? FADED / 2 : edge.kind === 'see-also' ? 0.55 : 0.85
  context.strokeStyle = palette[color] ?? color
  context.lineWidth =
    (isInCycle ? 2.2 : edge.kind === 'co-use' ? Math.min(5, 1 + Math.log2(edge.weight)) : 1.2) / view.scale ** 0.5
  context.setLineDash(DASHES[edge.kind] ?? [])
  context.beginPath()
  context.moveTo(source.x, source.y)
  context.lineTo(target.x, target.y)
  context.stroke()
  context.setLineDash([])
  if (edge.kind !== 'co-use' && edge.kind !== 'conflicts') drawHead(context, source, target)
}

// At the edge of the skill that is pointed to.
function drawHead(context: CanvasRenderingContext2D, source: Dot, target: Dot): void {
  const angle = Math.atan2(target.y - source.y, target.x - source.x)
  const [x, y] = [target.x - Math.cos(angle) * (target.radius + 2), target.y - Math.sin(angle) * (target.radius + 2)]
  context.fillStyle = context.strokeStyle
  context.beginPath()
  context.moveTo(x, y)
  for (const side of [-0.42, 0.42]) context.lineTo(x - 7 * Math.cos(angle + side), y - 7 * Math.sin(angle + side))
  context.closePath()
  context.fill()
}

function drawDot(context: CanvasRenderingContext2D, dot: Dot, { palette, marks }: Drawing, isNear: boolean): void {
  const color = palette[LIFECYCLE_COLORS[dot.lifecycle] ?? 'text-3'] ?? ''
  const isHollow = dot.lifecycle === 'archived' || marks.orphans.has(dot.name)
  context.globalAlpha = isNear ? 1 : FADED
  context.beginPath()
  context.arc(dot.x, dot.y, dot.radius, 0, 2 * Math.PI)
  context.fillStyle = isHollow ? (palette.surface ?? '') : color
  context.fill()
  context.lineWidth = 2
  context.strokeStyle = isHollow ? color : (palette.surface ?? '')
  context.stroke()
  const ring = marks.inCycles.has(dot.name)
    ? 'bad'
    : marks.dangling.has(dot.name)
      ? 'warn'
      : marks.hubs.has(dot.name)
        ? 'text-2'
        : undefined
  if (ring === undefined) return
  context.beginPath()
  context.arc(dot.x, dot.y, dot.radius + 3.5, 0, 2 * Math.PI)
  context.lineWidth = 1.5
  context.strokeStyle = palette[ring] ?? ''
  context.setLineDash(ring === 'warn' ? [3, 3] : [])
  context.stroke()
  context.setLineDash([])
}

function isNamed({ name }: Dot, { layout, marks, view }: Drawing, near: ReadonlySet<string> | undefined): boolean {
  if (near !== undefined) return near.has(name)
  return marks.hubs.has(name) || view.scale >= NAMES_SCALE_MIN || layout.dots.length <= NAMES_ALWAYS_MAX
}

// As large whatever the scale is, and on a rim of the ground, so that lines do not cross it out.
function drawName(context: CanvasRenderingContext2D, dot: Dot, { palette, view, font, marks }: Drawing): void {
  const size = 11.5 / view.scale
  context.globalAlpha = 1
  context.font = `${marks.hubs.has(dot.name) ? 600 : 450} ${size}px ${font}`
  context.textBaseline = 'top'
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = 3.5 / view.scale
  context.strokeStyle = palette.surface ?? ''
  context.fillStyle = palette.text ?? ''
  const y = dot.y + dot.radius + 6 / view.scale
  context.strokeText(dot.name, dot.x, y)
  context.fillText(dot.name, dot.x, y)
}
