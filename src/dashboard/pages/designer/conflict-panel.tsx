// Where a person and somebody else changed the same thing differently: each place with what it was, what the person wrote
// and what was saved meanwhile. All else is brought together already; what is chosen here goes into the editor, not yet
// into the library.
import { useState } from 'preact/hooks'
import type { Three } from '../../../domain/list-merge.ts'
import { VisibleText } from '../../components/visible-text.tsx'
import { counted } from '../../wording.ts'
import type { Form } from './form.ts'
import { type Choice, type Place, resolved } from './merge-forms.ts'

const CHOICES: Record<Choice, string> = { ours: 'Mine', theirs: 'Theirs', both: 'Both' }

export function ConflictPanel({ three, places, take, putOff }: PanelProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const choose = (key: string, choice: Choice) => setChoices(new Map([...choices, [key, choice]]))
  const all = (choice: Choice) => setChoices(new Map(places.map(({ key }) => [key, choice])))
  const left = places.filter(({ key }) => !choices.has(key)).length
  return (
    <section class="designer-preview conflict" aria-label="Changed by both">
      <header>
        <h2>Somebody changed the same {places.length === 1 ? 'place' : 'places'}</h2>
        <p class="muted">
          Your text was not saved. Choose for each place; everything else is brought together by itself. Nothing is
          saved before you save.
        </p>
        <div class="row">
          <button type="button" class="button" onClick={() => all('ours')}>
            All mine
          </button>
          <button type="button" class="button" onClick={() => all('theirs')}>
            All theirs
          </button>
        </div>
      </header>
      {places.map((place) => (
        <PlaceCard key={place.key} place={place} chosen={choices.get(place.key)} choose={choose} />
      ))}
      <footer class="row">
        <button
          type="button"
          class="button"
          data-kind="primary"
          disabled={left > 0}
          onClick={() => take(resolved(three, places, choices))}
        >
          Put it into the editor
        </button>
        <button type="button" class="button" data-kind="quiet" onClick={putOff}>
          Not now
        </button>
        <span class="faint small" role="status">
          {left > 0 && `${counted(left, 'place')} to choose`}
        </span>
      </footer>
    </section>
  )
}
type PanelProps = { three: Three<Form>; places: readonly Place[]; take: (form: Form) => void; putOff: () => void }

type CardProps = { place: Place; chosen: Choice | undefined; choose: (key: string, choice: Choice) => void }

function PlaceCard({ place, chosen, choose }: CardProps) {
  const { key, title, base, ours, theirs, lines } = place
  const offered: Choice[] = lines === undefined ? ['ours', 'theirs'] : ['ours', 'theirs', 'both']
  return (
    <fieldset class="card conflict-place">
      <legend>{title}</legend>
      <div class="conflict-sides">
        <SideText title="As it was" text={base} />
        <SideText title="Mine" text={ours} />
        <SideText title="Theirs" text={theirs} />
      </div>
      <div class="row conflict-choice">
        {offered.map((choice) => (
          <label key={choice} class="row">
            <input type="radio" name={key} checked={chosen === choice} onChange={() => choose(key, choice)} />
            {CHOICES[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function SideText({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <pre class="conflict-text">
        {text === '' ? <span class="faint">nothing</span> : <VisibleText text={text} lines />}
      </pre>
    </div>
  )
}
