// Health: how the library does and is used, over time and skill by skill, and the job that acts on it.
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { PageHead, Tile, Tiles } from '../../components/page-head.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { Segments } from '../../components/tabs.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { counted, percent } from '../../wording.ts'
import type { PageProps } from '../index.ts'
import { allHealth, type JobReport, type SkillHealth, summed, type UsageAnswer, type UsageDay } from './health-data.ts'
import { JobReportView } from './job-report.tsx'
import { SkillTable } from './skill-table.tsx'
import { UseCharts } from './use-charts.tsx'
import './health.css'

const RANGES = [
  { key: '7', label: '7 days' },
  { key: '30', label: '30 days' },
  { key: '90', label: '90 days' },
  { key: '365', label: 'A year' },
] as const

export function HealthPage({ query }: PageProps) {
  const range = RANGES.find(({ key }) => key === query.days)?.key ?? '30'
  const usage = useResource(`usage ${range}`, (signal) => api.get<UsageAnswer>('/api/usage', { days: range }, signal), [
    'skill.*',
    'loaded',
    'recalled',
    'outcome',
  ])
  // Other days come in the place of these, not after a gap.
  const last = useRef<UsageAnswer | undefined>(undefined)
  last.current = usage.data ?? last.current
  const days = last.current?.days
  const [report, setReport] = useState<JobReport>()
  const skills = useHealth(report)
  return (
    <>
      <PageHead
        title="Health"
        note="How the library does and how it is used. The health job degrades what fails again and again, and puts away what nobody uses."
      >
        <Segments items={RANGES} active={range} choose={(days) => setQuery({ days })} label="Days" />
        {isOperator() && <JobButtons told={setReport} />}
      </PageHead>
      {days === undefined ? (
        usage.error === undefined ? (
          <Loading />
        ) : (
          <ErrorState error={usage.error} retry={usage.reload} />
        )
      ) : (
        <div class="stack">
          {report !== undefined && <JobReportView report={report} />}
          <Numbers days={days} />
          <UseCharts days={days} />
          <SkillTable skills={skills.skills} total={skills.total} />
        </div>
      )}
    </>
  )
}

function JobButtons({ told }: { told: (report: JobReport) => void }) {
  const [isBusy, setBusy] = useState(false)
  const run = async (dryRun: boolean) => {
    setBusy(true)
    const report = await attempt(() => api.post<JobReport>('/api/skills/health/run', { dryRun }))
    setBusy(false)
    if (report === undefined) return
    told(report)
    const done = report.steps.filter(({ outcome }) => outcome.kind === 'done').length
    if (!dryRun)
      toast({
        text: done === 0 ? 'The health job changed nothing' : `The health job changed ${counted(done, 'skill')}`,
      })
  }
  const ask = async () => {
    const text =
      'It degrades skills that fail again and again, and puts away what a machine wrote and nobody uses. Each step can be taken back on the page of its skill.'
    if (await confirmed({ title: 'Run the health job?', text, yes: 'Run' })) await run(false)
  }
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={() => void run(true)}>
        Dry run
      </button>
      <button type="button" class="button" data-kind="primary" disabled={isBusy} onClick={() => void ask()}>
        Run
      </button>
    </>
  )
}

function Numbers({ days }: { days: readonly UsageDay[] }) {
  const [recalls, silent] = [summed(days, 'recalls'), summed(days, 'silent')]
  const [successes, failures] = [summed(days, 'successes'), summed(days, 'failures')]
  const asked = recalls + silent
  const reported = successes + failures
  const grown = (days.at(-1)?.skills ?? 0) - (days[0]?.skills ?? 0)
  const said = grown === 0 ? 'as before' : `${grown > 0 ? '+' : '−'}${Math.abs(grown)} since then`
  return (
    <Tiles>
      <Tile label="Skills" value={(days.at(-1)?.skills ?? 0).toLocaleString('en')} note={said} />
      <Tile
        label="Recalls"
        value={asked.toLocaleString('en')}
        note={asked === 0 ? 'none yet' : `${percent(recalls / asked)} with a hit`}
      />
      <Tile label="Loads" value={summed(days, 'loads').toLocaleString('en')} />
      <Tile
        label="Success"
        value={reported === 0 ? '–' : percent(successes / reported)}
        note={counted(reported, 'report')}
        {...(reported > 0 && { share: successes / reported })}
      />
    </Tiles>
  )
}

/** Worked out page by page; anew after the job ran. */
function useHealth(after: unknown): { skills: readonly SkillHealth[]; total: number } {
  const [state, setState] = useState<{ skills: readonly SkillHealth[]; total: number }>({ skills: [], total: 0 })
  useEffect(() => {
    const controller = new AbortController()
    void attempt(() => allHealth((skills, total) => setState({ skills, total }), controller.signal).catch(unlessLeft))
    return () => controller.abort()
  }, [after])
  return state
}

function unlessLeft(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}
