// A list of short texts as chips: Enter or a comma adds what was typed, Backspace in the empty field takes the last out.
import { useState } from 'preact/hooks'
import { Field } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'

const ITEM_CHARS_MAX = 500

/** @param suggest offered while typing; other texts are fine too. */
export function ListField({ label, note, items, change, suggest = [], isMono = false }: ListFieldProps) {
  const [typed, setTyped] = useState('')
  const add = () => {
    const item = typed.trim()
    setTyped('')
    if (item !== '' && !items.includes(item)) change([...items, item])
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || (event.key === ',' && !isMono)) {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '' && items.length > 0) change(items.slice(0, -1))
  }
  return (
    <Field label={label} note={note}>
      {(id) => (
        <div class="chips">
          {items.map((item) => (
            <span key={item} class="chip" data-mono={isMono || undefined}>
              <VisibleText text={item} />
              <button
                type="button"
                aria-label={`Take ${item} out`}
                onClick={() => change(items.filter((each) => each !== item))}
              >
                <Icon name="close" size={12} />
              </button>
            </span>
          ))}
          <input
            id={id}
            value={typed}
            list={suggest.length > 0 ? `${id}-list` : undefined}
            maxLength={ITEM_CHARS_MAX}
            placeholder={items.length === 0 ? 'Type, then Enter' : ''}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={pressed}
            onBlur={add}
          />
          {suggest.length > 0 && (
            <datalist id={`${id}-list`}>
              {suggest
                .filter((name) => !items.includes(name))
                .map((name) => (
                  <option key={name} value={name} />
                ))}
            </datalist>
          )}
        </div>
      )}
    </Field>
  )
}
type ListFieldProps = {
  label: string
  note: string
  items: readonly string[]
  change: (items: string[]) => void
  suggest?: readonly string[]
  isMono?: boolean
}
