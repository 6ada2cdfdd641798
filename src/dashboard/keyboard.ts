// Keys that work on the whole page, and their list for the help that `?` opens. A page adds its own while it is shown:
//
//   useKeys({ a: { does: 'Approve', run: approve }, r: { does: 'Reject', run: reject } })
//
// No key works while something is typed, and none with Ctrl, Alt or Meta, which belong to the browser.
import { useEffect } from 'preact/hooks'

export type Key = { does: string; run: () => void }
export type Keys = Record<string, Key>

// The newest last; of one key the newest counts.
let keyMaps: readonly Keys[] = []

/** What works at this moment, for the help. */
export function keysNow(): Keys {
  return Object.assign({}, ...keyMaps)
}

export function useKeys(keys: Keys): void {
  useEffect(() => {
    keyMaps = [...keyMaps, keys]
    return () => {
      keyMaps = keyMaps.filter((each) => each !== keys)
    }
  })
}

export function startKeys(): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    // A dialog has the keyboard to itself.
    if (document.querySelector('dialog[open]') !== null) return
    const key = keyMaps.findLast((map) => map[event.key] !== undefined)?.[event.key]
    if (key === undefined) return
    event.preventDefault()
    key.run()
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
