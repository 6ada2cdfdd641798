// What was looked up and how sure recall has to be, and for each skill that did not come the reason.
import { useState } from 'preact/hooks'
import { Field } from '../../components/field.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href, setQuery } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { counted, percent } from '../../wording.ts'
import type { Loser, Why } from './recall-data.ts'

export function LookedUp({ why }: { why: Why }) {
  const { terms, repairs, threshold, confidence, confidenceNeeded, learned } = why
  return (
    <aside class="card card-pad stack" aria-label="What was looked up">
      <section>
        <h3>Looked up</h3>
        {terms.length === 0 && <p class="muted small">Nothing, as no word says enough.</p>}
        <p class="row stems">
          {terms.map((term) => (
            <code key={term}>
              <VisibleText text={term} />
            </code>
          ))}
        </p>
        {repairs.map(({ word, meant }) => (
          <p key={word} class="muted small">
            No skill holds “<VisibleText text={word} />
            ”; it was read as “<VisibleText text={meant} />
            ”.
          </p>
        ))}
      </section>
      {threshold > 0 && (
        <section>
          <h3>Confidence</h3>
          <div class="sure" aria-hidden="true">
            <div
              style={{ width: percent(Math.min(1, confidence)) }}
              data-enough={confidence >= confidenceNeeded || undefined}
            />
            <span style={{ left: percent(confidenceNeeded) }} />
          </div>
          <p class="muted small">
            {percent(confidence)} in the best. Recall speaks from {percent(confidenceNeeded)} on; in this library that
            is a fit of {threshold.toFixed(2)}.
          </p>
        </section>
      )}
      <section>
        <h3>Learned wording</h3>
        <p class="muted small">
          {learned.lessons === 0 ? 'None that counts here.' : `${counted(learned.lessons, 'lesson')}. `}
          {learned.lessons > 0 &&
            (learned.likenessBest === 0
              ? 'None comes from a message like this one.'
              : `The nearest comes from a message ${percent(learned.likenessBest)} like this one.`)}
        </p>
      </section>
      <AskAbout />
    </aside>
  )
}

function AskAbout() {
  const [name, setName] = useState('')
  const ask = (event: Event) => {
    event.preventDefault()
    setQuery({ skill: name.trim() })
  }
  return (
    <form onSubmit={ask}>
      <Field label="And how about this skill?" note="Says why it came or did not.">
        {(id) => (
          <input
            id={id}
            class="input"
            placeholder="mcp/send-email"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
    </form>
  )
}

type NotProps = { others: readonly Loser[]; asked: string | undefined; keep: (name: string) => void }

export function NotRecalled({ others, asked, keep }: NotProps) {
  if (others.length === 0) return null
  return (
    <section aria-label="Not recalled">
      <h2 class="recall-title">Not recalled</h2>
      <div class="table-wrap">
        <table class="table recall-losers">
          <thead>
            <tr>
              <th>Skill</th>
              <th>Why not</th>
              <th class="number">Score</th>
              <th class="number">Confidence</th>
              {isOperator() && (
                <th>
                  <span class="visually-hidden">Keep</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {others.map(({ name, score, confidence, reason }) => (
              <tr key={name} data-asked={name === asked || undefined}>
                <td>
                  <a href={href(`/skills/${name}`)}>{name}</a>
                </td>
                <td class="muted">
                  <VisibleText text={reason} />
                </td>
                <td class="number">{score.toFixed(2)}</td>
                <td class="number">{percent(confidence)}</td>
                {isOperator() && (
                  <td>
                    <button type="button" class="button" data-kind="quiet" onClick={() => keep(name)}>
                      Should come
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
