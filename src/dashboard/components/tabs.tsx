// Tabs over one panel, with the arrow keys between them; and a small switch between few views.
import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type TabItem = { key: string; label: string; count?: number | undefined }

/** Put the panel's content in `children`. */
export function Tabs({ items, active, choose, label, children }: TabsProps) {
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const at = items.findIndex(({ key }) => key === active)
    const next = items[(at + by + items.length) % items.length]
    if (next === undefined) return
    choose(next.key)
    const list = event.currentTarget
    if (list instanceof HTMLElement) list.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
        {items.map(({ key, label: text, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            class="tab"
            id={`tab-${key}`}
            data-key={key}
            aria-selected={key === active}
            aria-controls="tab-panel"
            tabIndex={key === active ? 0 : -1}
            onClick={() => choose(key)}
          >
            {text}
            {count !== undefined && <span class="tab-count">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${active}`}>
        {children}
      </div>
    </>
  )
}
type TabsProps = {
  items: readonly TabItem[]
  active: string
  choose: (key: string) => void
  label: string
  children: ComponentChildren
}

export function Segments<K extends string>({ items, active, choose, label }: SegmentsProps<K>) {
  return (
    <fieldset class="segments" aria-label={label}>
      {items.map(({ key, label: text, icon }) => (
        <button
          key={key}
          type="button"
          class="segment"
          aria-pressed={key === active}
          title={icon === undefined ? undefined : text}
          onClick={() => choose(key)}
        >
          {icon === undefined ? text : <Icon name={icon} />}
          {icon !== undefined && <span class="visually-hidden">{text}</span>}
        </button>
      ))}
    </fieldset>
  )
}
type SegmentsProps<K extends string> = {
  items: readonly { key: K; label: string; icon?: IconName }[]
  active: K
  choose: (key: K) => void
  label: string
}
