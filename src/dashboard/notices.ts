// What a binding has to say to the person (its action `notify`) is shown at once, on whatever page they are.
import { toast } from './components/toast.tsx'
import { onLive } from './live.ts'

/** @returns stops it. */
export function showNotices(): () => void {
  return onLive(['binding.notified'], ({ type, payload }) => {
    // Something was missed: the log of the bindings has it.
    if (type !== 'binding.notified') return
    const [text, skill] = [payload?.text, payload?.skill]
    if (typeof text !== 'string') return
    toast({ text: typeof skill === 'string' ? `${skill}: ${text}` : text })
  })
}
