// What `?` opens: the keys that work on the page that is shown.
import { keysNow } from '../keyboard.ts'
import { Dialog } from './dialog.tsx'

export function HelpDialog({ close }: { close: () => void }) {
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {Object.entries(keysNow()).map(([key, { does }]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <p class="muted small">Keys rest while you type. Enter opens what has the focus, Escape closes a dialog.</p>
    </Dialog>
  )
}
