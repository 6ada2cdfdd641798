// What passes would do now: the model, the schedule, each pass, and running them one after another with their progress.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { Tile, Tiles } from '../../components/page-head.tsx'
import { Notice } from '../../components/states.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { isOperator } from '../../session.ts'
import { ago, at, counted } from '../../wording.ts'
import { PassList, type Running } from './pass-list.tsx'
import { type CostAnswer, type PassesAnswer, passTitle, type RunAnswer } from './passes-data.ts'
import { ProposalsView } from './proposals-view.tsx'

type TabProps = {
  answer: PassesAnswer
  cost: CostAnswer | undefined
  reload: () => void
  undo: (cycleId: string) => Promise<void>
}

export function NowTab({ answer, cost, reload, undo }: TabProps) {
  const { passes, provider, schedule } = answer
  const [running, setRunning] = useState<Running>()
  const [shown, setShown] = useState<RunAnswer>()
  const hasProvider = provider.state === 'ready'
  const due = passes.filter((pass) => pass.due).map(({ kind }) => kind)

  // One call for each, so that there is something to tell between them.
  const run = async (kinds: readonly string[], dryRun: boolean) => {
    const whole: RunAnswer = { dryRun, runs: [], proposals: [] }
    for (const [i, kind] of kinds.entries()) {
      setRunning({ kind, at: i, of: kinds.length })
      const ran = await attempt(() =>
        api.post<RunAnswer>('/api/cycles/run', { kind, dryRun, force: kinds.length === 1 }),
      )
      if (ran === undefined) break
      whole.runs.push(...ran.runs)
      whole.proposals.push(...ran.proposals)
    }
    setRunning(undefined)
    reload()
    if (dryRun) setShown(whole)
    else tell(whole, undo)
  }
  const ask = async (kinds: readonly string[]) => {
    const title = kinds.length === 1 ? `Run ${passTitle(kinds[0] ?? '')}?` : `Run ${kinds.length} passes?`
    const text =
      'The model is asked, and what the judge lets through is carried out. What needs your word waits for it as a draft. A cycle can be undone.'
    if (await confirmed({ title, text, yes: 'Run' })) await run(kinds, false)
  }
  return (
    <div class="stack">
      <Provider answer={answer} cost={cost} />
      {isOperator() && hasProvider && due.length > 0 && (
        <div class="row">
          <button
            type="button"
            class="button"
            data-kind="primary"
            disabled={running !== undefined}
            onClick={() => void run(due, true)}
          >
            Dry run of what is due
          </button>
          <button type="button" class="button" disabled={running !== undefined} onClick={() => void ask(due)}>
            Run what is due
          </button>
        </div>
      )}
      {running !== undefined && <Progress running={running} />}
      {shown !== undefined && (
        <ProposalsView answer={shown} close={() => setShown(undefined)} undo={(id) => void undo(id)} />
      )}
      <PassList
        passes={passes}
        hasProvider={hasProvider}
        running={running}
        run={(kind, dryRun) => void (dryRun ? run([kind], true) : ask([kind]))}
      />
      {schedule === null && (
        <p class="faint small">
          Nothing runs by itself: set <code>passes.schedule</code> for that.
        </p>
      )}
    </div>
  )
}

function Progress({ running: { kind, at: done, of } }: { running: NonNullable<Running> }) {
  return (
    <div class="card card-pad" role="status">
      <div class="row">
        <span class="spinner" />
        {passTitle(kind)}: the model is at it{of > 1 && `, ${done + 1} of ${of}`}…
      </div>
      <div class="meter" aria-hidden="true">
        <div style={{ width: `${(100 * (done + 0.5)) / of}%` }} />
      </div>
    </div>
  )
}

function Provider({
  answer: { passes, provider, schedule },
  cost,
}: {
  answer: PassesAnswer
  cost: CostAnswer | undefined
}) {
  const due = passes.filter((pass) => pass.due).length
  const { state, model, note, tokensToday } = provider
  const budget = cost?.budget.tokens ?? null
  return (
    <>
      {state === 'none' && (
        <Notice tone="info">
          <p>There is no model provider, so nothing can be run from here.</p>
          <p>
            Set <code>provider.kind</code>, or have an attached agent do the work: it takes a work order with{' '}
            <code>begin_cycle</code> and hands it in with <code>submit_cycle</code>.
          </p>
        </Notice>
      )}
      {note !== null && (
        <Notice tone="warn">
          <VisibleText text={note} />
        </Notice>
      )}
      <Tiles>
        <Tile label="Due" value={due} note={`of ${passes.length} passes`} />
        <Tile
          label="Model"
          value={<VisibleText text={model ?? 'none'} />}
          note={state === 'none' ? '' : state.replace('-', ' ')}
        />
        <Tile
          label="Tokens today"
          value={tokensToday.toLocaleString('en')}
          {...(budget !== null && { note: `of ${budget.toLocaleString('en')}`, share: tokensToday / budget })}
        />
        <Tile
          label="Unattended"
          value={schedule === null ? 'never' : schedule.nextAt === null ? 'never again' : ago(schedule.nextAt)}
          {...(schedule !== null && { note: schedule.nextAt === null ? schedule.cron : at(schedule.nextAt) })}
        />
      </Tiles>
    </>
  )
}

function tell({ runs }: RunAnswer, undo: (cycleId: string) => Promise<void>): void {
  for (const { kind, outcome, reason, applied, refused, cycleId } of runs) {
    const title = passTitle(kind)
    if (outcome === 'failed' || outcome === 'skipped') {
      toast({ text: `${title}: ${reason}`, ...(outcome === 'failed' && { tone: 'bad' as const }) })
      continue
    }
    const text = `${title}: ${counted(applied.length, 'change')}, ${refused.length} refused`
    toast({ text, ...(cycleId !== null && applied.length > 0 && { undo: () => void undo(cycleId) }) })
  }
}
