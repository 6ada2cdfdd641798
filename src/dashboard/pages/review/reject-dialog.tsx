// A no with a note, which whoever wrote the text gets to read. A draft stays to be mended unless it is let go.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { attempt } from '../../components/toast.tsx'

const NOTE_CHARS_MAX = 2_000

export function RejectDialog({ name, isDraft, close, done }: RejectProps) {
  const [note, setNote] = useState('')
  const [isDiscarded, setDiscarded] = useState(false)
  const reject = async (event: Event) => {
    event.preventDefault()
    const body = { name, note, discardDraft: isDiscarded }
    if ((await attempt(() => api.post('/api/approvals/reject', body), `Rejected ${name}`)) !== undefined) done()
  }
  return (
    <Dialog title={`Reject ${name}`} close={close}>
      <form class="stack" onSubmit={reject}>
        <Field label="What is wrong with it" note="Kept with the text, for whoever mends it.">
          {(id) => (
            <textarea
              id={id}
              class="input"
              maxLength={NOTE_CHARS_MAX}
              value={note}
              onInput={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        {isDraft && (
          <label class="row">
            <input
              type="checkbox"
              checked={isDiscarded}
              onChange={(event) => setDiscarded(event.currentTarget.checked)}
            />
            Let the draft go as well
          </label>
        )}
        <div class="row dialog-acts">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button" data-kind="danger">
            Reject
          </button>
        </div>
      </form>
    </Dialog>
  )
}
type RejectProps = { name: string; isDraft: boolean; close: () => void; done: () => void }
