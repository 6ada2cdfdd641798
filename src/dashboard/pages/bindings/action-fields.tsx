// What a binding does when it fires, and what that takes.
import { Field } from '../../components/field.tsx'
import { ACTIONS, type Action } from './bindings-data.ts'

export function ActionFields({ action, put }: { action: Action; put: (action: Action) => void }) {
  const { kind } = action
  return (
    <>
      <Field label="What is done" note={NOTES[kind]}>
        {(id) => (
          <select
            id={id}
            class="input"
            value={kind}
            onChange={(event) => {
              const chosen = ACTIONS.find((each) => each.kind === event.currentTarget.value)
              if (chosen !== undefined) put({ kind: chosen.kind })
            }}
          >
            {ACTIONS.map((each) => (
              <option key={each.kind} value={each.kind}>
                {each.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(kind === 'inject_context' || kind === 'notify') && (
        <Field
          label="Text"
          note={kind === 'notify' ? 'May be left out.' : 'Left out: what the skill is for, and that it can be loaded.'}
        >
          {(id) => (
            <textarea
              id={id}
              class="input"
              value={action.text ?? ''}
              onInput={(event) => put({ ...action, text: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {kind === 'call_tool' && (
        <Field label="Tool">
          {(id) => (
            <input
              id={id}
              class="input mono"
              required
              value={action.tool ?? ''}
              onInput={(event) => put({ ...action, tool: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {kind === 'emit_event' && (
        <Field label="Type of the event" note="custom.<name>; other bindings may wait for it.">
          {(id) => (
            <input
              id={id}
              class="input mono"
              required
              placeholder="custom.deployed"
              value={action.type ?? ''}
              onInput={(event) => put({ ...action, type: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}

const NOTES: Record<Action['kind'], string> = {
  invoke_skill: 'With the next recall of the session, as reference.',
  inject_context: 'With the next recall of the session, as reference.',
  notify: 'Here and on the stream.',
  call_tool: 'It is offered to the agent, and never carried out here.',
  emit_event: 'At most three in a chain, and never one that leads back to itself.',
}

/** What is left empty is left out; what the form does not show stays. */
export function cleanAction(action: Action): Action {
  if (action.kind !== 'inject_context' && action.kind !== 'notify') return action
  const text = action.text?.trim()
  return { kind: action.kind, text: text === undefined || text === '' ? null : text }
}
