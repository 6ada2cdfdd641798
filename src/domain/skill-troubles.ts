// What a session tells against the skills that were loaded in it: corrections, poor or fair quality, failures, tools that had
// to be called anew. A pure fold of its events; what was said is kept short, and whether it is true is not known here.
import type { JournalEvent } from './journal-event.ts'
import { verdictOf } from './outcomes.ts'
import { printableLine } from './printable.ts'
import { readingOf } from './scan-reading.ts'
import { findSecrets, masked } from './scan-secrets.ts'

/** Of the skills that a session loaded, the last so many answer for what goes wrong. */
const LOADED_KEPT_MAX = 5
export const TROUBLES_KEPT_MAX = 30
export const TROUBLE_CHARS_MAX = 300

type TroubleKind = 'correction' | 'quality' | 'failure' | 'retry'
/** @property id of the event that told it. */
export type Trouble = { id: string; skill: string; at: string; kind: TroubleKind; said: string }
export type SessionTroubles = {
  session: string
  lastAt: string
  /** The last one loaded comes last. */
  loaded: readonly string[]
  /** The last call of a tool that failed and did not work since. */
  failed: { tool: string; args: string } | undefined
  troubles: readonly Trouble[]
  /** When each skill last worked. */
  worked: ReadonlyMap<string, string>
}

export function foldTroubles(before: SessionTroubles | undefined, event: JournalEvent): SessionTroubles {
  const at = event.timestamp
  const known = before ?? { session: event.sessionId, lastAt: at, ...NOTHING }
  const state = { ...known, lastAt: known.lastAt > at ? known.lastAt : at }
  switch (event.event) {
    case 'session-started':
    case 'session-ended':
      return { ...state, loaded: [], failed: undefined }
    case 'loaded':
      return withLoaded(state, event.skillName)
    case 'outcome':
      return judged(state, event, event.skill, event.outcome, event.note)
    case 'feedback':
      return fedBack(state, event)
    case 'tool-called':
      return called(state, event)
    case 'turn':
    case 'recalled':
    case 'interaction':
      return state
  }
}

const NOTHING = { loaded: [], failed: undefined, troubles: [], worked: new Map<string, string>() }

function withLoaded(state: SessionTroubles, name: string): SessionTroubles {
  const loaded = [...state.loaded.filter((each) => each !== name), name].slice(-LOADED_KEPT_MAX)
  return { ...state, loaded, failed: undefined }
}

type Told = { kind: TroubleKind; said: string }

function withTrouble(state: SessionTroubles, event: JournalEvent, skills: readonly string[], told: Told) {
  const said = printableLine(withoutSecrets(told.said)).slice(0, TROUBLE_CHARS_MAX)
  const added = skills.map((skill) => ({ id: event.id, skill, at: event.timestamp, kind: told.kind, said }))
  return { ...state, troubles: [...state.troubles, ...added].slice(-TROUBLES_KEPT_MAX) }
}

function withoutSecrets(text: string): string {
  const spans = [...findSecrets(readingOf(text))].sort((a, b) => a.start - b.start)
  return spans.length === 0 ? text : masked(text, spans, { start: 0, end: text.length })
}

function judged(
  state: SessionTroubles,
  event: JournalEvent,
  skill: string,
  outcome: Parameters<typeof verdictOf>[0],
  note: string | null | undefined,
): SessionTroubles {
  switch (verdictOf(outcome)) {
    case 'success':
      return { ...state, worked: new Map([...state.worked, [skill, event.timestamp]]) }
    case 'failure':
      return withTrouble(state, event, [skill], { kind: 'failure', said: note ? `${outcome}: ${note}` : outcome })
    case 'neutral':
      return state
  }
}

// Of which of the loaded ones it is said nobody knows: it is said of each.
function fedBack(state: SessionTroubles, event: JournalEvent & { event: 'feedback' }): SessionTroubles {
  const { feedback, skill, value, note } = event
  const skills = skill ? [skill] : state.loaded
  if (feedback === 'correction')
    return withTrouble(state, event, skills, { kind: 'correction', said: note || value || '' })
  const isPoor = feedback === 'quality' && (value === 'poor' || value === 'fair')
  if (!isPoor) return state
  return withTrouble(state, event, skills, { kind: 'quality', said: note ? `${value}: ${note}` : value })
}

function called(state: SessionTroubles, event: JournalEvent & { event: 'tool-called' }): SessionTroubles {
  const { tool, ok, args, skill, outcome } = event
  if (skill && ok) return outcome ? judged(state, event, skill, outcome, undefined) : withLoaded(state, skill)
  if (skill) return state
  const { failed } = state
  if (!ok) return { ...state, failed: failed?.tool === tool ? failed : { tool, args: args ?? '' } }
  if (failed?.tool !== tool) return state
  const how = failed.args === '' || !args ? '' : `: "${failed.args}" failed, "${args}" worked`
  const solved = { ...state, failed: undefined }
  return withTrouble(solved, event, state.loaded, { kind: 'retry', said: `${tool}${how}` })
}
