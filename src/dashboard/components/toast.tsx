// Short messages at the corner: what was done, with the way back, or why it was not.
//
//   toast({ text: 'Archived mcp/email', undo: () => restore(['mcp/email']) })
//   await attempt(() => api.post('/api/skills/pin', …), 'Pinned')      // a refusal becomes a message
import { signal } from '@preact/signals'
import { asApiError } from '../resource.ts'
import { Icon } from './icon.tsx'
import { VisibleText } from './visible-text.tsx'

export type Toast = { text: string; tone?: 'neutral' | 'bad'; undo?: () => void }

const SHOWN_MS = 6_000
// With a way back there is more to read and to decide.
const SHOWN_WITH_UNDO_MS = 15_000
const SHOWN_MAX = 4

const toasts = signal<readonly (Toast & { id: number })[]>([])
let newest = 0

export function toast(message: Toast): void {
  newest += 1
  const id = newest
  toasts.value = [...toasts.peek(), { ...message, id }].slice(-SHOWN_MAX)
  const shownMs = message.undo === undefined ? SHOWN_MS : SHOWN_WITH_UNDO_MS
  // What went wrong stays until it is closed.
  if (message.tone !== 'bad') setTimeout(() => dismiss(id), shownMs)
}

/** @returns what it gave, or undefined when it was refused: then the message says why. */
export async function attempt<T>(act: () => Promise<T>, done?: string): Promise<T | undefined> {
  try {
    const value = await act()
    if (done !== undefined) toast({ text: done })
    return value
  } catch (error) {
    const { message, fix } = asApiError(error)
    toast({ text: `${message}${/[.!?]$/.test(message) ? '' : '.'} ${fix}`.trim(), tone: 'bad' })
    return undefined
  }
}

function dismiss(id: number): void {
  toasts.value = toasts.peek().filter((each) => each.id !== id)
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone, undo }) => (
        <div key={id} class="toast" data-tone={tone}>
          <span class="toast-text">
            <VisibleText text={text} />
          </span>
          {undo !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              <Icon name="undo" />
              Undo
            </button>
          )}
          <button
            type="button"
            class="button"
            data-kind="quiet"
            data-icon
            aria-label="Dismiss"
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
