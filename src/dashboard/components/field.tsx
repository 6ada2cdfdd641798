// One question of a form: its label, the control, a note, and what is wrong with the answer.
//
//   <Field label="Summary" note="At most 15 words">{(id) => <input id={id} class="input" … />}</Field>
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export function Field({ label, note, fault, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children(id)}
      {note !== undefined && <span class="field-note">{note}</span>}
      {fault !== undefined && (
        <span class="field-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
type FieldProps = {
  label: string
  note?: string
  fault?: string | undefined
  children: (id: string) => ComponentChildren
}
