// One text that waits: who wrote it, what it changes in text and policy, what the scan found and what was observed in it,
// and the yes or no. The yes is to the hash that is shown here.
import { useState } from 'preact/hooks'
import type { Policy } from '../../../domain/skill.ts'
import { type ApiError, api } from '../../api.ts'
import { Badge, LifecycleBadge } from '../../components/badge.tsx'
import { confirmed } from '../../components/dialog.tsx'
import { DiffView } from '../../components/diff-view.tsx'
import { Icon } from '../../components/icon.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { ErrorState, Loading, Notice } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { toast } from '../../components/toast.tsx'
import { RawText, VisibleText } from '../../components/visible-text.tsx'
import { useKeys } from '../../keyboard.ts'
import { asApiError, useResource } from '../../resource.ts'
import { href } from '../../router.ts'
import { ago, at } from '../../wording.ts'
import { Findings } from './findings.tsx'
import { ObservedFacts } from './observed-facts.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import type { TextDetail, WaitingText } from './review-data.ts'

type Props = { text: WaitingText; done: () => void; reload: () => void }

export function TextReview({ text, done, reload }: Props) {
  const { name } = text
  const looked = useResource(
    `review of ${name}`,
    (signal) => api.get<TextDetail>('/api/approvals/detail', { name }, signal),
    [],
  )
  const [conflict, setConflict] = useState<ApiError>()
  const [isRejecting, setRejecting] = useState(false)
  const detail = looked.data
  // Another text stands than the one that is shown: nobody says yes to what was not looked at.
  const isMoved = detail !== undefined && detail.hash !== text.hash
  const approve = async () => {
    if (detail === undefined || detail.stale !== null || isRejecting) return
    if (!(await confirmed(question(detail)))) return
    try {
      const answer = await api.post<{ version: number; lifecycle: string }>('/api/approvals/approve', {
        name,
        hash: detail.hash,
      })
      toast({ text: `Approved ${name}, version ${answer.version}: ${answer.lifecycle} now` })
      done()
    } catch (error) {
      setConflict(asApiError(error))
      looked.reload()
      reload()
    }
  }
  useKeys({
    a: { does: 'Approve', run: () => void approve() },
    r: { does: 'Reject', run: () => setRejecting(true) },
  })
  if (detail === undefined)
    return looked.error ? <ErrorState error={looked.error} retry={looked.reload} /> : <Loading />
  return (
    <>
      <header class="review-head">
        <div>
          <h2>
            <a href={href(`/skills/${name}`)}>{name}</a>
          </h2>
          <p class="muted">
            <VisibleText text={detail.summary} />
          </p>
        </div>
        <div class="row review-acts">
          <a
            class="button"
            data-kind="quiet"
            href={href(`/design/${name}`, detail.which === 'draft' ? { version: 'draft' } : {})}
          >
            <Icon name="designer" />
            Edit
          </a>
          <button type="button" class="button" onClick={() => setRejecting(true)}>
            Reject <kbd>r</kbd>
          </button>
          <button
            type="button"
            class="button"
            data-kind="primary"
            disabled={detail.stale !== null}
            onClick={() => void approve()}
          >
            <Icon name="check" />
            Approve <kbd>a</kbd>
          </button>
        </div>
      </header>
      {conflict !== undefined && (
        <Notice tone="bad">
          <p>
            <strong>Not approved:</strong> <VisibleText text={conflict.message} />.
          </p>
          <p>What stands now is shown below; look at it before you decide.</p>
        </Notice>
      )}
      {isMoved && conflict === undefined && (
        <Notice tone="warn">
          <p>It changed while you looked.</p>
          <button type="button" class="button" onClick={looked.reload}>
            Show what stands now
          </button>
        </Notice>
      )}
      <Cautions detail={detail} />
      <Origin detail={detail} />
      <Findings findings={detail.findings} more={detail.moreFindings} />
      <Body detail={detail} />
      {isRejecting && (
        <RejectDialog
          name={name}
          isDraft={detail.which === 'draft'}
          close={() => setRejecting(false)}
          done={() => {
            setRejecting(false)
            done()
          }}
        />
      )}
    </>
  )
}

function question({ name, which, hash, policy }: TextDetail) {
  const asks = declared(policy)
  return {
    title: `Approve ${name}?`,
    yes: 'Approve',
    text: (
      <>
        <p>
          {which === 'draft' ? 'The draft takes the place of what is live now.' : 'The text that stands is approved.'}{' '}
          Your yes is to exactly the text with the hash <code>{hash.slice(0, 12)}</code>.
        </p>
        <p>
          {asks === '' ? 'It declares nothing that it may touch.' : 'It may then touch: '}
          <VisibleText text={asks} />
        </p>
      </>
    ),
  }
}

function declared(policy: Policy): string {
  const { tools, domains, credentials, sideEffects } = policy
  return [...tools, ...domains, ...credentials, ...sideEffects].join(', ')
}

/** What asks for more care before a yes, or keeps it from being given. */
function Cautions({ detail }: { detail: TextDetail }) {
  const { name, stale, widensPolicy, rejection } = detail
  return (
    <>
      {stale !== null && (
        <Notice tone="warn">
          <p>
            It was made from {stale.base.label}, which is not live any more, so it cannot be approved as it is.{' '}
            <a href={href(`/design/${name}`, { version: 'draft' })}>Bring both together in the designer</a>
          </p>
          {stale.changes.length > 0 && (
            <details class="stale">
              <summary>What changed in the live text meanwhile</summary>
              <DiffView files={stale.changes} view="sides" />
            </details>
          )}
        </Notice>
      )}
      {widensPolicy && <Notice tone="warn">Its policy allows more than the one that you approved.</Notice>}
      {rejection !== null && (
        <Notice tone="warn">
          <p>
            Rejected as it stands, {ago(rejection.at)}: <VisibleText text={rejection.note || 'without a note'} />
          </p>
        </Notice>
      )}
    </>
  )
}

function Origin({ detail }: { detail: TextDetail }) {
  const { which, version, actor, author, via, at: when, hash, standing, against } = detail
  return (
    <dl class="facts">
      <dt>What</dt>
      <dd class="row">
        {which === 'draft' ? `Draft ${version}` : `Version ${version}, which nobody has approved`}
        {standing !== null && <LifecycleBadge lifecycle={standing.lifecycle} />}
        {standing === null && <Badge tone="info">nothing is live under this name</Badge>}
      </dd>
      <dt>Written by</dt>
      <dd>
        <VisibleText text={author ?? actor} /> through {via}, <span title={at(when)}>{ago(when)}</span>
      </dd>
      <dt>Compared with</dt>
      <dd>{against}</dd>
      <dt>Hash</dt>
      <dd class="mono" title={hash}>
        {hash.slice(0, 16)}
      </dd>
    </dl>
  )
}

const TABS = [
  { key: 'changes', label: 'Changes' },
  { key: 'text', label: 'Whole text' },
  { key: 'reading', label: 'As it reads' },
  { key: 'facts', label: 'What it touches' },
]

function Body({ detail }: { detail: TextDetail }) {
  const [tab, setTab] = useState('changes')
  const [isBeside, setBeside] = useState(true)
  useKeys({ v: { does: 'Diff side by side or in one column', run: () => setBeside(!isBeside) } })
  return (
    <div class="review-body">
      <Tabs items={TABS} active={tab} choose={setTab} label="Views of the text">
        {tab === 'changes' && (
          <DiffView files={detail.changes} view={isBeside && detail.against !== 'nothing' ? 'sides' : 'lines'} />
        )}
        {tab === 'text' && <RawText text={detail.skill.content} label={`The text of ${detail.name}`} />}
        {tab === 'reading' && <Markdown text={detail.skill.content} />}
        {tab === 'facts' && <ObservedFacts facts={detail.facts} policy={detail.policy} />}
      </Tabs>
    </div>
  )
}
