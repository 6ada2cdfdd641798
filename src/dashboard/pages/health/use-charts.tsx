// Use over time in pictures, and the same as a table for those who want the numbers or cannot see them.
import { Chart, type ChartSeries } from '../../components/chart.tsx'
import { counted } from '../../wording.ts'
import { summed, type UsageDay } from './health-data.ts'

type Series = Omit<ChartSeries, 'values'> & { key: Exclude<keyof UsageDay, 'day'> }
type Picture = { title: string; series: readonly Series[]; none: string }

const PICTURES: readonly Picture[] = [
  {
    title: 'Recalled and loaded',
    series: [
      { key: 'recalls', label: 'Recalls with a hit', color: 'chart-1' },
      { key: 'loads', label: 'Loads', color: 'chart-2' },
      { key: 'silent', label: 'Silent recalls', color: 'chart-3' },
    ],
    none: 'Nothing was recalled or loaded in these days.',
  },
  {
    title: 'What became of it',
    series: [
      { key: 'successes', label: 'Successes', color: 'chart-2' },
      { key: 'failures', label: 'Failures', color: 'chart-4' },
    ],
    none: 'Nothing was reported in these days.',
  },
  {
    title: 'Skills that stand',
    series: [{ key: 'skills', label: 'Skills', color: 'chart-1' }],
    none: 'There were no skills in these days.',
  },
  {
    title: 'Changes of the library',
    series: [
      { key: 'saved', label: 'Saved', color: 'chart-1' },
      { key: 'approved', label: 'Approved', color: 'chart-2' },
      { key: 'archived', label: 'Archived', color: 'chart-3' },
      { key: 'degraded', label: 'Degraded', color: 'chart-4' },
    ],
    none: 'Nothing was changed in these days.',
  },
]

export function UseCharts({ days }: { days: readonly UsageDay[] }) {
  return (
    <>
      <div class="health-charts">
        {PICTURES.map((picture) => (
          <Pictured key={picture.title} picture={picture} days={days} />
        ))}
      </div>
      <details class="card health-table">
        <summary>The same in numbers</summary>
        <DaysTable days={days} />
      </details>
    </>
  )
}

function Pictured({ picture: { title, series, none }, days }: { picture: Picture; days: readonly UsageDay[] }) {
  const times = days.map(({ day }) => Date.parse(day) / 1_000)
  const isEmpty = series.every(({ key }) => summed(days, key) === 0)
  const drawn = series.map(({ key, ...rest }) => ({ ...rest, values: days.map((day) => day[key]) }))
  const said = series.map(({ key, label }) => `${label}: ${key === 'skills' ? days.at(-1)?.skills : summed(days, key)}`)
  return (
    <section class="card card-pad">
      <h2 class="health-chart-title">{title}</h2>
      <div class="health-legend" aria-hidden="true">
        {series.map(({ label, color }) => (
          <span key={label}>
            <span class="health-key" style={{ background: `var(--${color})` }} /> {label}
          </span>
        ))}
      </div>
      {isEmpty ? (
        <p class="health-none">{none}</p>
      ) : (
        <Chart
          times={times}
          series={drawn}
          label={`${title} over ${counted(days.length, 'day')}. ${said.join(', ')}.`}
          range={rangeOf(drawn)}
        />
      )}
    </section>
  )
}

// From nothing, so that a small change looks small.
function rangeOf(series: readonly { values: readonly number[] }[]): [number, number] {
  const max = Math.max(4, ...series.flatMap(({ values }) => values))
  return [0, Math.ceil(max * 1.1)]
}

const COLUMNS = [
  ['skills', 'Skills'],
  ['sessions', 'Sessions'],
  ['recalls', 'Recalls'],
  ['silent', 'Silent'],
  ['loads', 'Loads'],
  ['successes', 'Successes'],
  ['failures', 'Failures'],
  ['saved', 'Saved'],
  ['approved', 'Approved'],
  ['archived', 'Archived'],
  ['degraded', 'Degraded'],
] as const

function DaysTable({ days }: { days: readonly UsageDay[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="health-days" tabIndex={0} aria-label="Days in numbers">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {COLUMNS.map(([key, label]) => (
              <th key={key} scope="col" class="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {COLUMNS.map(([key]) => (
                <td key={key} class="number" data-none={day[key] === 0 || undefined}>
                  {day[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
