// Takes what other programs tell of their sessions, many events at once. Each stands alone: a bad one is refused with its
// reason and its place, one that came before counts once, the rest is written down. Of messages and arguments only that is
// kept which the settings let, and never a name, a number or the like.
import { feedbackIn } from '../domain/correction.ts'
import type { JournalEvent, NewEvent } from '../domain/journal-event.ts'
import { pastInstant } from '../domain/past-instant.ts'
import { keptInteraction } from '../domain/peer-interaction.ts'
import type { Actor } from '../domain/record.ts'
import { type SentEvent, sentEventSchema } from '../domain/sent-event.ts'
import { argumentText, isTextKept, type Signals, turnText } from '../domain/signal-text.ts'
import { shown } from '../domain/skill-error.ts'
import { turnStems } from '../domain/turn-stems.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import type { Journal } from '../journal/journal.ts'

export const EVENTS_MAX = 500

/** `refused` by the place in what was sent, the first being 0. */
export type TakenEvents = { taken: number; repeated: number; refused: { index: number; reason: string }[] }
export type TakeEvents = (events: readonly unknown[], actor: Actor) => Promise<TakenEvents>

export type IntakeParts = {
  journal: Pick<Journal, 'read' | 'append'>
  /** Whether anything of what is said may be kept. */
  isLearning: () => boolean
  /** Whether a stem stands in some skill. */
  isLibraryTerm: (term: string) => boolean
  signals: Signals
  /** Of what a peer says. */
  previewCharsMax: number
  now: () => Date
}

export function createEventIntake(parts: IntakeParts): TakeEvents {
  // Two batches of one session at once would not see each other's ids.
  const inTurn = createKeyedQueue()
  return async (events, actor) => {
    const now = parts.now().toISOString()
    const refused: TakenEvents['refused'] = []
    const sessions = new Map<string, SentEvent[]>()
    for (const [index, value] of events.entries()) {
      const sent = readSent(value, now)
      if (typeof sent === 'string') refused.push({ index, reason: sent })
      else sessions.set(sent.session, [...(sessions.get(sent.session) ?? []), sent])
    }
    let repeated = 0
    for (const [session, sent] of sessions) {
      repeated += await inTurn(session, () => writeDown(session, sent, actor, parts))
    }
    return { taken: events.length - refused.length - repeated, repeated, refused }
  }
}

/** The event with its time as we write it, or what is wrong with it. */
function readSent(value: unknown, now: string): SentEvent | string {
  const parsed = sentEventSchema.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    return `${issue.path.join('.') || 'the event'}: ${shown(issue.message)}`
  }
  const { timestamp, ...sent } = parsed.data
  if (timestamp === undefined) return parsed.data
  const at = pastInstant(timestamp, now)
  return at === undefined
    ? `timestamp: expected a time in the past as ISO 8601, got "${shown(timestamp)}"`
    : { ...sent, timestamp: at }
}

/** @returns how many were there already. */
async function writeDown(
  session: string,
  sent: readonly SentEvent[],
  actor: Actor,
  parts: IntakeParts,
): Promise<number> {
  const { events } = await parts.journal.read(session, 0)
  const known = new Set(events.map(({ id }) => id))
  let repeated = 0
  for (const each of sent) {
    if (each.id !== undefined && known.has(each.id)) {
      repeated += 1
      continue
    }
    for (const event of eventsOf(each, actor, events, parts)) {
      if (event.id !== undefined && known.has(event.id)) continue
      const written = await parts.journal.append(session, event)
      events.push(written)
      known.add(written.id)
    }
  }
  return repeated
}

// What a message says of what came before it stands before it, as a client's hook writes it.
function eventsOf(sent: SentEvent, actor: Actor, before: readonly JournalEvent[], parts: IntakeParts): NewEvent[] {
  const { session: _session, ...given } = sent
  switch (given.event) {
    case 'session-started':
    case 'session-ended':
    case 'feedback':
      return [{ ...given, actor }]
    case 'interaction': {
      const { id, timestamp } = given
      return [{ ...keptInteraction(given, parts.previewCharsMax), id, ...(timestamp ? { timestamp } : {}), actor }]
    }
    case 'turn': {
      const { message, ...turn } = given
      const isFirst = !before.some(({ event }) => event === 'turn')
      const feedback = feedbackIn(message)
      const id = turn.id && `${turn.id}-feedback`
      const said = feedback === undefined ? [] : [{ ...turn, event: 'feedback' as const, actor, feedback, id }]
      return [...said, { ...turn, actor, ...keptOf(message, isFirst, parts) }]
    }
    case 'tool-called': {
      const { args, ...call } = given
      const last = before.findLast((event) => event.event === 'tool-called')
      const isRetry = last?.tool === call.tool && !last.ok
      const isKept = parts.isLearning() && parts.signals.tools === 'arguments'
      const text = isKept ? argumentText(args, parts.isLibraryTerm) : ''
      return [{ ...call, actor, ...(isRetry ? { retry: true } : {}), ...(text === '' ? {} : { args: text }) }]
    }
  }
}

function keptOf(message: string, isFirst: boolean, { isLearning, isLibraryTerm, signals }: IntakeParts) {
  if (!isLearning()) return {}
  const stems = turnStems(message, isLibraryTerm)
  return isTextKept(signals.turns, isFirst) ? { stems, text: turnText(message, isLibraryTerm) } : { stems }
}
