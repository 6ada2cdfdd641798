// What the run that was just asked for changed, and which cases a person should look at.
import { EmptyState } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { type Changed, type Evaluation, type Noted, placeText, wordsText } from './recall-data.ts'

const SHOWN_MAX = 20

export function EvalOutcome({ outcome }: { outcome: Evaluation }) {
  const { changes, missed, silent, falseRecalls, gone, learning } = outcome
  // Up to half of the everyday messages may be answered in a large library: that is told in one number above.
  const own = falseRecalls.filter(({ source }) => source !== 'everyday')
  const isFine = missed.length + silent.length + own.length === 0
  return (
    <section class="card card-pad stack" aria-label="The last run">
      <p>{changeText(changes)}</p>
      {learning !== 'on' && <p class="muted small">Learning is {learning}: use makes no new cases.</p>}
      {gone.length > 0 && <p class="muted small">Not run, as their skills are gone: {gone.join(', ')}</p>}
      {changes !== null && <Turned title="Lost since the last run" changed={changes.lost} />}
      {changes !== null && <Turned title="Won since the last run" changed={changes.won} />}
      <Notes title="Not among the first five" noted={missed} />
      <Notes title="Found, but recall would be silent" noted={silent} />
      <Notes title="Recalled, and should not be" noted={own} />
      {isFine && <EmptyState icon="check" title="Every case passes" />}
    </section>
  )
}

function changeText(changes: Evaluation['changes']): string {
  if (changes === null) return 'This is the first run: there is nothing to compare it with.'
  const { lost, won, added, removed } = changes
  if (lost.length + won.length === 0) {
    const moved = [...(added > 0 ? [`${added} new`] : []), ...(removed > 0 ? [`${removed} gone`] : [])]
    return `Since the last run no case was lost or won${moved.length > 0 ? `; ${moved.join(', ')}` : ''}.`
  }
  return `Since the last run ${lost.length} lost and ${won.length} won.`
}

function Turned({ title, changed }: { title: string; changed: readonly Changed[] }) {
  if (changed.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul class="case-notes">
        {changed.slice(0, SHOWN_MAX).map(({ id, kind, words, skill, before, after }) => (
          <li key={id}>
            <VisibleText text={wordsText(words)} /> <span class="faint">{skill}</span>
            <div class="muted small">
              {placeText(kind, before.withLearning)} → {placeText(kind, after.withLearning)}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Notes({ title, noted }: { title: string; noted: readonly Noted[] }) {
  if (noted.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul class="case-notes">
        {noted.slice(0, SHOWN_MAX).map(({ id, words, skill, reason }) => (
          <li key={id}>
            <a href={href('/recall', { m: wordsText(words), skill: skill ?? undefined })}>
              <VisibleText text={wordsText(words)} />
            </a>{' '}
            <span class="faint">{skill}</span>
            <div class="muted small">
              <VisibleText text={reason} />
            </div>
          </li>
        ))}
      </ul>
      {noted.length > SHOWN_MAX && <p class="faint small">and {noted.length - SHOWN_MAX} more</p>}
    </div>
  )
}
