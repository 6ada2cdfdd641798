// The passes that are served here: what each is for, whether it has something to do, who is at it, and running it.
import { Badge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { isOperator } from '../../session.ts'
import { ago, counted } from '../../wording.ts'
import { type PassRow, passDoes, passTitle } from './passes-data.ts'

export type Running = { kind: string; at: number; of: number } | undefined

type ListProps = {
  passes: readonly PassRow[]
  hasProvider: boolean
  running: Running
  run: (kind: string, dryRun: boolean) => void
}

export function PassList({ passes, hasProvider, running, run }: ListProps) {
  return (
    <ul class="card passes-list" aria-label="Passes">
      {passes.map((pass) => (
        <li key={pass.kind} class="passes-pass">
          <div class="passes-text">
            <div class="row">
              <strong>{passTitle(pass.kind)}</strong>
              <State pass={pass} isRunning={running?.kind === pass.kind} />
            </div>
            <p class="muted">{passDoes(pass.kind)}</p>
            <p class="faint small">
              <Said pass={pass} />
            </p>
          </div>
          {isOperator() && (
            <div class="passes-acts">
              <button
                type="button"
                class="button"
                disabled={!hasProvider || running !== undefined || pass.open !== null}
                onClick={() => run(pass.kind, true)}
                aria-label={`Dry run of ${passTitle(pass.kind)}`}
              >
                Dry run
              </button>
              <button
                type="button"
                class="button"
                disabled={!hasProvider || running !== undefined || pass.open !== null}
                onClick={() => run(pass.kind, false)}
                aria-label={`Run ${passTitle(pass.kind)}`}
              >
                Run
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function State({ pass, isRunning }: { pass: PassRow; isRunning: boolean }) {
  if (isRunning || pass.open !== null) {
    return (
      <Badge tone="info" dot>
        {pass.open?.status === 'applying' ? 'applying' : 'running'}
      </Badge>
    )
  }
  return pass.due ? (
    <Badge tone="accent" dot>
      due
    </Badge>
  ) : (
    <Badge>nothing to do</Badge>
  )
}

function Said({ pass: { open, reason, last, due } }: { pass: PassRow }) {
  if (open !== null) {
    const who = open.author ?? (open.executor === 'order' ? 'an agent' : 'the provider')
    return (
      <>
        <VisibleText text={who} /> began {ago(open.at)}
      </>
    )
  }
  const lastly = last === null ? 'It has not run yet.' : `Last run ${ago(last.endedAt)}: ${outcome(last)}.`
  return (
    <>
      {!due && reason !== null && (
        <>
          <VisibleText text={`${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`} />{' '}
        </>
      )}
      {lastly}
    </>
  )
}

function outcome({ status, applied, refused }: NonNullable<PassRow['last']>): string {
  if (status === 'failed') return 'failed'
  if (status === 'undone') return 'undone'
  return `${counted(applied, 'change')}, ${refused} refused`
}
