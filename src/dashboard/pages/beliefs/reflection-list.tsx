// What came of each reflection, what was consulted before an answer, and what the agent was told to do.
import { api } from '../../api.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { EmptyState } from '../../components/states.tsx'
import { attempt } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, at, counted } from '../../wording.ts'
import type { Consultation, Reflection, Suggestion } from './beliefs-data.ts'

const STATUSES: Record<Reflection['status'], Tone> = {
  begun: 'info',
  applying: 'info',
  applied: 'good',
  failed: 'bad',
  undone: 'neutral',
}

export function ReflectionList({ reflections }: { reflections: readonly Reflection[] }) {
  if (reflections.length === 0) {
    return (
      <EmptyState
        icon="passes"
        title="Nobody has looked back yet"
        text="A reflection runs by itself when enough has passed with a peer, or when you run the pass Reflect."
      >
        <a class="button" href={href('/passes')}>
          To the passes
        </a>
      </EmptyState>
    )
  }
  return (
    <ul class="card" aria-label="Reflections">
      {reflections.map((reflection) => (
        <li key={reflection.id} class="beliefs-item">
          <div class="row">
            <strong>Reflection {reflection.cycle}</strong>
            <Badge tone={STATUSES[reflection.status]}>{reflection.status}</Badge>
            <span class="faint small" title={at(reflection.at)}>
              {ago(reflection.at)}
              {reflection.elapsedSeconds !== null &&
                `, took ${counted(Math.round(reflection.elapsedSeconds), 'second')}`}
            </span>
          </div>
          {reflection.summary !== null && (
            <p>
              <VisibleText text={reflection.summary} />
            </p>
          )}
          {reflection.reason != null && (
            <p class="beliefs-fault">
              <VisibleText text={reflection.reason} />
            </p>
          )}
          <p class="muted small">{cameOf(reflection)}</p>
          {reflection.triggers.length > 0 && (
            <p class="faint small">
              Because: <VisibleText text={reflection.triggers.join(', ')} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function cameOf(reflection: Reflection): string {
  const { peersAssessed, beliefsAdded, beliefsReaffirmed, beliefsExpired, directivesIssued, refused } = reflection
  const parts = [
    peersAssessed.length > 0 && `judged ${peersAssessed.join(', ')}`,
    beliefsAdded.length > 0 && `believes ${beliefsAdded.join(', ')}`,
    beliefsReaffirmed.length > 0 && `holds on to ${beliefsReaffirmed.join(', ')}`,
    beliefsExpired.length > 0 && `let go ${beliefsExpired.join(', ')}`,
    directivesIssued > 0 && `${counted(directivesIssued, 'word')} to the agent`,
    refused > 0 && `${refused} refused`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Nothing came of it.' : `${parts.join('; ')}.`
}

const VERDICTS: Record<NonNullable<Consultation['verdict']>, Tone> = {
  approve: 'good',
  deny: 'bad',
  conditional: 'warn',
}

export function ConsultationList({ consultations }: { consultations: readonly Consultation[] }) {
  if (consultations.length === 0) {
    return (
      <EmptyState
        icon="help"
        title="Nothing was consulted"
        text="Before it commits to something an agent may put the decision to the judge; the verdicts stand here."
      />
    )
  }
  return (
    <ul class="card" aria-label="Consultations">
      {consultations.map(({ id, decision, peers, askedAt, state, verdict, reasoning, suggestedResponse }) => (
        <li key={id} class="beliefs-item">
          <div class="row">
            {verdict === null ? <Badge tone="info">{state}</Badge> : <Badge tone={VERDICTS[verdict]}>{verdict}</Badge>}
            <span class="faint small" title={at(askedAt)}>
              {ago(askedAt)}
              {peers.length > 0 && (
                <>
                  , about <VisibleText text={peers.join(', ')} />
                </>
              )}
            </span>
          </div>
          <p>
            <VisibleText text={decision} />
          </p>
          {reasoning !== null && (
            <p class="muted">
              <VisibleText text={reasoning} />
            </p>
          )}
          {suggestedResponse !== null && suggestedResponse !== '' && (
            <p class="muted small">
              Suggested answer: <VisibleText text={suggestedResponse} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const STATES: Record<Suggestion['state'], Tone> = {
  open: 'info',
  delivered: 'accent',
  done: 'good',
  expired: 'neutral',
}

export function SuggestionList({ suggestions, reload }: { suggestions: readonly Suggestion[]; reload: () => void }) {
  if (suggestions.length === 0) {
    return (
      <EmptyState
        icon="info"
        title="The agent was told nothing"
        text="What a reflection or a binding would have the agent do is told to it once; it stands here until it is done or over."
      />
    )
  }
  const done = async (id: string) => {
    await attempt(() => api.post('/api/suggestions/done', { id }), 'Marked as done')
    reload()
  }
  return (
    <ul class="card" aria-label="Words to the agent">
      {suggestions.map(({ id, text, state, source, createdAt }) => (
        <li key={id} class="beliefs-item beliefs-suggestion">
          <div>
            <p>
              <VisibleText text={text} />
            </p>
            <p class="faint small" title={at(createdAt)}>
              <Badge tone={STATES[state]}>{state}</Badge>{' '}
              {source.startsWith('binding') ? 'from a binding' : 'from a reflection'}, {ago(createdAt)}
            </p>
          </div>
          {(state === 'open' || state === 'delivered') && (
            <button type="button" class="button" aria-label={`Done: ${text}`} onClick={() => void done(id)}>
              Done
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
