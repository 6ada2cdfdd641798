// One binding: what happens when, under which conditions, how often it did, and switching, changing, removing it.
import { Badge } from '../../components/badge.tsx'
import { Switch } from '../../components/switch.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { ago, at } from '../../wording.ts'
import { actionText, type Binding, durationText } from './bindings-data.ts'

type CardProps = {
  binding: Binding
  switchTo: (isOn: boolean) => void
  edit: () => void
  remove: () => void
}

export function BindingCard({ binding, switchTo, edit, remove }: CardProps) {
  const { id, skill, event, action, enabled, summary, exposure } = binding
  return (
    <article class="card bindings-card" data-off={!enabled || undefined} aria-label={`${skill} on ${event}`}>
      <div class="bindings-head">
        <div class="bindings-what">
          <div class="row">
            <a href={href(`/skills/${skill}`)}>
              <VisibleText text={skill} />
            </a>
            {summary === null && <Badge tone="bad">no such skill</Badge>}
            {(exposure === 'hidden' || exposure === 'on-request') && (
              <Badge tone="warn" title="Its text is not brought before a model until it is listed">
                {exposure === 'hidden' ? 'hidden' : 'on request'}
              </Badge>
            )}
          </div>
          <p class="bindings-sentence">
            On <code>{event}</code> it <VisibleText text={actionText(action)} />
          </p>
        </div>
        {isOperator() && <Switch label={`Enabled: ${skill} on ${event}`} isOn={enabled} set={switchTo} isQuiet />}
      </div>
      <Conditions binding={binding} />
      <div class="bindings-foot">
        <p class="faint small">
          <Fired binding={binding} />
        </p>
        {isOperator() && (
          <div class="row">
            <button type="button" class="button" data-kind="quiet" aria-label={`Edit ${id}`} onClick={edit}>
              Edit
            </button>
            <button type="button" class="button" data-kind="quiet" aria-label={`Remove ${id}`} onClick={remove}>
              Remove
            </button>
          </div>
        )}
      </div>
    </article>
  )
}

function Conditions({ binding: { conditions, priority, cooldownSeconds, createdBy } }: { binding: Binding }) {
  return (
    <div class="row">
      {conditions.map(({ field, op, value }) => (
        <Badge key={`${field} ${op} ${value}`} tone="info">
          <VisibleText text={`${field} ${op} ${JSON.stringify(value)}`} />
        </Badge>
      ))}
      {conditions.length === 0 && <span class="faint small">Always</span>}
      {priority !== 0 && <Badge>priority {priority}</Badge>}
      {cooldownSeconds > 0 && <Badge>at most every {durationText(cooldownSeconds)}</Badge>}
      {createdBy !== 'operator' && (
        <Badge tone="accent">asked for by {createdBy === 'agent' ? 'an agent' : createdBy}</Badge>
      )}
    </div>
  )
}

function Fired({ binding: { fired, failed, lastFiredAt, cooldownUntil } }: { binding: Binding }) {
  if (lastFiredAt === null) return <>It has not fired yet.</>
  const isResting = cooldownUntil !== null && Date.parse(cooldownUntil) > Date.now()
  return (
    <>
      Fired {fired} {fired === 1 ? 'time' : 'times'}
      {failed > 0 && `, ${failed} to no effect`}, last <span title={at(lastFiredAt)}>{ago(lastFiredAt)}</span>
      {isResting && `; rests until ${at(cooldownUntil)}`}
    </>
  )
}
