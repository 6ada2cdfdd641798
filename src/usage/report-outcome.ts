// Writes down what became of a skill, or what the person said of it. Journalled only: what it means for a skill's
// standing is a fold of these events, made elsewhere.
import type { NewEvent } from '../domain/journal-event.ts'
import { type Contribution, type FEEDBACK_KINDS, type OUTCOMES, QUALITIES, type Quality } from '../domain/outcomes.ts'
import type { Actor } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'

export type OutcomeReport = {
  name?: string | undefined
  outcome?: (typeof OUTCOMES)[number] | undefined
  /** Distinguishes several uses of one skill in one session. */
  key?: string | undefined
  contribution?: Contribution | undefined
  note?: string | undefined
  feedback?: (typeof FEEDBACK_KINDS)[number] | undefined
  /** Of feedback on quality. */
  quality?: Quality | undefined
  /** The variables that the skill declares, and whether each was set; never a value. */
  env?: Record<string, boolean> | undefined
  /** Given by a caller that may send the same report twice: it then counts once. */
  eventId?: string | undefined
}

/** The id of the last `loaded` line of this skill in this session: it tells one use of a skill from the next. */
export type LastLoad = (session: string, name: string) => Promise<string | undefined>

/**
 * @returns the ids of the events written.
 * @throws `bad-input` when neither an outcome of a skill nor feedback is given, or a quality without its feedback.
 */
export async function reportOutcome(
  report: OutcomeReport,
  session: string,
  actor: Actor,
  append: (sessionId: string, event: NewEvent) => Promise<{ id: string }>,
  lastLoad: LastLoad,
): Promise<string[]> {
  const { name, outcome, key, contribution, note, feedback, quality, env, eventId } = report
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
  if ((feedback === 'quality') !== (quality !== undefined)) {
    throw new SkillError(
      'bad-input',
      `quality: expected one of ${QUALITIES.join(', ')} with feedback "quality", and with it alone`,
      'Set both, or neither.',
    )
  }
  const written: string[] = []
  if (outcome !== undefined && name !== undefined) {
    const loadId = !key ? await lastLoad(session, name) : undefined
    const of = { skill: name, outcome, key, contribution, loadId, note, env }
    written.push((await append(session, { event: 'outcome', actor, ...of, id: eventId })).id)
  }
  if (feedback !== undefined) {
    const id = eventId === undefined || outcome === undefined ? eventId : `${eventId}-feedback`
    const said = quality === undefined ? { value: note } : { value: quality, note }
    written.push((await append(session, { event: 'feedback', actor, feedback, skill: name, ...said, id })).id)
  }
  return written
}
