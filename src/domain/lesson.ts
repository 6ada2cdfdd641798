// What a session teaches about wording: a message was sent, then a skill was loaded, so the words of the one speak for
// the other. Only stems are kept, never the message. A skill that was merely shown teaches nothing, and an outcome says
// whether the lesson was right. Pure folds of a session's events; who keeps lessons is recall/lesson-book.ts.
import type { JournalEvent, LOADED_HOW } from './journal-event.ts'
import type { OUTCOMES } from './outcomes.ts'
import { isSkillName } from './skill-name.ts'

/** A load that comes later belongs to something else. */
export const TURN_TEACHES_MS_MAX = 30 * 60_000
// One stem alone says too little to tell one task from another.
const LESSON_STEMS_MIN = 2
const HALF_LIFE_MS = 180 * 86_400_000
// A load of what recall itself had shown tells less than one that the agent searched for or knew by name: those are the
// messages that recall missed.
const SHOWN_WEIGHT = 0.5

export type Lesson = {
  /** As `lessonId` makes it. */
  id: string
  skill: string
  session: string
  at: string
  how: (typeof LOADED_HOW)[number]
  stems: string[]
  verdict: 'open' | 'right' | 'wrong'
}

/** The last message of a session, with the first and the last load that it taught, by skill. */
export type Turn = { id: string; at: string; stems: string[]; loads?: Record<string, Span> | undefined }
type Span = { first: string; last: string }

/** What must be remembered of a session between two events. */
export type SessionLearning = {
  turn?: Turn | undefined
  /** What the last recall showed. */
  shown?: string[] | undefined
  /** Skill to the lesson that its last load in this session made. */
  lessons: Record<string, string>
}

export const nothingLearned = (): SessionLearning => ({ lessons: {} })

export type Learned = {
  state: SessionLearning
  lesson?: Lesson
  verdict?: { id: string; verdict: 'right' | 'wrong' }
}

export function learnFrom(state: SessionLearning, event: JournalEvent): Learned {
  switch (event.event) {
    case 'turn':
      return {
        state: { ...state, turn: { id: event.id, at: event.timestamp, stems: event.stems ?? [] }, shown: undefined },
      }
    case 'recalled':
      return { state: { ...state, shown: event.skills } }
    case 'loaded':
      return learnFromLoad(state, { skill: event.skillName, how: event.how, at: event.timestamp }, event.sessionId)
    case 'tool-called': {
      // A call of ours that the client's hook saw: the server itself did not know whose it was.
      if (!event.ok || !event.skill) return { state }
      if (event.outcome) return judged(state, event.skill, event.outcome)
      const how = state.shown?.includes(event.skill) ? 'recalled' : 'by-name'
      return learnFromLoad(state, { skill: event.skill, how, at: event.timestamp }, event.sessionId)
    }
    case 'outcome':
      return judged(state, event.skill, event.outcome)
    case 'session-ended':
      return { state: nothingLearned() }
    case 'session-started':
    case 'feedback':
    case 'interaction':
      return { state }
  }
}

function judged(state: SessionLearning, skill: string, outcome: (typeof OUTCOMES)[number]): Learned {
  const id = Object.hasOwn(state.lessons, skill) ? state.lessons[skill] : undefined
  if (id === undefined) return { state }
  if (outcome === 'success') return { state, verdict: { id, verdict: 'right' } }
  // The other failures say nothing about whether the skill was the one that was meant.
  return outcome === 'task_mismatch' ? { state, verdict: { id, verdict: 'wrong' } } : { state }
}

type Load = Pick<Lesson, 'skill' | 'how' | 'at'>

function learnFromLoad(state: SessionLearning, load: Load, session: string): Learned {
  const { turn } = state
  if (turn === undefined || turn.stems.length < LESSON_STEMS_MIN || !isSkillName(load.skill)) return { state }
  const delayMs = Date.parse(load.at) - Date.parse(turn.at)
  if (!(delayMs <= TURN_TEACHES_MS_MAX)) return { state }
  const id = lessonId(turn.id, load.skill)
  const lesson: Lesson = { id, ...load, session, stems: turn.stems, verdict: 'open' }
  const first =
    turn.loads !== undefined && Object.hasOwn(turn.loads, load.skill) ? turn.loads[load.skill]!.first : load.at
  const loads = { ...turn.loads, [load.skill]: { first, last: load.at } }
  return { state: { ...state, turn: { ...turn, loads }, lessons: { ...state.lessons, [load.skill]: id } }, lesson }
}

/** The same load is one lesson, however often it is read. */
export function lessonId(turn: string, skill: string): string {
  return `${turn}/${skill}`
}

/** The id of the turn that a lesson rests on. */
export function turnOfLesson({ id, skill }: Lesson): string {
  return id.slice(0, -skill.length - 1)
}

/** -1 to 1: what a lesson counts now. Halves every 180 days; a wrong one counts against its skill. */
export function lessonWeight({ verdict, how, at }: Lesson, now: Date): number {
  const ageMs = Math.max(0, now.getTime() - Date.parse(at))
  const age = 0.5 ** (ageMs / HALF_LIFE_MS)
  if (verdict === 'wrong') return -age
  return verdict === 'right' || how !== 'recalled' ? age : SHOWN_WEIGHT * age
}
