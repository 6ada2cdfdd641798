// A dialog of the browser's own, which keeps the focus and closes with Escape; and questions with yes or no.
//
//   if (!(await confirmed({ title: 'Archive 3 skills?', text: '…', yes: 'Archive', isGrave: true }))) return
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

/** Open while it is rendered. @param foot the buttons; @param close is called by Escape and the cross. */
export function Dialog({ title, close, foot, isWide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const headId = useId()
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class="dialog"
      data-wide={isWide || undefined}
      aria-labelledby={headId}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div class="dialog-head">
        <h2 id={headId}>{title}</h2>
        <button type="button" class="button" data-kind="quiet" data-icon aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      {foot !== undefined && <div class="dialog-foot">{foot}</div>}
    </dialog>
  )
}
type DialogProps = {
  title: string
  close: () => void
  foot?: ComponentChildren
  isWide?: boolean
  children: ComponentChildren
}

export type Question = { title: string; text: ComponentChildren; yes: string; isGrave?: boolean }
type Asked = Question & { answer: (yes: boolean) => void }

const asked = signal<Asked | null>(null)

export function confirmed(question: Question): Promise<boolean> {
  asked.peek()?.answer(false)
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer(yes) {
        asked.value = null
        resolve(yes)
      },
    }
  })
}

// Enter says yes to what can be taken back, and no to what cannot. Set as an attribute: the dialog looks at it as it opens.
function focused(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '')
}

/** Once on the page, for `confirmed`. */
export function Questions() {
  const question = asked.value
  if (question === null) return null
  const { title, text, yes, isGrave = false, answer } = question
  return (
    <Dialog
      title={title}
      close={() => answer(false)}
      foot={
        <>
          <button type="button" class="button" ref={isGrave ? focused : null} onClick={() => answer(false)}>
            Cancel
          </button>
          <button
            type="button"
            class="button"
            data-kind={isGrave ? 'danger' : 'primary'}
            ref={isGrave ? null : focused}
            onClick={() => answer(true)}
          >
            {yes}
          </button>
        </>
      }
    >
      <div class="muted">{text}</div>
    </Dialog>
  )
}
