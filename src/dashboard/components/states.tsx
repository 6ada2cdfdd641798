// What stands where a list would: nothing yet, something wrong, or not there yet; and notices between other things.
import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api.ts'
import { Icon, type IconName } from './icon.tsx'
import { VisibleText } from './visible-text.tsx'

/** Says why it is empty and what to do; `children` are the actions. */
export function EmptyState({ icon, title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <span class="empty-mark">
        <Icon name={icon} size={20} />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div class="empty-actions">{children}</div>}
    </div>
  )
}
type EmptyProps = { icon: IconName; title: string; text?: ComponentChildren; children?: ComponentChildren }

/** What the API said no to, with what to do about it. */
export function ErrorState({ error, retry }: { error: ApiError; retry?: () => void }) {
  // In the words of a page: the server's are for programs.
  if (error.status === 401) {
    return (
      <div class="empty" role="alert">
        <span class="empty-mark">
          <Icon name="shield" size={20} />
        </span>
        <h2>Only you may see this</h2>
        <p>
          Run <code>skill-cortex ui</code> in a terminal and open its link: then the dashboard knows that it is you.
        </p>
      </div>
    )
  }
  const isTheirs = error.status === 403
  return (
    <div class="empty" role="alert">
      <span class="empty-mark">
        <Icon name={isTheirs ? 'shield' : 'alert'} size={20} />
      </span>
      <h2>
        <VisibleText text={sentence(error.message)} />
      </h2>
      {error.fix !== '' && (
        <p>
          <VisibleText text={error.fix} />
        </p>
      )}
      {retry !== undefined && (
        <div class="empty-actions">
          <button type="button" class="button" onClick={retry}>
            Try again
          </button>
        </div>
      )}
    </div>
  )
}

export function Loading({ what = 'Loading' }: { what?: string }) {
  return (
    <div class="loading" role="status">
      <span class="spinner" />
      {what}…
    </div>
  )
}

const NOTICE_ICONS = { info: 'info', warn: 'alert', bad: 'alert', neutral: 'info' } as const

export function Notice({
  tone = 'neutral',
  children,
}: {
  tone?: keyof typeof NOTICE_ICONS
  children: ComponentChildren
}) {
  return (
    <div class="notice" data-tone={tone}>
      <Icon name={NOTICE_ICONS[tone]} />
      <div>{children}</div>
    </div>
  )
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
