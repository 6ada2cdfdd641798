// The form of a binding: skill, event, what is done, conditions, and how often. What the server refuses stands below it.
import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { asApiError } from '../../resource.ts'
import { ActionFields, cleanAction } from './action-fields.tsx'
import { type Condition, meantValue, OPS, type Spec } from './bindings-data.ts'

export const NEW: Spec = {
  ...{ skill: '', event: '', conditions: [], action: { kind: 'invoke_skill' } },
  ...{ priority: 0, cooldownSeconds: 0, enabled: true },
}

type FormProps = {
  title: string
  from: Spec
  eventTypes: readonly string[]
  skills: readonly string[]
  close: () => void
  /** @throws ApiError when it is refused. */
  save: (spec: Spec) => Promise<void>
}

export function BindingForm({ title, from, eventTypes, skills, close, save }: FormProps) {
  const [spec, setSpec] = useState(from)
  const [fault, setFault] = useState<string>()
  const put = (change: Partial<Spec>) => setSpec((was) => ({ ...was, ...change }))
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      const conditions = spec.conditions.map((each) => ({ ...each, value: meantValue(String(each.value)) }))
      await save({ ...spec, conditions, action: cleanAction(spec.action) })
    } catch (error) {
      const { message, fix } = asApiError(error)
      setFault(`${message}. ${fix}`)
    }
  }
  return (
    <Dialog title={title} close={close} isWide>
      <form class="bindings-form" onSubmit={(event) => void submit(event)}>
        <div class="bindings-two">
          <Field label="Skill">
            {(id) => (
              <input
                id={id}
                class="input"
                list="bindings-skills"
                required
                value={spec.skill}
                onInput={(event) => put({ skill: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label="On the event" note="* stands for a segment: skill.* is every change of a skill.">
            {(id) => (
              <input
                id={id}
                class="input mono"
                list="bindings-events"
                required
                value={spec.event}
                onInput={(event) => put({ event: event.currentTarget.value })}
              />
            )}
          </Field>
        </div>
        <Choices id="bindings-skills" of={skills} />
        <Choices id="bindings-events" of={eventTypes} />
        <ActionFields action={spec.action} put={(action) => put({ action })} />
        <Conditions conditions={spec.conditions} put={(conditions) => put({ conditions })} />
        <div class="bindings-two">
          <NumberField
            label="Priority"
            note="Of several that fire for one event the highest goes first."
            value={spec.priority}
            put={(priority) => put({ priority })}
          />
          <NumberField
            label="At most every … seconds"
            note="0: each time."
            value={spec.cooldownSeconds}
            put={(cooldownSeconds) => put({ cooldownSeconds })}
          />
        </div>
        {fault !== undefined && (
          <p class="field-fault" role="alert">
            <VisibleText text={fault} />
          </p>
        )}
        <div class="row bindings-save">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button" data-kind="primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function Choices({ id, of }: { id: string; of: readonly string[] }) {
  return (
    <datalist id={id}>
      {of.map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  )
}

type NumberProps = { label: string; note: string; value: number; put: (value: number) => void }

function NumberField({ label, note, value, put }: NumberProps) {
  return (
    <Field label={label} note={note}>
      {(id) => (
        <input
          id={id}
          class="input"
          type="number"
          step={1}
          value={value}
          onInput={(event) => put(Math.trunc(Number(event.currentTarget.value)))}
        />
      )}
    </Field>
  )
}

function Conditions({ conditions, put }: { conditions: readonly Condition[]; put: (next: Condition[]) => void }) {
  const change = (at: number, next: Partial<Condition>) =>
    put(conditions.map((each, i) => (i === at ? { ...each, ...next } : each)))
  return (
    <fieldset class="stack bindings-conditions">
      <legend class="field-label">Only where all of this holds</legend>
      {conditions.map(({ field, op, value }, i) => (
        <div key={i} class="bindings-condition">
          <input
            class="input mono"
            aria-label={`Field of condition ${i + 1}`}
            placeholder="tool"
            value={field}
            onInput={(event) => change(i, { field: event.currentTarget.value })}
          />
          <select
            class="input"
            aria-label={`Comparison of condition ${i + 1}`}
            value={op}
            onChange={(event) => change(i, { op: OPS.find((each) => each === event.currentTarget.value) ?? 'equals' })}
          >
            {OPS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
          <input
            class="input mono"
            aria-label={`Value of condition ${i + 1}`}
            placeholder={op === 'matches' ? 'deploy-*' : 'deploy'}
            value={String(value)}
            onInput={(event) => change(i, { value: event.currentTarget.value })}
          />
          <button
            type="button"
            class="button"
            data-kind="quiet"
            data-icon
            aria-label={`Remove condition ${i + 1}`}
            onClick={() => put(conditions.filter((_, at) => at !== i))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          class="button"
          onClick={() => put([...conditions, { field: '', op: 'equals', value: '' }])}
        >
          <Icon name="plus" /> Add a condition
        </button>
      </div>
    </fieldset>
  )
}
