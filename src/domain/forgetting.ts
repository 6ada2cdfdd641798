// What falls under a person's wish that something learned be forgotten: lessons, and the messages that they came from.
import type { JournalEvent } from './journal-event.ts'
import { type Learned, learnFrom, type SessionLearning } from './lesson.ts'

export const FORGET_SCOPES = ['skill', 'session', 'all'] as const
/** What was wanted forgotten, and when: it holds for all that was said and learned up to then. */
export type Forgetting = { scope: (typeof FORGET_SCOPES)[number]; of: string | undefined; at: string }

/** A lesson, or a message: that is of a session and of no skill. */
export type Said = { skill?: string; session: string; at: string }

export function isForgotten(said: Said, { scope, of, at }: Forgetting): boolean {
  if (said.at > at) return false
  switch (scope) {
    case 'all':
      return true
    case 'skill':
      return of !== undefined && said.skill === of
    case 'session':
      return of !== undefined && said.session === of
  }
}

/** `learnFrom`, where a message that was forgotten before the event teaches nothing more. */
export function learnUnlessForgotten(
  state: SessionLearning,
  event: JournalEvent,
  forgettings: readonly Forgetting[],
): Learned {
  const earlier = forgettings.filter(({ at }) => at < event.timestamp)
  return learnFrom(withoutForgotten(state, event.sessionId, earlier), event)
}

/**
 * The last message of a session waits for a load; its stems must not come back with one when it was forgotten, itself or
 * by what it taught. They stay as long as something that it taught stays.
 * @returns the same state when nothing has to go.
 */
export function withoutForgotten(
  state: SessionLearning,
  session: string,
  forgettings: readonly Forgetting[],
): SessionLearning {
  const { turn } = state
  if (turn === undefined || turn.stems.length === 0 || forgettings.length === 0) return state
  const isGone = (said: Said) => forgettings.some((forgetting) => isForgotten(said, forgetting))
  const loads = Object.entries(turn.loads ?? {})
  const isMeant =
    isGone({ session, at: turn.at }) || loads.some(([skill, { first }]) => isGone({ skill, session, at: first }))
  const isNeeded = loads.some(([skill, { last }]) => !isGone({ skill, session, at: last }))
  return isMeant && !isNeeded ? { ...state, turn: { ...turn, stems: [] } } : state
}

/** The event without the words of a message, of a peer or of a call, stems apart; undefined where it has none. */
export function withoutWords(event: JournalEvent): JournalEvent | undefined {
  if (event.event === 'turn') return event.text ? { ...event, text: undefined } : undefined
  if (event.event === 'interaction') {
    const { preview, promise } = event
    if (!preview && !promise?.text) return undefined
    return { ...event, preview: undefined, ...(promise ? { promise: { due: promise.due } } : {}) }
  }
  return event.event === 'tool-called' && event.args ? { ...event, args: undefined } : undefined
}
