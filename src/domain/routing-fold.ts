// Routing memory as a fold of the journal: which report belongs to which region. A region is the one that `find_skill` named
// for the session's message (`turn`), as far as the skill was loaded for it; every other use counts in a region of the
// skill's own name. Changed in place by its owner; what it makes of the reports is routing-uses.ts.
import { z } from 'zod'
import { sha256Of } from './digest.ts'
import type { Said } from './forgetting.ts'
import type { JournalEvent } from './journal-event.ts'
import { TURN_TEACHES_MS_MAX } from './lesson.ts'
import { isLessonKey, type LessonEdit } from './routing-lessons.ts'
import type { RoutingSettings } from './routing-settings.ts'
import {
  NOTHING_SETTLED,
  type RoutingUse,
  type SettledUses,
  settledSchema,
  settleUses,
  useSchema,
  usesInOrder,
} from './routing-uses.ts'
import { isSkillName } from './skill-name.ts'

const SESSIONS_KEPT_MAX = 500
const LOADS_KEPT_MAX = 50
/** Messages of which the region is remembered, for the words that they taught. */
const TURNS_KEPT_MAX = 2_000

const sessionSchema = z.object({
  turn: z.object({ at: z.string(), region: z.string() }).nullable(),
  /** Skill to the region that it was last loaded for, where that is not its own. */
  loads: z.array(z.tuple([z.string(), z.string()])),
})
type RoutedSession = z.infer<typeof sessionSchema>

export const routingFoldSchema = z.object({
  cursors: z.record(z.string(), z.number()),
  sessions: z.array(z.tuple([z.string(), sessionSchema])),
  turns: z.array(z.tuple([z.string(), z.string()])),
  uses: z.array(useSchema),
  settled: settledSchema,
  searches: z.number().int().min(0),
  hits: z.number().int().min(0),
})
type KeptRoutingFold = z.infer<typeof routingFoldSchema>

export type RoutingFold = {
  sessions: Map<string, RoutedSession>
  /** Id of a turn to its region. */
  turns: Map<string, string>
  uses: RoutingUse[]
  settled: SettledUses
  /** Messages for which no region was known, and for which one was. */
  searches: number
  hits: number
}

export function noRouting(): RoutingFold {
  return {
    sessions: new Map(),
    turns: new Map(),
    uses: [],
    settled: NOTHING_SETTLED,
    searches: 0,
    hits: 0,
  }
}

export function keptFold(fold: RoutingFold, cursors: Record<string, number>): KeptRoutingFold {
  return { ...fold, cursors, sessions: [...fold.sessions], turns: [...fold.turns] }
}

export function foldOfKept({ cursors: _cursors, sessions, turns, ...kept }: KeptRoutingFold): RoutingFold {
  return { ...kept, sessions: new Map(sessions), turns: new Map(turns) }
}

type Outcome = Extract<JournalEvent, { event: 'outcome' }>

type TakeRules = {
  /** Whether learning was paused then: such reports teach nothing. */
  isPaused: (seq: number) => boolean
  /** Whether a person wanted forgotten what was said or reported then: it makes nothing. */
  isForgotten: (said: Said) => boolean
  /** Tells real sessions from streams that only collect calls without one. */
  isSession: (sessionId: string) => boolean
}

export function takeEvents(fold: RoutingFold, events: readonly JournalEvent[], rules: TakeRules): void {
  for (const event of events) take(fold, event, rules)
}

/** After all streams were read: the newest reports stay, older ones go into what they made. */
export function settleFold(fold: RoutingFold, edits: readonly LessonEdit[], settings: RoutingSettings): void {
  const { settled, uses } = settleUses(fold.settled, usesInOrder(fold.uses), edits, settings)
  fold.settled = settled
  fold.uses = uses
}

function take(fold: RoutingFold, event: JournalEvent, rules: TakeRules): void {
  const { sessionId, timestamp: at } = event
  if (rules.isForgotten({ session: sessionId, at })) return
  const session = fold.sessions.get(sessionId) ?? { turn: null, loads: [] }
  switch (event.event) {
    case 'turn': {
      const region = isSkillName(event.region) ? event.region : undefined
      if (region === undefined) fold.searches += 1
      else fold.hits += 1
      if (region !== undefined) remember(fold.turns, event.id, region, TURNS_KEPT_MAX)
      keepSession(fold, sessionId, { ...session, turn: region === undefined ? null : { at, region } })
      return
    }
    case 'loaded':
      keepSession(fold, sessionId, afterLoad(session, event.skillName, at))
      return
    case 'tool-called':
      if (!event.ok || !event.skill || event.outcome) return
      keepSession(fold, sessionId, afterLoad(session, event.skill, at))
      return
    case 'session-ended':
      fold.sessions.delete(sessionId)
      return
    case 'outcome':
      if (teaches(event, rules)) fold.uses.push(useOf(event, session, rules))
      return
    case 'feedback':
      if (event.feedback === 'quality' && event.value === 'poor' && event.skill)
        markMisleading(fold.uses, sessionId, event.skill)
      return
    case 'session-started':
    case 'recalled':
      return
  }
}

function teaches({ skill, seq, sessionId: session, timestamp: at }: Outcome, rules: TakeRules): boolean {
  return isSkillName(skill) && !rules.isPaused(seq) && !rules.isForgotten({ skill, session, at })
}

function afterLoad(session: RoutedSession, skill: string, at: string): RoutedSession {
  const others = session.loads.filter(([name]) => name !== skill)
  const { turn } = session
  const delayMs = turn === null ? Number.POSITIVE_INFINITY : Date.parse(at) - Date.parse(turn.at)
  const isForTurn = turn !== null && delayMs <= TURN_TEACHES_MS_MAX && isSkillName(skill)
  return {
    turn,
    loads: isForTurn ? [...others, [skill, turn.region] as [string, string]].slice(-LOADS_KEPT_MAX) : others,
  }
}

// As in performance-fold.ts: a session that loaded nothing used it once, as far as anybody knows.
function useOf(event: Outcome, { loads }: RoutedSession, { isSession }: TakeRules): RoutingUse {
  const { id, sessionId: session, skill, outcome, timestamp: at, seq, key, loadId, env } = event
  return {
    ...{ id, session, skill, outcome, at, seq, env: env ?? {}, misleading: false },
    // A key is text of the reporter's: only what can be the name of a program or variable is kept as it is.
    key: key && isLessonKey(key) ? key : null,
    use: key ? `key:${sha256Of(key)}` : loadId ? `load:${loadId}` : isSession(session) ? 'session' : `report:${id}`,
    region: loads.find(([name]) => name === skill)?.[1] ?? skill,
  }
}

// Poor quality, said right behind the outcome that it belongs to: then the description promised too much.
function markMisleading(uses: RoutingUse[], session: string, skill: string): void {
  const at = uses.findLastIndex((use) => use.session === session && use.skill === skill)
  const use = uses[at]
  if (use?.outcome === 'task_mismatch') uses[at] = { ...use, misleading: true }
}

function keepSession(fold: RoutingFold, id: string, session: RoutedSession): void {
  if (session.turn === null && session.loads.length === 0) fold.sessions.delete(id)
  else remember(fold.sessions, id, session, SESSIONS_KEPT_MAX)
}

function remember<T>(map: Map<string, T>, key: string, value: T, countMax: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > countMax) map.delete(map.keys().next().value!)
}
