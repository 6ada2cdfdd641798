// Writes down what became of a skill, or what the person said of it. Journalled only: what it means for a skill's
// standing is a fold of these events, made elsewhere.
import type { FEEDBACK_KINDS, NewEvent, OUTCOMES } from '../domain/journal-event.ts'
import type { Actor } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'

export type OutcomeReport = {
  name?: string | undefined
  outcome?: (typeof OUTCOMES)[number] | undefined
  /** Distinguishes several uses of one skill in one session. */
  key?: string | undefined
  note?: string | undefined
  feedback?: (typeof FEEDBACK_KINDS)[number] | undefined
  /** Given by a caller that may send the same report twice: it then counts once. */
  eventId?: string | undefined
}

/** @returns the ids of the events written. @throws `bad-input` when neither an outcome of a skill nor feedback is given. */
export async function reportOutcome(
  report: OutcomeReport,
  session: string,
  actor: Actor,
  append: (sessionId: string, event: NewEvent) => Promise<{ id: string }>,
): Promise<string[]> {
  const { name, outcome, key, note, feedback, eventId } = report
  if (outcome !== undefined && name === undefined) {
    throw new SkillError(
      'bad-input',
      'name: expected the skill that the outcome is of, got nothing',
      'Give the name of the skill that was followed.',
    )
  }
  if (outcome === undefined && feedback === undefined) {
    throw new SkillError(
      'bad-input',
      'expected an outcome or feedback, got neither',
      'Set outcome (with name) or feedback.',
    )
  }
  const written: string[] = []
  if (outcome !== undefined && name !== undefined) {
    written.push((await append(session, { event: 'outcome', actor, skill: name, outcome, key, note, id: eventId })).id)
  }
  if (feedback !== undefined) {
    const id = eventId === undefined || outcome === undefined ? eventId : `${eventId}-feedback`
    written.push((await append(session, { event: 'feedback', actor, feedback, skill: name, value: note, id })).id)
  }
  return written
}
