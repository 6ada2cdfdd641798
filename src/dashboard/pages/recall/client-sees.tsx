// What the model of one client sees for this message, channel by channel: the very text after that client's cuts, and what
// was lost on the way.
import { CLIENT_FACTS, CLIENTS } from '../../../domain/client-channels.ts'
import type { ClientPart, ClientView } from '../../../domain/client-view.ts'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { RawText, VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { counted } from '../../wording.ts'

const NAMES_SHOWN_MAX = 12

export function ClientSees({ message, client }: { message: string; client: string | undefined }) {
  const chosen = CLIENTS.find((each) => each === client)
  if (!isOperator()) return null
  return (
    <section class="stack" aria-label="What a client sees">
      <div class="row recall-title">
        <h2>What a model would see</h2>
        <select
          class="input"
          aria-label="Client"
          value={chosen ?? ''}
          onChange={(event) => setQuery({ as: event.currentTarget.value })}
        >
          <option value="">choose a client</option>
          {CLIENTS.map((each) => (
            <option key={each} value={each}>
              {CLIENT_FACTS[each].title}
            </option>
          ))}
        </select>
      </div>
      {chosen !== undefined && <Seen message={message} client={chosen} />}
    </section>
  )
}

function Seen({ message, client }: { message: string; client: string }) {
  const { data, error, reload } = useResource(
    `client ${client} ${message}`,
    (signal) => api.post<ClientView>('/api/recall/client', { message, client }, { signal }),
    ['skill.changed'],
  )
  if (data === undefined) return error ? <ErrorState error={error} retry={reload} /> : <Loading />
  return (
    <>
      {data.parts.map((part, i) => (
        <Part key={part.channel} part={part} earlier={data.parts.slice(0, i)} />
      ))}
      <ul class="client-notes muted small">
        {data.notes.map((note) => (
          <li key={note}>
            <VisibleText text={note} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Part({ part, earlier }: { part: ClientPart; earlier: readonly ClientPart[] }) {
  const { channel, reaches, known, when, text, chars, tokensEstimated } = part
  const same = text === '' ? undefined : earlier.find((other) => other.text === text)
  return (
    <details class="card client-part">
      <summary>
        <span class="client-channel">{channel}</span>
        <Badge tone={reaches ? 'good' : 'neutral'}>{reaches ? 'reaches the model' : 'does not reach it'}</Badge>
        <span class="faint small">{known}</span>
        <span class="number faint small">
          {reaches && text !== '' && `${counted(chars, 'character')}, about ${counted(tokensEstimated, 'token')}`}
        </span>
      </summary>
      <div class="card-pad stack">
        <p class="muted small">
          {reaches ? 'Shown to the model' : 'Not shown to the model;'} <VisibleText text={when} />.
        </p>
        {reaches && text === '' && <p class="muted small">Nothing is added for this message.</p>}
        {same !== undefined && <p class="muted small">The same text as by the {same.channel}.</p>}
        {text !== '' && same === undefined && <RawText text={text} label={`Text of the ${channel}`} />}
        {part.cut !== undefined && <Lost cut={part.cut} />}
      </div>
    </details>
  )
}

function Lost({ cut }: { cut: NonNullable<ClientPart['cut']> }) {
  const { skillsLeftOut, summariesCut, charsLost } = cut
  const more = skillsLeftOut.length - NAMES_SHOWN_MAX
  return (
    <div class="small">
      <p>
        <Badge tone="warn">cut</Badge> {counted(charsLost, 'character')} lost
        {summariesCut.length > 0 && `, ${counted(summariesCut.length, 'summary').replace('summarys', 'summaries')} cut`}
      </p>
      {skillsLeftOut.length > 0 && (
        <p class="muted">
          Left out: {skillsLeftOut.slice(0, NAMES_SHOWN_MAX).join(', ')}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
    </div>
  )
}
