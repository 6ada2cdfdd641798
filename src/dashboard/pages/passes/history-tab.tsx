// What passes did, cycle by cycle: what was carried out, what was refused and why, what it cost, and taking it back.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { ago, at, counted } from '../../wording.ts'
import { type CostAnswer, type CycleDetail, type CycleRow, changeVerb, passTitle } from './passes-data.ts'
import { ChangedName, RefusedList } from './proposals-view.tsx'

type CyclesAnswer = { cycles: CycleRow[]; total: number; nextCursor?: string }
type HistoryProps = { open: string | undefined; cost: CostAnswer | undefined; undo: (id: string) => Promise<void> }

const PAGE = 50
const PAGE_MAX = 200

export function HistoryTab({ open, cost, undo }: HistoryProps) {
  const [limit, setLimit] = useState(PAGE)
  const { data, error, reload } = useResource(
    `cycles ${limit}`,
    (signal) => api.get<CyclesAnswer>('/api/cycles', { limit }, signal),
    ['home.changed', 'cycle.*'],
  )
  if (data === undefined) return error === undefined ? <Loading /> : <ErrorState error={error} retry={reload} />
  if (data.cycles.length === 0) {
    return (
      <EmptyState
        icon="passes"
        title="No pass has run yet"
        text="As soon as one has, its changes are listed here and can be undone."
      />
    )
  }
  const tokensOf = (id: string) => {
    const own = cost?.cycles.find((each) => each.id === id)
    return own === undefined ? undefined : own.inputTokens + own.outputTokens
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table-wrap" tabIndex={0} aria-label="Cycles">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Cycle</th>
              <th scope="col">By</th>
              <th scope="col">Outcome</th>
              <th scope="col" class="number">
                Tokens
              </th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {data.cycles.map((cycle) => (
              <Row key={cycle.id} cycle={cycle} tokens={tokensOf(cycle.id)} />
            ))}
          </tbody>
        </table>
      </section>
      {data.total > data.cycles.length && limit < PAGE_MAX && (
        <button type="button" class="button passes-more" onClick={() => setLimit(PAGE_MAX)}>
          Show more of {counted(data.total, 'cycle')}
        </button>
      )}
      {open !== undefined && <CycleDialog key={open} id={open} tokens={tokensOf(open)} undo={undo} />}
    </>
  )
}

const STATUSES: Record<CycleRow['status'], { tone: Tone; label: string }> = {
  begun: { tone: 'info', label: 'running' },
  applying: { tone: 'info', label: 'applying' },
  applied: { tone: 'good', label: 'applied' },
  failed: { tone: 'bad', label: 'failed' },
  undone: { tone: 'neutral', label: 'undone' },
}

function Row({ cycle, tokens }: { cycle: CycleRow; tokens: number | undefined }) {
  const { id, kind, status, applied, refused, reason } = cycle
  const { tone, label } = STATUSES[status]
  return (
    <tr>
      <td>
        <button type="button" class="passes-open" onClick={() => setQuery({ cycle: id })}>
          {passTitle(kind)}
        </button>
      </td>
      <td class="muted">
        <By cycle={cycle} />
      </td>
      <td>
        <div class="row">
          <Badge tone={tone}>{label}</Badge>
          <span class="muted">
            {reason === null ? (
              `${counted(applied, 'change')}${refused === 0 ? '' : `, ${refused} refused`}`
            ) : (
              <VisibleText text={reason} />
            )}
          </span>
        </div>
      </td>
      <td class="number">{tokens === undefined ? <span class="faint">–</span> : tokens.toLocaleString('en')}</td>
      <td class="muted" title={at(cycle.at)}>
        {ago(cycle.at)}
      </td>
    </tr>
  )
}

// What the server writes for those who do not name themselves.
const WAYS: Record<string, string> = {
  http: 'over HTTP',
  schedule: 'on schedule',
  'skill-cortex dream': 'from the terminal',
}

function By({ cycle: { executor, author } }: { cycle: Pick<CycleRow, 'executor' | 'author'> }) {
  const who = executor === 'provider' ? 'the provider' : 'an agent'
  return (
    <>
      {who}
      {author !== null && (
        <>
          , <VisibleText text={WAYS[author] ?? `for ${author}`} />
        </>
      )}
    </>
  )
}

function CycleDialog({ id, tokens, undo }: { id: string; tokens: number | undefined; undo: HistoryProps['undo'] }) {
  const { data, error, reload } = useResource(
    `cycle ${id}`,
    (signal) => api.get<CycleDetail>('/api/cycles/one', { id }, signal),
    ['home.changed', 'cycle.*'],
  )
  const close = () => setQuery({ cycle: undefined })
  const canUndo = isOperator() && data?.status === 'applied' && data.applied.length > 0
  return (
    <Dialog
      title={data === undefined ? 'Cycle' : passTitle(data.kind)}
      close={close}
      isWide
      foot={
        canUndo ? (
          <button type="button" class="button" data-kind="danger" onClick={() => void undo(id).then(reload)}>
            Undo this cycle
          </button>
        ) : undefined
      }
    >
      {data === undefined ? (
        error === undefined ? (
          <Loading />
        ) : (
          <ErrorState error={error} />
        )
      ) : (
        <Cycle cycle={data} tokens={tokens} />
      )}
    </Dialog>
  )
}

function Cycle({ cycle, tokens }: { cycle: CycleDetail; tokens: number | undefined }) {
  const { applied, refused, moreRefused, seen, status, reason } = cycle
  return (
    <>
      <dl class="facts">
        <dt>Outcome</dt>
        <dd>
          <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>{' '}
          {reason !== null && <VisibleText text={reason} />}
        </dd>
        <dt>By</dt>
        <dd>
          <By cycle={cycle} />
        </dd>
        <dt>Began</dt>
        <dd>{at(cycle.at)}</dd>
        {cycle.endedAt !== null && (
          <>
            <dt>{status === 'undone' ? 'Undone' : 'Ended'}</dt>
            <dd>{at(cycle.endedAt)}</dd>
          </>
        )}
        {tokens !== undefined && (
          <>
            <dt>Tokens</dt>
            <dd>{tokens.toLocaleString('en')}</dd>
          </>
        )}
      </dl>
      {applied.length === 0 ? (
        <p class="muted">Nothing was carried out.</p>
      ) : (
        <ul class="passes-items">
          {applied.map(({ kind, name, reason: why, draft, created }, i) => (
            <li key={i}>
              {changeVerb(kind)} <ChangedName kind={kind} name={name} /> {created && <Badge tone="info">new</Badge>}{' '}
              {draft && <Badge tone="warn">waits as a draft</Badge>}
              <br />
              <span class="muted">
                <VisibleText text={why} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <RefusedList items={refused} title={`${counted(refused.length + moreRefused, 'proposal')} refused`} isOpen />
      )}
      {seen.length > 0 && (
        <details class="passes-refused">
          <summary>{counted(seen.length, 'skill')} shown to the model</summary>
          <p class="passes-seen">
            {seen.map((name, i) => (
              <span key={name}>
                {i > 0 && ', '}
                <ChangedName kind="save" name={name} />
              </span>
            ))}
          </p>
        </details>
      )}
    </>
  )
}
