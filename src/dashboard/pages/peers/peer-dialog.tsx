// One peer: how the trust in it came about, what passed last, and a person's own judgement, which stands as it is.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { attempt } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { ago, at } from '../../wording.ts'
import { signed } from '../beliefs/beliefs-data.ts'
import type { Assessment, Interaction, PeerDetail } from './peers-data.ts'
import { TrustLine } from './trust-line.tsx'

const SHOWN = 30

export function PeerDialog({ id, close, changed }: { id: string; close: () => void; changed: () => void }) {
  const { data, error, reload } = useResource(
    `peer ${id}`,
    (signal) => api.get<PeerDetail>('/api/peers/detail', { id, interactions: SHOWN }, signal),
    ['interaction', 'assessed'],
  )
  return (
    <Dialog title={id} close={close} isWide>
      {data === undefined ? (
        error === undefined ? (
          <Loading />
        ) : (
          <ErrorState error={error} />
        )
      ) : (
        <>
          <h3>Trust</h3>
          {data.history.length === 0 ? (
            <p class="muted">Nobody has judged this peer yet.</p>
          ) : (
            <>
              <TrustLine history={data.history} />
              <ul class="peers-history" aria-label="Assessments">
                {data.history.toReversed().map((assessment) => (
                  <Judged key={assessment.assessment_id} assessment={assessment} />
                ))}
              </ul>
            </>
          )}
          <Assess
            peer={data}
            done={() => {
              reload()
              changed()
            }}
          />
          <h3>What passed last</h3>
          {data.recent.length === 0 ? (
            <p class="muted">Nothing is written down.</p>
          ) : (
            <ul class="peers-history" aria-label="Interactions">
              {data.recent.toReversed().map((interaction, i) => (
                <Passed key={i} interaction={interaction} />
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  )
}

const SOURCES = { inline: 'the agent', cycle: 'a reflection', operator: 'you' } as const

function Judged({ assessment: { trust, proposed_trust, rationale, source, timestamp } }: { assessment: Assessment }) {
  return (
    <li>
      <div class="row">
        <Badge tone={trust > 0 ? 'good' : trust < 0 ? 'bad' : 'neutral'}>{signed(trust)}</Badge>
        <span class="faint small" title={at(timestamp)}>
          by {SOURCES[source]}, {ago(timestamp)}
          {proposed_trust !== trust && `; ${signed(proposed_trust)} was proposed, and moves so far at once at most`}
        </span>
      </div>
      <p class="muted">
        <VisibleText text={rationale} />
      </p>
    </li>
  )
}

function Passed({ interaction: { direction, channel, preview, promise, timestamp } }: { interaction: Interaction }) {
  return (
    <li>
      <span class="faint small" title={at(timestamp)}>
        {direction === 'in' ? 'It said' : 'To it'}
        {channel !== null && (
          <>
            , by <VisibleText text={channel} />
          </>
        )}
        , {ago(timestamp)}
      </span>
      {preview !== null && (
        <p>
          <VisibleText text={preview} />
        </p>
      )}
      {promise !== null && (
        <p class="small">
          <Badge tone="warn">promised by {promise.due.slice(0, 10)}</Badge> <VisibleText text={promise.text} />
        </p>
      )}
    </li>
  )
}

function Assess({ peer, done }: { peer: PeerDetail; done: () => void }) {
  const [trust, setTrust] = useState(peer.trust ?? 0)
  const [rationale, setRationale] = useState('')
  const assess = async (event: Event) => {
    event.preventDefault()
    const body = { peer_id: peer.peer_id, trust, rationale: rationale.trim() }
    const saved = await attempt(
      () => api.post('/api/peers/assess', body),
      `Your word on ${peer.peer_id}: ${signed(trust)}`,
    )
    if (saved === undefined) return
    setRationale('')
    done()
  }
  return (
    <form class="peers-assess" onSubmit={(event) => void assess(event)}>
      <Field
        label={`Your judgement: ${signed(trust)}`}
        note="Your word stands as it is; what others judge moves on from it."
      >
        {(id) => (
          <input
            id={id}
            type="range"
            min={-10}
            max={10}
            step={1}
            value={trust}
            onInput={(event) => setTrust(Number(event.currentTarget.value))}
          />
        )}
      </Field>
      <Field label="Why">
        {(id) => (
          <input
            id={id}
            class="input"
            maxLength={1000}
            placeholder="What happened that speaks for this number"
            value={rationale}
            onInput={(event) => setRationale(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" class="button" data-kind="primary" disabled={rationale.trim() === ''}>
        Set trust
      </button>
    </form>
  )
}
