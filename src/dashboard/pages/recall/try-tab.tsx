// A message, what recall makes of it, and the same as the model of a client would see it. Nothing is written down: it is
// asked in no session.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Icon } from '../../components/icon.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { ClientSees } from './client-sees.tsx'
import { HitCard } from './hit-card.tsx'
import type { Answer } from './recall-data.ts'
import { LookedUp, NotRecalled } from './why-parts.tsx'

const MESSAGE_CHARS_MAX = 20_000
const HITS_MAX = 10

type TryProps = { message: string; client: string | undefined; skill: string | undefined }

export function TryTab({ message, client, skill }: TryProps) {
  const [typed, setTyped] = useState(message)
  const ask = (event?: Event) => {
    event?.preventDefault()
    setQuery({ m: typed.trim() })
  }
  return (
    <div class="stack">
      <form class="recall-ask" onSubmit={ask}>
        <div class="input-wrap">
          <Icon name="recall" />
          <input
            id="page-search"
            class="input recall-message"
            aria-label="Message"
            placeholder="What somebody would say to their agent"
            maxLength={MESSAGE_CHARS_MAX}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <button type="submit" class="button" data-kind="primary">
          Recall
        </button>
      </form>
      {message === '' ? (
        <EmptyState
          icon="recall"
          title="Say something"
          text="Type a message as you would say it to an agent. You see which skills it brings up, what each word adds, and why the others did not come."
        />
      ) : (
        <Tried message={message} client={client} skill={skill} />
      )}
    </div>
  )
}

function Tried({ message, client, skill }: TryProps) {
  const { data, error, reload } = useResource(
    `recall ${skill ?? ''} ${message}`,
    (signal) =>
      api.post<Answer>('/api/recall', { message, why: true, limit: HITS_MAX, ...(skill && { skill }) }, { signal }),
    ['skill.changed'],
  )
  if (data === undefined) return error ? <ErrorState error={error} retry={reload} /> : <Loading what="Looking" />
  const { hits, related, silent, why } = data
  return (
    <div class="columns">
      <div class="stack">
        <Verdict hits={hits.length} silent={silent} keep={() => keepCase(message, undefined)} />
        {hits.map((hit, i) => (
          <HitCard key={hit.name} hit={hit} rank={i + 1} keep={() => keepCase(message, hit.name)} />
        ))}
        {related.length > 0 && (
          <p class="muted small">See also: {related.map(({ name, of }) => `${name} (from ${of})`).join(', ')}</p>
        )}
        {why !== undefined && (
          <NotRecalled others={why.others} asked={skill} keep={(name) => keepCase(message, name)} />
        )}
        <ClientSees message={message} client={client} />
      </div>
      {why !== undefined && <LookedUp why={why} />}
    </div>
  )
}

type VerdictProps = { hits: number; silent: string | undefined; keep: () => void }

function Verdict({ hits, silent, keep }: VerdictProps) {
  return (
    <div class="row recall-verdict">
      <p>
        {silent === undefined ? (
          <>
            <strong>{hits}</strong> {hits === 1 ? 'skill comes' : 'skills come'} up
          </>
        ) : (
          <>
            <strong>Silent:</strong> {silent}
          </>
        )}
      </p>
      {isOperator() && (
        <button type="button" class="button" data-kind="quiet" onClick={keep}>
          Keep as a case: nothing should come
        </button>
      )}
    </div>
  )
}

async function keepCase(message: string, skill: string | undefined): Promise<void> {
  const kept = await attempt(() =>
    api.post<{ id: string; added: boolean }>('/api/recall/cases', { message, ...(skill !== undefined && { skill }) }),
  )
  if (kept === undefined) return
  if (!kept.added) return toast({ text: 'It is a case already' })
  const what = skill === undefined ? 'that nothing comes up' : `that ${skill} comes up`
  const undo = () => void attempt(() => api.delete('/api/recall/cases', { query: { id: kept.id } }), 'Taken out again')
  toast({ text: `Kept as a case: ${what}`, undo })
}
