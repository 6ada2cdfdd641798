// What the agent holds to be so: each with why, how long it will stand, and a person's word on it.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { confirmed, Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { EmptyState } from '../../components/states.tsx'
import { attempt } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, at, counted } from '../../wording.ts'
import { type Belief, type BeliefsAnswer, signed } from './beliefs-data.ts'

const MINUTES_AN_HOUR = 60

export function BeliefList({ beliefs, reload }: { beliefs: readonly Belief[]; reload: () => void }) {
  const [edited, setEdited] = useState<Belief>()
  if (beliefs.length === 0) {
    return (
      <EmptyState
        icon="beliefs"
        title="Nothing is believed"
        text="After a reflection, what the agent should keep in mind for a while stands here: confirm it, change it, or reject it."
      />
    )
  }
  const change = async (body: Record<string, unknown>, done: string) => {
    const changed = await attempt(() => api.post<BeliefsAnswer>('/api/beliefs', body), done)
    reload()
    return changed !== undefined
  }
  const reject = async ({ key, value }: Belief) => {
    const question = { title: `Reject "${key}"?`, text: <VisibleText text={value} />, yes: 'Reject', isGrave: true }
    if (await confirmed(question)) await change({ step: 'reject', key }, `Rejected "${key}"`)
  }
  return (
    <>
      <ul class="stack" aria-label="Beliefs">
        {beliefs.map((belief) => (
          <li key={belief.key} class="card beliefs-card" data-superseded={belief.superseded !== null || undefined}>
            <BeliefText belief={belief} />
            <div class="beliefs-acts">
              <button
                type="button"
                class="button"
                aria-label={`Confirm ${belief.key}`}
                onClick={() => void change({ step: 'confirm', key: belief.key }, `Confirmed "${belief.key}"`)}
              >
                Confirm
              </button>
              <button type="button" class="button" aria-label={`Edit ${belief.key}`} onClick={() => setEdited(belief)}>
                Edit
              </button>
              <button
                type="button"
                class="button"
                aria-pressed={belief.pinned}
                aria-label={`${belief.pinned ? 'Unpin' : 'Pin'} ${belief.key}`}
                onClick={() =>
                  void change(
                    { step: 'pin', key: belief.key, isPinned: !belief.pinned },
                    belief.pinned ? `"${belief.key}" has its time again` : `"${belief.key}" stays`,
                  )
                }
              >
                <Icon name="pin" /> {belief.pinned ? 'Unpin' : 'Pin'}
              </button>
              <button
                type="button"
                class="button"
                data-kind="quiet"
                aria-label={`Reject ${belief.key}`}
                onClick={() => void reject(belief)}
              >
                Reject
              </button>
            </div>
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <EditDialog
          belief={edited}
          close={() => setEdited(undefined)}
          save={async (value) => {
            const body = { step: 'edit', key: edited.key, value }
            if (await change(body, `Changed "${edited.key}"`)) setEdited(undefined)
          }}
        />
      )}
    </>
  )
}

function BeliefText({ belief }: { belief: Belief }) {
  const { key, value, rationale, peerId, trust, source, createdAt, superseded } = belief
  return (
    <div class="beliefs-text">
      <div class="row">
        <strong class="mono">
          <VisibleText text={key} />
        </strong>
        <Standing belief={belief} />
      </div>
      <p class="beliefs-value">
        <VisibleText text={value} />
      </p>
      {rationale !== '' && (
        <p class="muted small">
          <VisibleText text={rationale} />
        </p>
      )}
      <p class="faint small" title={at(createdAt)}>
        {source === 'operator' ? 'Your word' : 'From a reflection'}, {ago(createdAt)}
        {peerId !== null && (
          <>
            , about{' '}
            <a href={href('/peers', { peer: peerId })}>
              <VisibleText text={peerId} />
            </a>
            {trust !== null && ` (trust ${signed(trust)} then)`}
          </>
        )}
      </p>
      {superseded !== null && (
        <p class="beliefs-superseded small">
          A newer judgement of that peer says {signed(superseded.trust)}, {ago(superseded.at)}: agents are told so
          beside this belief.
        </p>
      )}
    </div>
  )
}

function Standing({ belief: { pinned, minutesLeft, superseded } }: { belief: Belief }) {
  return (
    <>
      {pinned && <Badge tone="accent">pinned</Badge>}
      {superseded !== null && <Badge tone="warn">superseded</Badge>}
      {minutesLeft !== null && (
        <Badge title="Time counts only while sessions are active">{leftText(minutesLeft)}</Badge>
      )}
    </>
  )
}

function leftText(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  return whole >= 2 * MINUTES_AN_HOUR
    ? `${counted(Math.round(whole / MINUTES_AN_HOUR), 'hour')} of activity left`
    : `${counted(whole, 'minute')} of activity left`
}

type EditProps = { belief: Belief; close: () => void; save: (value: string) => Promise<void> }

function EditDialog({ belief, close, save }: EditProps) {
  const [value, setValue] = useState(belief.value)
  return (
    <Dialog
      title={`Change "${belief.key}"`}
      close={close}
      foot={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            class="button"
            data-kind="primary"
            disabled={value.trim() === '' || value === belief.value}
            onClick={() => void save(value.trim())}
          >
            Save
          </button>
        </>
      }
    >
      <Field label="What is so" note="It becomes your word: a reflection may confirm it and not change it.">
        {(id) => (
          <textarea id={id} class="input" value={value} onInput={(event) => setValue(event.currentTarget.value)} />
        )}
      </Field>
    </Dialog>
  )
}
