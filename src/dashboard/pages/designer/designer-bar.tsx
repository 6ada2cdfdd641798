// What is above the panes: the name, how it stands, whether there is something to save, and the buttons.
import { Badge, LifecycleBadge } from '../../components/badge.tsx'
import { Notice } from '../../components/states.tsx'
import { href } from '../../router.ts'
import { isOperator } from '../../session.ts'
import type { Faults, Form } from './form.ts'
import type { Stored } from './stored-skill.ts'

export function DesignerBar(props: BarProps) {
  const { form, stored, isNew, isDirty, isSaving, isDraft, isMoved, faults, setName, save, discard, merge } = props
  const isNameWrong = faults.name !== undefined && form.name !== ''
  return (
    <header class="designer-bar">
      <div class="row">
        {isNew ? (
          <>
            <h1 class="visually-hidden">New skill</h1>
            <input
              class="input designer-name"
              aria-label="Name"
              placeholder="name, such as mcp/send-email"
              autocomplete="off"
              spellcheck={false}
              value={form.name}
              aria-invalid={isNameWrong}
              aria-describedby={isNameWrong ? 'designer-name-fault' : undefined}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </>
        ) : (
          <h1>
            <a href={href(`/skills/${form.name}`)}>{form.name}</a>
          </h1>
        )}
        {stored.standing !== null && <LifecycleBadge lifecycle={stored.standing.lifecycle} />}
        {!isNew && <span class="faint small">version {stored.version}</span>}
        {isDraft && <Badge tone="accent">an agent’s draft</Badge>}
        <span class="designer-acts">
          <span class="faint small" role="status">
            {isSaving ? 'Saving…' : isDirty ? 'Not saved' : isNew ? '' : 'Saved'}
          </span>
          {isDirty && (
            <button type="button" class="button" data-kind="quiet" onClick={discard}>
              Discard
            </button>
          )}
          <button
            type="button"
            class="button"
            data-kind="primary"
            disabled={!isOperator() || isSaving || !(isDirty || isNew || isDraft)}
            onClick={save}
          >
            Save <kbd>Ctrl S</kbd>
          </button>
        </span>
      </div>
      {isNameWrong && (
        <p id="designer-name-fault" class="field-fault">
          {faults.name}
        </p>
      )}
      {isDraft && (
        <Notice tone="info">
          You edit the draft. Saving puts your text in force as your own, and lets the draft go.
        </Notice>
      )}
      {isMoved && (
        <Notice tone="warn">
          <span>Somebody saved another version of it meanwhile.</span>{' '}
          <button type="button" class="button" onClick={merge}>
            Bring both together
          </button>
        </Notice>
      )}
      {!isOperator() && (
        <Notice tone="info">
          <span>
            Only a person may save here: open the link of <code>skill-cortex ui</code>.
          </span>{' '}
        </Notice>
      )}
    </header>
  )
}
type BarProps = {
  form: Form
  stored: Stored
  isNew: boolean
  isDirty: boolean
  isSaving: boolean
  isDraft: boolean
  isMoved: boolean
  faults: Faults
  setName: (name: string) => void
  save: () => void
  discard: () => void
  merge: () => void
}
