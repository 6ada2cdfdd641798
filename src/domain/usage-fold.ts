// How often skills are loaded, when last, which are loaded together, and what became of them: a fold of the journal that
// can be saved and thrown away at any time. Totals are never dropped; single loads are kept for the newest
// LOADS_KEPT_MAX, newest last. A load is not a success: outcomes are counted in performance-fold.ts.
import { z } from 'zod'
import type { JournalEvent } from './journal-event.ts'
import { type IsSession, noPerformance, performanceSchema, type ReportBook, reportBook } from './performance-fold.ts'
import { isSkillName } from './skill-name.ts'

export const LOADS_KEPT_MAX = 50_000
export const PAIRS_SHOWN_MAX = 10
const DAY_MS = 86_400_000

const loadSchema = z.object({ id: z.string(), skill: z.string(), session: z.string(), at: z.string() })
export const usageSchema = z.object({
  totals: z.record(z.string(), z.object({ loads: z.number(), lastUsedAt: z.string() })),
  recent: z.array(loadSchema),
  skipped: z.number(),
  reported: performanceSchema,
})
export type Usage = z.infer<typeof usageSchema>

export type UsageReport = {
  days: number
  sessions: number
  loads: number
  skills: { name: string; loads: number; sessions: number; lastUsedAt: string }[]
  together: { skills: [string, string]; sessions: number }[]
  skippedLines: number
}

export function noUsage(): Usage {
  return { totals: {}, recent: [], skipped: 0, reported: noPerformance() }
}

/** The fold as it grows: one more event costs the same however many there were. */
export type UsageBook = {
  /** @param skipped lines that were no events. */
  add(events: readonly JournalEvent[], skipped: number): void
  loads(name: string): { loads: number; lastUsedAt: string } | undefined
  reports: ReportBook
  state(): Usage
}

/**
 * Events that came twice (a retry, two readers) count once; an id is remembered as long as its load or report is kept.
 * @param isSession tells real sessions from streams that only collect calls without one.
 */
export function usageBook(from: Usage, isSession: IsSession): UsageBook {
  const totals = new Map(Object.entries(from.totals))
  let recent = [...from.recent]
  const known = new Set(recent.map((load) => load.id))
  let skippedLines = from.skipped
  const reports = reportBook(from.reported, isSession)
  const addLoad = (event: Extract<JournalEvent, { event: 'loaded' }>) => {
    // A forged line may name anything; only what can be a skill becomes a key.
    if (known.has(event.id) || !isSkillName(event.skillName)) return
    known.add(event.id)
    const before = totals.get(event.skillName)
    const lastUsedAt = before !== undefined && before.lastUsedAt > event.timestamp ? before.lastUsedAt : event.timestamp
    totals.set(event.skillName, { loads: (before?.loads ?? 0) + 1, lastUsedAt })
    recent.push({ id: event.id, skill: event.skillName, session: event.sessionId, at: event.timestamp })
  }
  // In large steps: letting each go by itself would move all the others.
  const letGo = () => {
    if (recent.length <= 2 * LOADS_KEPT_MAX) return
    for (const load of recent.slice(0, -LOADS_KEPT_MAX)) known.delete(load.id)
    recent = recent.slice(-LOADS_KEPT_MAX)
  }
  return {
    add(events, skipped) {
      skippedLines += skipped
      for (const event of events) if (event.event === 'loaded') addLoad(event)
      letGo()
      reports.add(events)
    },
    loads: (name) => totals.get(name),
    reports,
    state: () => ({
      totals: Object.fromEntries(totals),
      recent: recent.slice(-LOADS_KEPT_MAX),
      skipped: skippedLines,
      reported: reports.state(),
    }),
  }
}

/** What of the past is asked for: so many days, and at most so many pairs. */
export type UsageAsked = { days: number; pairsMax?: number | undefined }

/** @param isSession tells real sessions from streams that only collect calls without one; those make no pairs. */
export function usageReport(usage: Usage, now: Date, asked: UsageAsked, isSession: IsSession): UsageReport {
  const { days, pairsMax = PAIRS_SHOWN_MAX } = asked
  const since = new Date(now.getTime() - days * DAY_MS).toISOString()
  const recent = usage.recent.filter((load) => load.at >= since)
  const bySkill = grouped(recent, (load) => load.skill)
  const skills = [...bySkill].map(([name, loads]) => ({
    name,
    loads: loads.length,
    sessions: new Set(loads.map((load) => load.session)).size,
    lastUsedAt: loads
      .map((load) => load.at)
      .sort()
      .at(-1)!,
  }))
  skills.sort((a, b) => b.loads - a.loads || (a.name < b.name ? -1 : 1))
  const sessions = new Map([...grouped(recent, (load) => load.session)].filter(([id]) => isSession(id)))
  return {
    days,
    sessions: sessions.size,
    loads: recent.length,
    skills,
    together: pairs(sessions).slice(0, pairsMax),
    skippedLines: usage.skipped,
  }
}

function grouped<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

function pairs(sessions: Map<string, { skill: string }[]>): UsageReport['together'] {
  const counts = new Map<string, number>()
  for (const loads of sessions.values()) {
    const names = [...new Set(loads.map((load) => load.skill))].sort()
    for (const [i, a] of names.entries()) {
      for (const b of names.slice(i + 1)) counts.set(`${a} ${b}`, (counts.get(`${a} ${b}`) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([key, count]) => ({ skills: key.split(' ') as [string, string], sessions: count }))
    .sort((a, b) => b.sessions - a.sessions || (a.skills.join() < b.skills.join() ? -1 : 1))
}
