// How often skills are loaded, when last, and which are loaded together: a fold of the journal that can be saved and
// thrown away at any time. Totals are never dropped; single loads are kept for the newest LOADS_KEPT_MAX, newest last.
import { z } from 'zod'
import type { JournalEvent } from './journal-event.ts'
import { isSkillName } from './skill-name.ts'

export const LOADS_KEPT_MAX = 50_000
export const PAIRS_SHOWN_MAX = 10
const DAY_MS = 86_400_000

const loadSchema = z.object({ id: z.string(), skill: z.string(), session: z.string(), at: z.string() })
export const usageSchema = z.object({
  totals: z.record(z.string(), z.object({ loads: z.number(), lastUsedAt: z.string() })),
  recent: z.array(loadSchema),
  skipped: z.number(),
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
  return { totals: {}, recent: [], skipped: 0 }
}

/** Events that came twice (a retry, two readers) count once; an id is remembered as long as its load is kept. */
export function foldUsage(usage: Usage, events: JournalEvent[], skipped: number): Usage {
  const known = new Set(usage.recent.map((load) => load.id))
  const totals = { ...usage.totals }
  const recent = [...usage.recent]
  for (const event of events) {
    // A forged line may name anything; only what can be a skill becomes a key.
    if (event.event !== 'loaded' || known.has(event.id) || !isSkillName(event.skillName)) continue
    known.add(event.id)
    const before = Object.hasOwn(totals, event.skillName) ? totals[event.skillName] : undefined
    const lastUsedAt = before !== undefined && before.lastUsedAt > event.timestamp ? before.lastUsedAt : event.timestamp
    totals[event.skillName] = { loads: (before?.loads ?? 0) + 1, lastUsedAt }
    recent.push({ id: event.id, skill: event.skillName, session: event.sessionId, at: event.timestamp })
  }
  return { totals, recent: recent.slice(-LOADS_KEPT_MAX), skipped: usage.skipped + skipped }
}

/** @param isSession tells real sessions from streams that only collect calls without one; those make no pairs. */
export function usageReport(usage: Usage, now: Date, days: number, isSession: (id: string) => boolean): UsageReport {
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
    together: pairs(sessions),
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
    .slice(0, PAIRS_SHOWN_MAX)
}
