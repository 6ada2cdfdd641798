// Lessons as a fold of the journal, kept level with what this and other processes write. What was folded so far is kept
// in a document that can be deleted at any time.
import { z } from 'zod'
import { type Forgetting, learnUnlessForgotten, withoutForgotten } from '../domain/forgetting.ts'
import { type JournalEvent, LOADED_HOW } from '../domain/journal-event.ts'
import { type Lesson, nothingLearned, type SessionLearning, type Turn } from '../domain/lesson.ts'
import { TURN_STEMS_MAX } from '../domain/turn-stems.ts'
import { singleFlight } from '../files/single-flight.ts'
import { foldStreams } from '../journal/fold-streams.ts'
import type { Cursor, Journal } from '../journal/journal.ts'
import { isStateless } from '../journal/stream-name.ts'
import type { SmallDocument } from '../store/small-document.ts'
import { createLessonBook, type LessonBook } from './lesson-book.ts'

const lessonSchema: z.ZodType<Lesson> = z.object({
  id: z.string(),
  skill: z.string(),
  session: z.string(),
  at: z.string(),
  how: z.enum(LOADED_HOW),
  stems: z.array(z.string()).max(TURN_STEMS_MAX),
  verdict: z.enum(['open', 'right', 'wrong']),
})
const turnSchema: z.ZodType<Turn> = z.object({
  id: z.string(),
  at: z.string(),
  stems: z.array(z.string()),
  loads: z.record(z.string(), z.object({ first: z.string(), last: z.string() })).optional(),
})
const sessionLearningSchema: z.ZodType<SessionLearning> = z.object({
  turn: turnSchema.optional(),
  shown: z.array(z.string()).optional(),
  lessons: z.record(z.string(), z.string()),
})
export const learningSchema = z.object({
  cursors: z.record(z.string(), z.number()),
  sessions: z.array(z.tuple([z.string(), sessionLearningSchema])),
  lessons: z.array(lessonSchema),
})
export type LearningCheckpoint = z.infer<typeof learningSchema>
export const noLearning = (): LearningCheckpoint => ({ cursors: {}, sessions: [], lessons: [] })

// Sessions in which a load may still belong to the last message.
const SESSIONS_KEPT_MAX = 500

type State = {
  book: LessonBook
  sessions: Map<string, SessionLearning>
  /** Grows whenever a lesson, a verdict or what may be learned has changed. */
  changes: number
}

export type LearningFold = {
  /** Reads what the journal and the ledger have gained. */
  level(): Promise<void>
  book(): LessonBook
  isPaused(): boolean
  /** All that was ever wanted forgotten, in order. */
  forgettings(): readonly Forgetting[]
  changes(): number
  /** Keeps what was folded, if it is more than was kept. */
  save(): Promise<void>
  /** Keeps it in any case: something in it was dropped. */
  saveAnew(): Promise<void>
}

export function openLearningFold(
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger'>,
  document: SmallDocument<LearningCheckpoint>,
): LearningFold {
  let state = noState()
  let cursors: Record<string, Cursor> | undefined
  let saved: { cursors: Record<string, Cursor>; changes: number } | undefined
  let ledgerCursor = 0
  let paused = false
  const forgettings: Forgetting[] = []

  const begin = async () => {
    const kept = await document.read()
    state = { ...noState(), sessions: new Map(kept.sessions), changes: kept.lessons.length }
    for (const lesson of kept.lessons) state.book.add(lesson)
    saved = { cursors: kept.cursors, changes: state.changes }
    return kept.cursors
  }
  // From the journal alone: what the cap had put out is nowhere else.
  const beginAgain = () => {
    cursors = {}
    state = emptyAgain()
  }
  const levelLedger = async () => {
    const { events, next } = await journal.readLedger(ledgerCursor)
    ledgerCursor = next
    const wasPaused = paused
    for (const event of events) {
      if (event.event === 'learning-paused') paused = true
      if (event.event === 'learning-resumed') paused = false
      if (event.event !== 'wording-forgotten') continue
      const forgetting = { scope: event.scope, of: event.of ?? undefined, at: event.timestamp }
      forgettings.push(forgetting)
      const { gone, madeRoom } = state.book.forget(forgetting)
      state.changes += gone
      if (madeRoom) beginAgain()
    }
    if (paused !== wasPaused) state.changes += 1
  }
  const emptyAgain = () => {
    const empty = { ...noState(), changes: state.changes + 1 }
    for (const forgetting of forgettings) empty.book.forget(forgetting)
    return empty
  }
  const saveAnew = async () => {
    if (cursors === undefined) return
    const now = { cursors, changes: state.changes }
    await document.write({ cursors, sessions: [...state.sessions], lessons: state.book.lessons() })
    saved = now
  }
  return {
    level: singleFlight(async () => {
      cursors ??= await begin()
      await levelLedger()
      const folded = await foldStreams(journal, { cursors, state }, emptyAgain, (base, events) =>
        foldEvents(base, events, forgettings),
      )
      cursors = folded.cursors
      state = folded.state
      forgetMessages(state, forgettings)
    }),
    book: () => state.book,
    isPaused: () => paused,
    forgettings: () => forgettings,
    changes: () => state.changes,
    save: async () => (cursors === saved?.cursors && state.changes === saved?.changes ? undefined : saveAnew()),
    saveAnew,
  }
}

function noState(): State {
  return { book: createLessonBook(), sessions: new Map(), changes: 0 }
}

// Changed in place: the book does not mind order or repetition, and there may be ten thousands of lessons in it.
function foldEvents(state: State, events: JournalEvent[], forgettings: readonly Forgetting[]): State {
  const { book, sessions } = state
  for (const event of events) {
    const { sessionId } = event
    if (isStateless(sessionId)) continue
    const before = sessions.get(sessionId) ?? nothingLearned()
    const { state: after, lesson, verdict } = learnUnlessForgotten(before, event, forgettings)
    sessions.delete(sessionId)
    if (event.event !== 'session-ended') sessions.set(sessionId, after)
    if (sessions.size > SESSIONS_KEPT_MAX) sessions.delete(sessions.keys().next().value!)
    if (lesson !== undefined) book.add(lesson)
    if (verdict !== undefined) book.judge(verdict.id, verdict.verdict)
    if (lesson !== undefined || verdict !== undefined) state.changes += 1
  }
  return state
}

function forgetMessages(state: State, forgettings: readonly Forgetting[]): void {
  for (const [id, session] of state.sessions) {
    const left = withoutForgotten(session, id, forgettings)
    if (left === session) continue
    state.sessions.set(id, left)
    state.changes += 1
  }
}
