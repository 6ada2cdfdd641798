// What happened on each day, for pictures over time: recalls, loads and reports of sessions, and what became of the library.
// Each line counts on its own UTC day, as it came: a report that corrects another counts beside it, so these are no verdicts
// on a skill (performance-fold.ts has those). Kept in memory alone, for the days that a picture shows. Pure.
import type { JournalEvent, LedgerEvent } from './journal-event.ts'
import { dayOf } from './model-budget.ts'
import { verdictOf } from './outcomes.ts'

export const DAYS_KEPT_MAX = 366
// So far back a line that came twice is known as the same.
const IDS_KEPT_MAX = 50_000
const DAY_MS = 86_400_000

/** Of sessions, by skill or all together. */
export type UseCounts = { recalls: number; silent: number; loads: number; successes: number; failures: number }
/** Of the library as a whole. */
export type ChangeCounts = { saved: number; drafted: number; approved: number; archived: number; degraded: number }
export type DayCounts = { day: string; sessions: number } & UseCounts & ChangeCounts

export type DayBook = {
  add(events: readonly (JournalEvent | LedgerEvent)[]): void
  /** One for each day, oldest first, the last one today. @param name of one skill; the changes are those of all. */
  days(asked: { days: number; name?: string | undefined }, now: Date): DayCounts[]
}

type Day = { sessions: Set<string>; all: UseCounts; bySkill: Map<string, UseCounts>; changes: ChangeCounts }

/**
 * @param since days before that one are passed over, YYYY-MM-DD.
 * @param isSession tells real sessions from streams that only collect calls without one.
 */
export function createDayBook(since: string, isSession: (sessionId: string) => boolean): DayBook {
  const days = new Map<string, Day>()
  let known = new Set<string>()
  let before = new Set<string>()
  const isRepeated = (id: string) => {
    if (known.has(id) || before.has(id)) return true
    known.add(id)
    if (known.size >= IDS_KEPT_MAX) [before, known] = [known, new Set()]
    return false
  }
  const dayAt = (timestamp: string): Day | undefined => {
    const day = timestamp.slice(0, 10)
    if (day < since || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
    const found = days.get(day) ?? { sessions: new Set(), all: noUses(), bySkill: new Map(), changes: noChanges() }
    days.set(day, found)
    return found
  }
  return {
    add(events) {
      for (const event of events) {
        const uses = usesOf(event)
        const change = changeOf(event)
        if ((uses === undefined && change === undefined) || isRepeated(`${event.sessionId} ${event.id}`)) continue
        const day = dayAt(event.timestamp)
        if (day === undefined) continue
        if (change !== undefined) day.changes[change] += 1
        if (uses === undefined) continue
        day.all[uses.what] += 1
        for (const skill of uses.skills) countFor(day, skill, uses.what)
        if (isSession(event.sessionId)) day.sessions.add(event.sessionId)
      }
    },
    days({ days: count, name }, now) {
      return lastDays(count, now).map((day) => {
        const found = days.get(day)
        const uses = name === undefined ? found?.all : found?.bySkill.get(name)
        const sessions = found?.sessions.size ?? 0
        return { day, sessions, ...(uses ?? noUses()), ...(found?.changes ?? noChanges()) }
      })
    },
  }
}

/** YYYY-MM-DD, oldest first, the last one today. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, i) => dayOf(new Date(now.getTime() - (count - 1 - i) * DAY_MS)))
}

/** How many of these stood at the end of each day. @param spans ISO instants; `until` is null for what stands still. */
export function standingOn(
  days: readonly string[],
  spans: readonly { from: string; until: string | null }[],
): number[] {
  // What has its day written in full is later than every instant of that day.
  const ends = days.map((day) => `${day}T24`)
  return ends.map((end) => spans.filter(({ from, until }) => from < end && (until === null || until >= end)).length)
}

function usesOf(event: JournalEvent | LedgerEvent): { what: keyof UseCounts; skills: readonly string[] } | undefined {
  switch (event.event) {
    case 'recalled':
      return { what: event.skills.length === 0 ? 'silent' : 'recalls', skills: event.skills }
    case 'loaded':
      return { what: 'loads', skills: [event.skillName] }
    case 'outcome': {
      const verdict = verdictOf(event.outcome)
      if (verdict === 'neutral') return undefined
      return { what: verdict === 'success' ? 'successes' : 'failures', skills: [event.skill] }
    }
    default:
      return undefined
  }
}

function changeOf(event: JournalEvent | LedgerEvent): keyof ChangeCounts | undefined {
  switch (event.event) {
    case 'skill-saved':
      return 'saved'
    case 'skill-drafted':
      return 'drafted'
    case 'skill-approved':
      return 'approved'
    case 'skill-archived':
      return 'archived'
    case 'skill-stepped':
      return event.lifecycle === 'degraded' ? 'degraded' : event.lifecycle === 'archived' ? 'archived' : undefined
    default:
      return undefined
  }
}

function countFor({ bySkill }: Day, skill: string, what: keyof UseCounts): void {
  const counts = bySkill.get(skill) ?? noUses()
  counts[what] += 1
  bySkill.set(skill, counts)
}

function noUses(): UseCounts {
  return { recalls: 0, silent: 0, loads: 0, successes: 0, failures: 0 }
}

function noChanges(): ChangeCounts {
  return { saved: 0, drafted: 0, approved: 0, archived: 0, degraded: 0 }
}
