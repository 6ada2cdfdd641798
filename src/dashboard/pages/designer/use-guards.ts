// What watches over a text that is not saved: leaving asks, Ctrl+S saves, and it is told when another version was saved.
import { useEffect, useRef, useState } from 'preact/hooks'
import { confirmed } from '../../components/dialog.tsx'
import { onLive } from '../../live.ts'
import { holdLeaving } from '../../router.ts'
import { readStanding, type Stored } from './stored-skill.ts'

const LEAVE = { title: 'Leave without saving?', text: 'What you changed is lost.', yes: 'Leave', isGrave: true }

export function useLeaveGuard(isDirty: boolean): void {
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  useEffect(
    () =>
      holdLeaving(
        () => dirty.current,
        () => confirmed(LEAVE),
      ),
    [],
  )
}

export function useSaveKey(save: () => void): void {
  // As of the last render: an effect of its own would come a frame later, and a key pressed until then would be lost.
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

/** Whether something else stands by now than what was read. */
export function useMoved({ etag, form: { name } }: Stored): boolean {
  const [moved, setMoved] = useState<string | null>(null)
  useEffect(() => {
    if (etag === null) return
    return onLive(['skill.changed'], (event) => {
      if (event.payload?.name !== name && event.type !== 'stream.reset') return
      // What cannot be read now is told when it is saved.
      readStanding(name).then(
        (now) => setMoved(now?.etag === etag ? null : etag),
        () => setMoved(null),
      )
    })
  }, [etag, name])
  return moved !== null && moved === etag
}
