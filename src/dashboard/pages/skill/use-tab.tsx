// How a skill is used: the funnel from being brought up to having worked, and the same over time.
import { useMemo } from 'preact/hooks'
import { api } from '../../api.ts'
import { Chart } from '../../components/chart.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { useResource } from '../../resource.ts'
import { ago, counted } from '../../wording.ts'
import { SKILL_EVENTS, type WholeDetail } from './skill-data.ts'

type Day = { day: string; recalls: number; loads: number; successes: number; failures: number }

const DAYS = 60

export function UseTab({ detail }: { detail: WholeDetail }) {
  const { name } = detail.skill
  const usage = useResource(
    `usage ${name}`,
    (signal) => api.get<{ days: Day[] }>('/api/usage', { name, days: DAYS }, signal),
    SKILL_EVENTS,
  )
  const { recalled, loads, outcomes } = detail.stats
  const reported = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  if (recalled + loads + reported === 0) {
    return (
      <EmptyState
        icon="health"
        title="Not used yet"
        text="Once an agent is shown it, loads it or says how it went, the numbers stand here."
      />
    )
  }
  return (
    <div class="stack">
      <Funnel detail={detail} reported={reported} />
      {usage.error !== undefined && usage.data === undefined && <ErrorState error={usage.error} retry={usage.reload} />}
      {usage.data === undefined && usage.error === undefined && <Loading />}
      {usage.data !== undefined && <OverTime days={usage.data.days} />}
      <Outcomes outcomes={outcomes} />
    </div>
  )
}

function Funnel({ detail: { stats }, reported }: { detail: WholeDetail; reported: number }) {
  const stages = [
    { label: 'Brought up', count: stats.recalled, note: ago(stats.lastRecalledAt) },
    { label: 'Loaded', count: stats.loads, note: ago(stats.lastUsedAt) },
    { label: 'Reported on', count: reported, note: '' },
    { label: 'Succeeded', count: stats.outcomes.success ?? 0, note: '' },
  ]
  const most = Math.max(1, ...stages.map(({ count }) => count))
  return (
    <section class="card card-pad">
      <h2>From shown to done</h2>
      <ul class="funnel">
        {stages.map(({ label, count, note }) => (
          <li key={label}>
            <span>{label}</span>
            <span class="funnel-bar" aria-hidden="true">
              <span style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span class="number">{count.toLocaleString('en')}</span>
            <span class="faint small">{note === 'never' ? '' : note}</span>
          </li>
        ))}
      </ul>
      <p class="faint small">Each is counted for itself: agents load by name, too, and not everyone reports.</p>
    </section>
  )
}

function OverTime({ days }: { days: readonly Day[] }) {
  const { times, series } = useMemo(
    () => ({
      times: days.map(({ day }) => Date.parse(day) / 1000),
      series: [
        { label: 'Loads', values: days.map(({ loads }) => loads), kind: 'bars' as const },
        {
          label: 'Failures',
          values: days.map(({ failures }) => failures),
          kind: 'bars' as const,
          color: 'chart-4' as const,
        },
      ],
    }),
    [days],
  )
  const loads = days.reduce((sum, day) => sum + day.loads, 0)
  const failures = days.reduce((sum, day) => sum + day.failures, 0)
  return (
    <section class="card card-pad">
      <div class="chart-head">
        <h2>Last {DAYS} days</h2>
        <span class="legend" data-color="1">
          loads
        </span>
        <span class="legend" data-color="4">
          failures
        </span>
      </div>
      <Chart
        times={times}
        series={series}
        label={`Uses a day: ${counted(loads, 'load')} and ${counted(failures, 'failure')} in ${DAYS} days`}
      />
    </section>
  )
}

function Outcomes({ outcomes }: { outcomes: WholeDetail['stats']['outcomes'] }) {
  const rows = Object.entries(outcomes).filter(([, count]) => count > 0)
  if (rows.length === 0) return null
  return (
    <div class="table-wrap">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col" class="number">
              Times
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([outcome, count]) => (
            <tr key={outcome}>
              <td>{outcome.replaceAll('_', ' ')}</td>
              <td class="number">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
