// When it is time to reflect on peers: by counts, times and events alone, so that no judgement is needed to ask for one.
// Pure and cheap: looked at on every write. Seed 002, FR-CX-02, as DESIGN 3.5 repairs it.
import { type Cycle, isOpen } from './cycle.ts'

export const REFLECT_TRIGGERS = ['interaction_count', 'timer', 'new_peer', 'promise_overdue'] as const
export type ReflectTrigger = (typeof REFLECT_TRIGGERS)[number]

/** Null turns one off. */
export type TriggerRules = {
  interactions: number | null
  minutes: number | null
  newPeer: boolean
  promiseOverdue: boolean
}

export type TriggerFacts = {
  /** Interactions that no applied cycle has looked at. */
  unread: number
  /** Peers of which no applied cycle has looked at anything. */
  newPeers: number
  /** When the oldest of the unread came; undefined where there is none. */
  unreadSince: string | undefined
  /** When the last applied cycle began; undefined where there was none. */
  lastAt: string | undefined
  /** When promises fell due that nothing came after. */
  overdueAt: readonly string[]
}

const MINUTE_MS = 60_000

/** All that hold; one cycle serves them together. Empty: nothing to do. */
export function dueTriggers(facts: TriggerFacts, rules: TriggerRules, now: Date): ReflectTrigger[] {
  const { unread, newPeers, unreadSince, lastAt, overdueAt } = facts
  // Counted both ways: a clock that goes far back must not hold a reflection up until it is there again.
  const waitedMs = (since: string) => Math.abs(now.getTime() - Date.parse(since))
  const timerFrom = lastAt ?? unreadSince
  const isTime = rules.minutes !== null && timerFrom !== undefined && waitedMs(timerFrom) >= rules.minutes * MINUTE_MS
  const holds: Record<ReflectTrigger, boolean> = {
    interaction_count: rules.interactions !== null && unread >= rules.interactions,
    // Without activity there is nothing to think about, however long it lasts.
    timer: isTime && unread > 0,
    new_peer: rules.newPeer && newPeers > 0,
    // Each falls due once; a cycle that began later has seen it so.
    promise_overdue: rules.promiseOverdue && overdueAt.some((at) => lastAt === undefined || at > lastAt),
  }
  return REFLECT_TRIGGERS.filter((trigger) => holds[trigger])
}

export const BACKOFF_MS_MAX = 6 * 3_600_000

/**
 * Why to wait after cycles that came to nothing, twice as long after each; undefined where there is no need.
 * @param past of one pass, oldest first. @param firstMs after the first failure.
 */
export function backoffReason(past: readonly Cycle[], firstMs: number, now: Date): string | undefined {
  const lastGood = past.findLastIndex(({ status }) => status === 'applied' || status === 'undone')
  const failed = past.slice(lastGood + 1).filter((cycle) => cycle.status === 'failed' || isUnanswered(cycle, now))
  const last = failed.at(-1)
  if (last === undefined || firstMs === 0) return undefined
  const waitMs = Math.min(BACKOFF_MS_MAX, firstMs * 2 ** Math.min(failed.length - 1, 30))
  const from = Date.parse(last.endedAt ?? last.leaseUntil)
  if (Math.abs(now.getTime() - from) >= waitMs) return undefined
  const times = failed.length === 1 ? 'the last cycle' : `the last ${failed.length} cycles`
  const until = new Date(from + waitMs).toISOString()
  return `${times} came to nothing (${last.reason ?? 'nobody answered in time'}); tried again after ${until}`
}

function isUnanswered(cycle: Cycle, now: Date): boolean {
  return cycle.status === 'begun' && !isOpen(cycle, now)
}
