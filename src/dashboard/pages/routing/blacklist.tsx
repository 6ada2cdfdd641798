// Skills that are never suggested, whatever they have proven.
import { useState } from 'preact/hooks'
import { Field } from '../../components/field.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'

type BlacklistProps = { names: readonly string[]; set: (name: string, to: 'add' | 'remove') => Promise<void> }

export function Blacklist({ names, set }: BlacklistProps) {
  const [name, setName] = useState('')
  const add = async (event: Event) => {
    event.preventDefault()
    await set(name.trim(), 'add')
    setName('')
  }
  return (
    <div class="stack">
      <form class="card card-pad routing-form" onSubmit={(event) => void add(event)}>
        <Field label="Never suggest a skill" note="It can still be loaded by its name; routing passes it over.">
          {(id) => (
            <input
              id={id}
              class="input"
              placeholder="mcp/email"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="button" data-kind="primary" disabled={name.trim() === ''}>
          Never suggest
        </button>
      </form>
      {names.length === 0 ? (
        <p class="muted">Every skill may be suggested.</p>
      ) : (
        <ul class="card routing-list" aria-label="Never suggested">
          {names.map((each) => (
            <li key={each} class="routing-item">
              <a class="routing-item-text" href={href(`/skills/${each}`)}>
                <VisibleText text={each} />
              </a>
              <button
                type="button"
                class="button"
                aria-label={`Suggest again: ${each}`}
                onClick={() => void set(each, 'remove')}
              >
                Suggest again
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
