// How a person moves the picture of the graph: holds and drags it, turns the wheel, points at a skill, opens it by a click.
import { go } from '../../router.ts'
import type { Marks } from './graph-data.ts'
import { type Drawing, dotAt, type View } from './graph-drawing.ts'
import { boundsOf, type Dot, type Layout } from './graph-layout.ts'

const SCALE_MIN = 0.15
const SCALE_MAX = 4
const FIT_SCALE_MAX = 1.6
const MARGIN = 56
const CLICK_PIXELS_MAX = 4
const WHEEL_STEP = 400

/** What the picture is drawn from; changed in place, sixty times a second. */
export type Scene = Omit<Drawing, 'layout' | 'marks'> & { layout: Layout | undefined; marks: Marks; isMoved: boolean }

/** Until a person moves the picture all of it is seen. */
export function seeAll(scene: Scene, box: HTMLElement | null): void {
  if (scene.isMoved || scene.layout === undefined || box === null) return
  const { width, height } = box.getBoundingClientRect()
  const bounds = boundsOf(scene.layout.dots)
  const scale = Math.min(FIT_SCALE_MAX, (width - 2 * MARGIN) / bounds.width, (height - 2 * MARGIN) / bounds.height)
  scene.view = {
    scale: Math.max(SCALE_MIN, scale),
    dx: width / 2 - (bounds.x + bounds.width / 2) * scale,
    dy: height / 2 - (bounds.y + bounds.height / 2) * scale,
  }
}

type Hands = { paint: () => void; point: (dot: Dot | undefined) => void }

/** @returns lets go. */
export function moving(canvas: HTMLCanvasElement | null, scene: Scene, { paint, point }: Hands) {
  if (canvas === null) return
  let held: { x: number; y: number; view: View; hasMoved: boolean } | undefined
  const under = ({ offsetX, offsetY }: MouseEvent) => scene.layout && dotAt(scene.layout, scene.view, offsetX, offsetY)
  const down = (event: PointerEvent) => {
    canvas.setPointerCapture(event.pointerId)
    held = { x: event.offsetX, y: event.offsetY, view: scene.view, hasMoved: false }
  }
  const move = (event: PointerEvent) => {
    if (held === undefined) {
      const dot = under(event)
      canvas.style.cursor = dot === undefined ? 'grab' : 'pointer'
      if (dot?.name !== scene.pointed) point(dot)
      return
    }
    const [dx, dy] = [event.offsetX - held.x, event.offsetY - held.y]
    if (Math.hypot(dx, dy) > CLICK_PIXELS_MAX) held.hasMoved = true
    if (!held.hasMoved) return
    scene.isMoved = true
    scene.view = { ...held.view, dx: held.view.dx + dx, dy: held.view.dy + dy }
    point(undefined)
  }
  const up = (event: PointerEvent) => {
    const dot = held?.hasMoved === false ? under(event) : undefined
    held = undefined
    if (dot !== undefined) go(`/skills/${dot.name}`)
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    zoomAt(scene, Math.exp(-event.deltaY / WHEEL_STEP), event.offsetX, event.offsetY)
    point(under(event))
    paint()
  }
  const leave = () => point(undefined)
  canvas.addEventListener('pointerdown', down)
  canvas.addEventListener('pointermove', move)
  canvas.addEventListener('pointerup', up)
  canvas.addEventListener('pointerleave', leave)
  canvas.addEventListener('wheel', wheel, { passive: false })
  return () => {
    canvas.removeEventListener('pointerdown', down)
    canvas.removeEventListener('pointermove', move)
    canvas.removeEventListener('pointerup', up)
    canvas.removeEventListener('pointerleave', leave)
    canvas.removeEventListener('wheel', wheel)
  }
}

/** What is at this point stays there. */
export function zoomAt(scene: Scene, factor: number, x: number, y: number): void {
  const { dx, dy, scale } = scene.view
  const next = Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale * factor))
  scene.isMoved = true
  scene.view = { scale: next, dx: x - ((x - dx) / scale) * next, dy: y - ((y - dy) / scale) * next }
}
