// The cases by which recall is judged: how the runs went, what the last one changed, and each case with its trend.
import { useMemo, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Chart } from '../../components/chart.tsx'
import { Icon } from '../../components/icon.tsx'
import { Tile, Tiles } from '../../components/page-head.tsx'
import { EmptyState, ErrorState, Loading, Notice } from '../../components/states.tsx'
import { attempt } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { ago, counted, percent } from '../../wording.ts'
import { CaseTable } from './case-table.tsx'
import { EvalOutcome } from './eval-outcome.tsx'
import type { CaseList, Evaluation, Run } from './recall-data.ts'

const CASES_MAX = 500

export function CasesTab() {
  const { data, error, reload } = useResource(
    'recall cases',
    (signal) => api.get<CaseList>('/api/recall/cases', { limit: CASES_MAX }, signal),
    [],
  )
  const [outcome, setOutcome] = useState<Evaluation>()
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    setOutcome(await attempt(() => api.post<Evaluation>('/api/recall/eval', {})))
    setRunning(false)
    reload()
  }
  if (data === undefined) return error ? <ErrorState error={error} retry={reload} /> : <Loading />
  const { cases, total, runs, faults } = data
  if (total === 0 && faults.length === 0) return <NoCases />
  return (
    <div class="stack">
      <div class="row recall-verdict">
        <p class="muted">
          {counted(total, 'case')}; {runs.length === 0 ? 'never run' : `last run ${ago(runs.at(-1)?.at)}`}
        </p>
        <button type="button" class="button" data-kind="primary" disabled={isRunning} onClick={() => void run()}>
          <Icon name="play" />
          {isRunning ? 'Running…' : 'Run the cases'}
        </button>
      </div>
      {faults.map(({ line, expected, received, fix }) => (
        <Notice key={line ?? received} tone="warn">
          <VisibleText
            text={`recall-cases.jsonl${line === undefined ? '' : `, line ${line}`}: expected ${expected}, got ${received}. ${fix}`}
          />
        </Notice>
      ))}
      {runs.length > 0 && <Trend runs={runs} />}
      {outcome !== undefined && <EvalOutcome outcome={outcome} />}
      {cases.length > 0 && <CaseTable cases={cases} changed={reload} />}
      {total > cases.length && <p class="faint small">and {counted(total - cases.length, 'further case')}</p>}
    </div>
  )
}

function NoCases() {
  return (
    <EmptyState
      icon="recall"
      title="There are no cases yet"
      text="A case is a message with the skill that it should bring up. Try a message and keep it when recall is right; what agents load and report as a success is one by itself."
    >
      <button type="button" class="button" onClick={() => setQuery({ tab: undefined })}>
        Try a message
      </button>
    </EmptyState>
  )
}

function Trend({ runs }: { runs: readonly Run[] }) {
  const { times, series } = useMemo(() => chartOf(runs), [runs])
  const last = runs.at(-1)
  if (last === undefined) return null
  const share = (count: number) => (last.cases === 0 ? 'none' : percent(count / last.cases))
  return (
    <>
      <Tiles>
        <Tile label="First" value={share(last.at1)} note={`${last.at1} of ${last.cases}`} />
        <Tile label="Within three" value={share(last.at3)} note={`${last.at3} of ${last.cases}`} />
        <Tile label="Within five" value={share(last.at5)} note={`${last.at5} of ${last.cases}`} />
        <Tile label="By the text alone" value={share(last.staticAt5)} note="within five" />
        <Tile label="False recalls" value={last.falseRecalls} note="should not have come" />
      </Tiles>
      {runs.length > 1 && (
        <section class="card card-pad" aria-label="Trend">
          <h3>Found within five, in percent</h3>
          <Chart
            times={times}
            series={series}
            height={150}
            range={[0, 100]}
            label={`Share of cases found within five over ${runs.length} runs, now ${share(last.at5)}`}
          />
          <div class="chart-legend" aria-hidden="true">
            {series.map(({ label }, i) => (
              <span key={label}>
                <span class="share-dot" style={{ background: `var(--chart-${i + 1})` }} />
                {label}
              </span>
            ))}
          </div>
        </section>
      )}
    </>
  )
}

function chartOf(runs: readonly Run[]) {
  const share = (count: number, { cases }: Run) => (cases === 0 ? null : (100 * count) / cases)
  // Two runs within one second would stand on each other, and the axis wants rising times.
  const times = runs.map(({ at }) => Date.parse(at) / 1000)
  return {
    times,
    series: [
      { label: 'with learning', values: runs.map((run) => share(run.at5, run)) },
      { label: 'by the text alone', values: runs.map((run) => share(run.staticAt5, run)) },
    ],
  }
}
