// Forgetting what was learned, for good: of one skill, from one session, or all of it.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Notice } from '../../components/states.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { counted } from '../../wording.ts'
import type { Forgotten } from './routing-data.ts'

const SCOPES = { skill: 'One skill', session: 'One session', all: 'Everything' } as const
type Scope = keyof typeof SCOPES

export function ForgetDialog({ close, done }: { close: () => void; done: () => void }) {
  const [scope, setScope] = useState<Scope>('skill')
  const [of, setOf] = useState('')
  const isWhole = scope === 'all'
  const forget = async () => {
    const asked = isWhole ? { scope } : { scope, of: of.trim() }
    const gone = await attempt(() => api.post<Forgotten>('/api/routing/forget', asked))
    if (gone === undefined) return
    const { lessons, messages, routes, routeLessons } = gone
    toast({
      text: `Forgot the words of ${counted(messages, 'message')}, ${counted(routes, 'route')}, ${counted(lessons + routeLessons, 'lesson')}`,
    })
    done()
  }
  return (
    <Dialog
      title="Forget what was learned"
      close={close}
      foot={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            class="button"
            data-kind="danger"
            disabled={!isWhole && of.trim() === ''}
            onClick={() => void forget()}
          >
            Forget for good
          </button>
        </>
      }
    >
      <Notice tone="warn">
        Words go from the journal; weights, streaks and lessons are worked out as if those uses had never been reported.
        This cannot be taken back.
      </Notice>
      <Field label="What to forget">
        {(id) => (
          <select
            id={id}
            class="input"
            value={scope}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              if (chosen === 'skill' || chosen === 'session' || chosen === 'all') setScope(chosen)
            }}
          >
            {Object.entries(SCOPES).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!isWhole && (
        <Field label={scope === 'skill' ? 'Name of the skill' : 'Id of the session'}>
          {(id) => <input id={id} class="input" value={of} onInput={(event) => setOf(event.currentTarget.value)} />}
        </Field>
      )}
    </Dialog>
  )
}
