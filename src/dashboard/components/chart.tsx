// Lines or bars over time, drawn by uPlot on a canvas. The label says in words what is seen; a table beside it says all.
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { painted } from '../theme.ts'

export type ChartSeries = {
  label: string
  values: readonly (number | null)[]
  color?: ChartColor
  kind?: 'line' | 'bars'
}
/** Of styles/tokens.css. */
export type ChartColor = 'chart-1' | 'chart-2' | 'chart-3' | 'chart-4'

const COLORS: readonly ChartColor[] = ['chart-1', 'chart-2', 'chart-3', 'chart-4']
const BAR_SHARE = 0.7
const BAR_PIXELS_MAX = 28
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000, 100_000]
const SMALL_STEPS = [0.05, 0.1, 0.2, 0.25, 0.5, ...WHOLE_STEPS]

/** @param times seconds since 1970, rising; one for each value. @param range of the values, else as they are. */
export function Chart({ times, series, label, height = 180, range }: ChartProps) {
  const element = useRef<HTMLDivElement>(null)
  const shownTheme = painted.value
  useEffect(() => {
    const box = element.current
    if (box === null) return
    const options = optionsOf(box, { series, height, range })
    const plot = new uPlot(options, [[...times], ...series.map(({ values }) => [...values])], box)
    const observer = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height }))
    observer.observe(box)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [times, series, height, range?.[0], range?.[1], shownTheme])
  return <div ref={element} class="chart" role="img" aria-label={label} />
}
type ChartProps = {
  times: readonly number[]
  series: readonly ChartSeries[]
  label: string
  height?: number
  range?: [number, number]
}

function optionsOf(
  box: HTMLElement,
  { series, height, range }: Pick<ChartProps, 'series' | 'range'> & { height: number },
) {
  const axis = {
    stroke: colorOf(box, 'text-3'),
    grid: { stroke: colorOf(box, 'line'), width: 1 },
    ticks: { show: false },
  }
  const font = `11px ${getComputedStyle(box).fontFamily}`
  return {
    width: box.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    scales: { x: { time: true }, y: range === undefined ? {} : { range } },
    axes: [
      { ...axis, font, size: 28, grid: { show: false }, values: (_plot, times) => dayTexts(times) },
      { ...axis, font, size: 44, incrs: series.some(isCount) ? WHOLE_STEPS : SMALL_STEPS },
    ],
    series: [{}, ...series.map((each, i) => seriesOf(box, each, i))],
  } satisfies uPlot.Options
}

// What is counted has no halves.
function isCount({ kind }: ChartSeries): boolean {
  return kind === 'bars'
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

// Each day once, however many marks of the axis fall on it.
function dayTexts(times: readonly number[]): string[] {
  const days = times.map((seconds) => dayFormat.format(seconds * 1000))
  return days.map((day, i) => (day === days[i - 1] ? '' : day))
}

function seriesOf(box: HTMLElement, { label, color, kind = 'line' }: ChartSeries, i: number): uPlot.Series {
  const stroke = colorOf(box, color ?? COLORS[i % COLORS.length] ?? 'chart-1')
  const bars = uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_PIXELS_MAX] })
  if (kind === 'line' || bars === undefined) return { label, stroke, width: 1.75, points: { show: false } }
  return { label, stroke, fill: stroke, width: 0, points: { show: false }, paths: bars }
}

/** A canvas knows no variables: the element says what the colour is in the theme that stands. */
export function colorOf(box: HTMLElement, name: string): string {
  box.style.color = `var(--${name})`
  const { color } = getComputedStyle(box)
  box.style.color = ''
  return color
}
