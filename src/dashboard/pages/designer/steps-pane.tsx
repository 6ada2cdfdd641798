// The steps of a skill, for readers that want structure beside the text: what to do, why or how, and with which tool.
import type { Step } from '../../../domain/skill.ts'
import { Icon } from '../../components/icon.tsx'
import type { PanesProps } from './editor-panes.tsx'

export function StepsPane({ form, change, faults }: PanesProps) {
  const { steps } = form
  const put = (next: Step[]) => change({ steps: next })
  return (
    <div class="stack">
      <p class="muted small">For clients that show a procedure step by step. What an agent follows is the text.</p>
      {faults.steps !== undefined && <p class="field-fault">{faults.steps}</p>}
      <ol class="steps">
        {steps.map((step, i) => (
          // A step has nothing of its own that stays while it is typed.
          <li key={i} class="step">
            <StepRow
              step={step}
              place={i + 1}
              change={(next) => put(steps.map((each, at) => (at === i ? next : each)))}
            />
            <span class="row">
              <button
                type="button"
                class="button"
                data-kind="quiet"
                data-icon
                aria-label={`Move step ${i + 1} up`}
                disabled={i === 0}
                onClick={() => put(swapped(steps, i))}
              >
                <Icon name="up" />
              </button>
              <button
                type="button"
                class="button"
                data-kind="quiet"
                data-icon
                aria-label={`Remove step ${i + 1}`}
                onClick={() => put(steps.filter((_, at) => at !== i))}
              >
                <Icon name="trash" />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <div>
        <button type="button" class="button" onClick={() => put([...steps, { action: '' }])}>
          <Icon name="plus" />
          Add a step
        </button>
      </div>
    </div>
  )
}

type RowProps = { step: Step; place: number; change: (step: Step) => void }

function StepRow({ step, place, change }: RowProps) {
  return (
    <div class="step-fields">
      <input
        class="input"
        aria-label={`Step ${place}`}
        placeholder="What to do"
        value={step.action}
        onInput={(event) => change({ ...step, action: event.currentTarget.value })}
      />
      <input
        class="input"
        aria-label={`Description of step ${place}`}
        placeholder="How, or why"
        value={step.description ?? ''}
        onInput={(event) => change({ ...step, description: event.currentTarget.value })}
      />
      <input
        class="input mono"
        aria-label={`Tool of step ${place}`}
        placeholder="Tool"
        value={step.tool ?? ''}
        onInput={(event) => change({ ...step, tool: event.currentTarget.value })}
      />
    </div>
  )
}

/** With the step at `i` before the one that was before it. */
function swapped(steps: readonly Step[], i: number): Step[] {
  const before = steps[i - 1]
  const step = steps[i]
  if (before === undefined || step === undefined) return [...steps]
  return [...steps.slice(0, i - 1), step, before, ...steps.slice(i + 1)]
}
