// Which bindings would fire for an event that somebody imagines, and why the others would not. Nothing fires.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { Field } from '../../components/field.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import type { Tested } from './bindings-data.ts'

export function BindingsTest({ eventTypes }: { eventTypes: readonly string[] }) {
  const [event, setEvent] = useState('tool.called')
  const [fields, setFields] = useState('{ "tool": "deploy", "ok": true }')
  const [tested, setTested] = useState<Tested>()
  const test = async (submitted: Event) => {
    submitted.preventDefault()
    const read = readFields(fields)
    if (read === undefined) {
      toast({ text: 'The fields are no JSON object: {"tool": "deploy"}', tone: 'bad' })
      return
    }
    setTested(await attempt(() => api.post<Tested>('/api/skills/bindings/test', { event: event.trim(), fields: read })))
  }
  return (
    <div class="stack">
      <form class="card card-pad bindings-form" onSubmit={(submitted) => void test(submitted)}>
        <div class="bindings-two">
          <Field label="If this happened">
            {(id) => (
              <input
                id={id}
                class="input mono"
                list="bindings-tested"
                required
                value={event}
                onInput={(input) => setEvent(input.currentTarget.value)}
              />
            )}
          </Field>
          <Field label="With these fields" note="JSON: what conditions look at.">
            {(id) => (
              <input
                id={id}
                class="input mono"
                value={fields}
                onInput={(input) => setFields(input.currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <datalist id="bindings-tested">
          {eventTypes.map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
        <div class="row">
          <button type="submit" class="button" data-kind="primary">
            What would fire?
          </button>
          <span class="faint small">Nothing fires.</span>
        </div>
      </form>
      {tested !== undefined && <Verdicts tested={tested} />}
    </div>
  )
}

function Verdicts({ tested: { fires, bindings } }: { tested: Tested }) {
  return (
    <section class="card" aria-label="What would fire">
      <div class="card-head">
        <h2>{fires === 0 ? 'Nothing would fire' : `${fires} would fire`}</h2>
        <span class="faint small">of {bindings.length}</span>
      </div>
      <ul>
        {bindings.map(({ id, text, fires: isFiring, why }) => (
          <li key={id} class="bindings-verdict">
            <Badge tone={isFiring ? 'good' : 'neutral'}>{isFiring ? 'fires' : 'does not'}</Badge>
            <div>
              <VisibleText text={text} />
              {why !== null && (
                <div class="faint small">
                  <VisibleText text={why} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function readFields(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}
