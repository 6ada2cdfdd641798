// Each case with what it asks for, how it did in the last runs, and the way to try or drop it.
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { Icon } from '../../components/icon.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { isPassed, type ListedCase, placeText, wordsText } from './recall-data.ts'

const SOURCES = { file: 'kept', use: 'from use', everyday: 'everyday' } as const

export function CaseTable({ cases, changed }: { cases: readonly ListedCase[]; changed: () => void }) {
  const drop = async ({ id, words, skill }: ListedCase) => {
    const gone = await attempt(() => api.delete('/api/recall/cases', { query: { id } }))
    if (gone === undefined) return
    changed()
    if (typeof words !== 'string') return toast({ text: 'Taken out of recall-cases.jsonl' })
    const back = { message: words, ...(skill !== null && { skill }) }
    const undo = () => void attempt(() => api.post('/api/recall/cases', back), 'It is back').then(changed)
    toast({ text: 'Taken out of recall-cases.jsonl', undo })
  }
  return (
    <div class="table-wrap">
      <table class="table case-table">
        <thead>
          <tr>
            <th>Message</th>
            <th>Should bring up</th>
            <th>Now</th>
            <th>Last runs</th>
            <th>
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {cases.map((each) => (
            <CaseRow key={each.id} each={each} drop={() => void drop(each)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CaseRow({ each, drop }: { each: ListedCase; drop: () => void }) {
  const { kind, source, skill, words, places } = each
  const text = wordsText(words)
  return (
    <tr>
      <td>
        <VisibleText text={text} /> <span class="faint small">{SOURCES[source]}</span>
      </td>
      <td>
        {skill === null && <span class="muted">nothing</span>}
        {kind === 'not-first' && <span class="muted">not first: </span>}
        {skill !== null && <a href={href(`/skills/${skill}`)}>{skill}</a>}
      </td>
      <td>
        <Now kind={kind} places={places} />
      </td>
      <td>
        <Dots kind={kind} places={places} />
      </td>
      <td class="case-acts">
        <a class="button" data-kind="quiet" href={href('/recall', { m: text, skill: skill ?? undefined })}>
          Try
        </a>
        {source === 'file' && (
          <button
            type="button"
            class="button"
            data-kind="quiet"
            data-icon
            aria-label={`Take the case “${text.slice(0, 60)}” out`}
            onClick={drop}
          >
            <Icon name="trash" />
          </button>
        )}
      </td>
    </tr>
  )
}

function Now({ kind, places }: Pick<ListedCase, 'kind' | 'places'>) {
  const place = places.at(-1)
  if (place === undefined) return <span class="faint">not run yet</span>
  return <Badge tone={isPassed(kind, place) ? 'good' : 'bad'}>{placeText(kind, place)}</Badge>
}

/** A dot a run: passed or not, the newest at the right. */
function Dots({ kind, places }: Pick<ListedCase, 'kind' | 'places'>) {
  if (places.length === 0) return null
  const passed = places.map((place) => isPassed(kind, place))
  const label = `Passed ${passed.filter(Boolean).length} of the last ${places.length}: ${places.map((place) => placeText(kind, place)).join(', ')}`
  return (
    <span class="dots" role="img" aria-label={label} title={label}>
      {passed.map((isGood, i) => (
        <span key={`${i}${isGood}`} data-passed={isGood || undefined} />
      ))}
    </span>
  )
}
