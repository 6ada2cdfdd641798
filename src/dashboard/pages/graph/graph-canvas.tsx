// The picture of the graph: it settles, can be moved and zoomed, says at what one points, and opens what is clicked. What it
// shows is in the list in words (graph-list.tsx).
import { useEffect, useRef, useState } from 'preact/hooks'
import { colorOf } from '../../components/chart.tsx'
import { Icon } from '../../components/icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { painted } from '../../theme.ts'
import { counted } from '../../wording.ts'
import type { GraphEdge, GraphNode, Marks } from './graph-data.ts'
import { draw, PALETTE } from './graph-drawing.ts'
import { moving, type Scene, seeAll, zoomAt } from './graph-hands.ts'
import { type Dot, type Layout, layoutOf } from './graph-layout.ts'

type CanvasProps = {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  marks: Marks
  /** Stands out from the beginning. */
  focus: string | undefined
}

export function GraphCanvas({ nodes, edges, marks, focus }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useRef<Scene>({
    ...{ layout: undefined, marks, palette: {}, pointed: focus, font: 'sans-serif' },
    ...{ view: { dx: 0, dy: 0, scale: 1 }, isMoved: false },
  }).current
  const [tip, setTip] = useState<{ dot: Dot; x: number; y: number } | undefined>()
  const shownTheme = painted.value

  const paint = () => {
    const [context, size] = [canvas.current?.getContext('2d'), box.current?.getBoundingClientRect()]
    if (context == null || size === undefined || scene.layout === undefined) return
    draw(context, size, { ...scene, layout: scene.layout })
  }
  const point = (dot: Dot | undefined) => {
    scene.pointed = dot?.name ?? focus
    setTip(dot && { dot, x: dot.x * scene.view.scale + scene.view.dx, y: dot.y * scene.view.scale + scene.view.dy })
    paint()
  }

  useEffect(() => fitted(box.current, canvas.current, scene, paint), [])
  useEffect(() => {
    const element = box.current
    if (element === null) return
    scene.palette = Object.fromEntries(PALETTE.map((name) => [name, colorOf(element, name)]))
    scene.font = getComputedStyle(element).fontFamily
    paint()
  }, [shownTheme])
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const layout = layoutOf(nodes, edges, { before: scene.layout, isStill })
    Object.assign(scene, { layout, marks })
    seeAll(scene, box.current)
    point(layout.dots.find(({ name }) => name === focus))
    if (isStill) return
    return settling(layout, () => {
      seeAll(scene, box.current)
      paint()
    })
  }, [nodes, edges, marks, focus])
  useEffect(() => moving(canvas.current, scene, { paint, point }), [])

  const label = `A picture of ${counted(nodes.length, 'skill')} and ${counted(edges.length, 'relation')}. The list says the same in words.`
  const zoom = (factor: number) => {
    const size = box.current?.getBoundingClientRect()
    if (size !== undefined) zoomAt(scene, factor, size.width / 2, size.height / 2)
    paint()
  }
  const whole = () => {
    scene.isMoved = false
    seeAll(scene, box.current)
    paint()
  }
  return (
    <div ref={box} class="graph-box">
      <canvas ref={canvas} role="img" aria-label={label} />
      {tip !== undefined && <Tip {...tip} />}
      <div class="graph-zoom">
        <button type="button" class="button" data-icon aria-label="Larger" onClick={() => zoom(1.3)}>
          <Icon name="plus" />
        </button>
        <button type="button" class="button" data-icon aria-label="Smaller" onClick={() => zoom(1 / 1.3)}>
          <span aria-hidden="true">−</span>
        </button>
        <button type="button" class="button" onClick={whole}>
          Fit
        </button>
      </div>
    </div>
  )
}

function Tip({ dot, x, y }: { dot: Dot; x: number; y: number }) {
  return (
    <div class="graph-tip" style={{ left: `${x}px`, top: `${y + dot.radius + 8}px` }}>
      <strong>
        <VisibleText text={dot.name} />
      </strong>
      {dot.summary !== '' && (
        <span>
          <VisibleText text={dot.summary} />
        </span>
      )}
      <span class="faint">
        {dot.lifecycle}, {dot.lifecycle === 'archived' ? 'not in use' : counted(dot.uses, 'use')}
      </span>
    </div>
  )
}

/** Keeps the canvas as large as its box, sharp on every screen. */
function fitted(box: HTMLElement | null, canvas: HTMLCanvasElement | null, scene: Scene, paint: () => void) {
  if (box === null || canvas === null) return
  const observer = new ResizeObserver(() => {
    const { width, height } = box.getBoundingClientRect()
    canvas.width = Math.round(width * window.devicePixelRatio)
    canvas.height = Math.round(height * window.devicePixelRatio)
    seeAll(scene, box)
    paint()
  })
  observer.observe(box)
  return () => observer.disconnect()
}

function settling({ simulation }: Layout, paint: () => void): () => void {
  let frame = 0
  const step = () => {
    simulation.tick()
    paint()
    if (simulation.alpha() > simulation.alphaMin()) frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
