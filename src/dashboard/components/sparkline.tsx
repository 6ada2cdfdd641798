// A line without axes, beside a number: how it came there.
export function Sparkline({ values, label, width = 120, height = 28 }: SparklineProps) {
  const [min, max] = [Math.min(0, ...values), Math.max(1, ...values)]
  const x = (i: number) => (values.length < 2 ? width / 2 : (i / (values.length - 1)) * (width - 2) + 1)
  const y = (value: number) => height - 2 - ((value - min) / (max - min)) * (height - 4)
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  return (
    <svg
      class="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <polyline points={points} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" />
    </svg>
  )
}
type SparklineProps = { values: readonly number[]; label: string; width?: number; height?: number }
