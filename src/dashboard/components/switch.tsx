// On or off, said by a word and by the place of the knob.
//
//   <Switch label="Learning" isOn={…} set={(isOn) => …} />
import './switch.css'

/** @param label what is on or off; @param isQuiet for eyes it stands beside already. */
export function Switch({ label, isOn, set, isDisabled = false, isQuiet = false }: SwitchProps) {
  return (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={isOn}
      disabled={isDisabled}
      onClick={() => set(!isOn)}
    >
      <span class="switch-track" aria-hidden="true" />
      <span class={isQuiet ? 'visually-hidden' : undefined}>{label}</span>
    </button>
  )
}
type SwitchProps = {
  label: string
  isOn: boolean
  set: (isOn: boolean) => void
  isDisabled?: boolean
  isQuiet?: boolean
}
