// What a session tells the passes that look for work that recurs: what was asked first, whether a skill was used, what went
// badly, and the first task of several steps that went well. A pure fold of its events; bounded whatever is in them.
import type { JournalEvent } from './journal-event.ts'
import { verdictOf } from './outcomes.ts'

/** A task of fewer is done without a procedure. */
const PROCEDURE_CALLS_MIN = 4
const PROCEDURE_TOOLS_MIN = 2
/** Of a longer one the rest is counted. */
const CALLS_KEPT_MAX = 30
/** Then a task is over, whether anything says so or not. */
const IDLE_MS = 30 * 60_000

export type ToolUse = { tool: string; ok: boolean; args: string }
/** What was done for one message. */
export type Task = {
  /** The words of the message in their order, or its stems. */
  said: string
  at: string
  lastAt: string
  calls: readonly ToolUse[]
  moreCalls: number
  isBad: boolean
  usedSkill: boolean
}
export type SessionSignals = {
  session: string
  /** Empty where nothing of it is kept. */
  first: { text: string; at: string } | undefined
  usedSkill: boolean
  wentBadly: boolean
  lastAt: string
  /** Under way, as far as the journal tells. */
  task: Task | undefined
  /** The first that went well. */
  procedure: Task | undefined
}

export function foldSignals(before: SessionSignals | undefined, event: JournalEvent): SessionSignals {
  const known = before ?? nothingYet(event.sessionId, event.timestamp)
  const state = { ...known, lastAt: later(known.lastAt, event.timestamp) }
  switch (event.event) {
    case 'turn':
      return begun(ended(state), event.text ?? '', event.text || (event.stems ?? []).join(' '), event.timestamp)
    case 'session-started':
      // A context that is summed up or taken up again goes on with its task.
      return event.source === 'compact' || event.source === 'resume' ? state : { ...ended(state), task: undefined }
    case 'session-ended':
      return { ...ended(state), task: undefined }
    case 'loaded':
      return withTask({ ...state, usedSkill: true }, { usedSkill: true })
    case 'tool-called':
      return called(state, event)
    case 'outcome':
      return verdictOf(event.outcome) === 'failure' ? bad(state) : state
    case 'feedback':
      return isNegative(event) ? bad(state) : state
    case 'recalled':
    case 'interaction':
      return state
  }
}

/** The first task of several steps that went well, if it is over by now. */
export function procedureOf({ procedure, task }: SessionSignals, now: Date): Task | undefined {
  if (procedure !== undefined || task === undefined) return procedure
  const isOver = now.getTime() - Date.parse(task.lastAt) > IDLE_MS
  return isOver && isProcedure(task) ? task : undefined
}

function nothingYet(session: string, at: string): SessionSignals {
  const nothing = { first: undefined, usedSkill: false, wentBadly: false, task: undefined, procedure: undefined }
  return { session, lastAt: at, ...nothing }
}

function begun(state: SessionSignals, text: string, said: string, at: string): SessionSignals {
  const task = { said, at, lastAt: at, calls: [], moreCalls: 0, isBad: false, usedSkill: false }
  return { ...state, first: state.first ?? { text, at }, task }
}

function ended(state: SessionSignals): SessionSignals {
  const { procedure, task } = state
  return procedure === undefined && task !== undefined && isProcedure(task) ? { ...state, procedure: task } : state
}

// What followed a skill is known already.
function isProcedure({ said, calls, isBad, usedSkill }: Task): boolean {
  if (said === '' || isBad || usedSkill || calls.at(-1)?.ok !== true) return false
  const done = calls.filter(({ ok }) => ok)
  return done.length >= PROCEDURE_CALLS_MIN && new Set(done.map(({ tool }) => tool)).size >= PROCEDURE_TOOLS_MIN
}

// Our own tools are no step of any task.
const OURS = /(?:^|[^a-z])(?:[a-z]+_skills?|skill_[a-z]+|report_outcome|[a-z]+_cycle)$/

function called(state: SessionSignals, event: JournalEvent & { event: 'tool-called' }): SessionSignals {
  const { tool, ok, args, skill, outcome, timestamp } = event
  if (skill && ok && outcome && verdictOf(outcome) === 'failure') return bad(state)
  if (skill && ok && !outcome) return withTask({ ...state, usedSkill: true }, { usedSkill: true })
  const { task } = state
  if (skill || task === undefined || OURS.test(tool)) return state
  const isFull = task.calls.length >= CALLS_KEPT_MAX
  const call = { tool, ok, args: args ?? '' }
  const calls = isFull ? [...task.calls.slice(0, -1), call] : [...task.calls, call]
  return withTask(state, { calls, moreCalls: task.moreCalls + (isFull ? 1 : 0), lastAt: later(task.lastAt, timestamp) })
}

function isNegative({ feedback, value }: JournalEvent & { event: 'feedback' }): boolean {
  return feedback === 'correction' || (feedback === 'quality' && (value === 'poor' || value === 'fair'))
}

function bad(state: SessionSignals): SessionSignals {
  return withTask({ ...state, wentBadly: true }, { isBad: true })
}

function withTask(state: SessionSignals, change: Partial<Task>): SessionSignals {
  return state.task === undefined ? state : { ...state, task: { ...state.task, ...change } }
}

function later(one: string, other: string): string {
  return one > other ? one : other
}
