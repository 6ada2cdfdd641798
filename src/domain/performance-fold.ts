// What became of each skill: how often it was recalled and how the reports on it ended, folded from the journal. Only
// `outcome` lines count. A report that a client's hook saw (`tool-called`) is the same report, which the server wrote down
// without knowing the session; that line serves learning alone.
import { z } from 'zod'
import type { JournalEvent } from './journal-event.ts'
import { type LatestVerdict, latestVerdicts } from './latest-verdicts.ts'
import { CONTRIBUTIONS, OUTCOMES, type Outcome, verdictOf } from './outcomes.ts'
import { inOrder, REPORTS_KEPT_MAX, type Report, reportSchema, reportShelf, useKey } from './report-shelf.ts'
import { isSkillName } from './skill-name.ts'

const count = z.number().int().min(0)
const outcomeTallySchema = z.object({
  outcomes: z.record(z.enum(OUTCOMES), count),
  /** What the successes owe to the skill. */
  contributions: z.record(z.enum(CONTRIBUTIONS), count),
  last: z.object({ outcome: z.enum(OUTCOMES), at: z.string(), seq: count }).nullable(),
  /** The latest run of one kind, so one of the two is 0. What says nothing of the skill does not break it. */
  streak: z.object({ successes: count, failures: count }),
})
export type OutcomeTally = z.infer<typeof outcomeTallySchema>

const recalledSchema = z.object({ count, lastAt: z.string() })

export const performanceSchema = z.object({
  recalled: z.record(z.string(), recalledSchema),
  /** Oldest first. */
  reports: z.array(reportSchema),
  /** What became of the reports that are no longer kept. */
  settled: z.record(z.string(), outcomeTallySchema),
})
export type PerformanceFold = z.infer<typeof performanceSchema>
export type IsSession = (sessionId: string) => boolean

export function noPerformance(): PerformanceFold {
  return { recalled: {}, reports: [], settled: {} }
}

/**
 * The fold as it grows: the same whatever the order of the events, within REPORTS_KEPT_MAX; one more costs the same however
 * many there were.
 */
export type ReportBook = {
  add(events: readonly JournalEvent[]): void
  outcomes(name: string): OutcomeTally
  latest(name: string): LatestVerdict[]
  recalled(name: string): { count: number; lastAt: string } | undefined
  /** Names of which something was reported. */
  reported(): Iterable<string>
  state(): PerformanceFold
}

/** @param isSession tells real sessions from streams that only collect calls without one. */
export function reportBook(from: PerformanceFold, isSession: IsSession): ReportBook {
  const recalled = new Map(Object.entries(from.recalled))
  const settled = new Map(Object.entries(from.settled))
  const shelf = reportShelf()
  for (const report of inOrder(from.reports)) shelf.push(report)
  const letGo = () => {
    while (shelf.size() > REPORTS_KEPT_MAX) {
      const { report, holds } = shelf.shift()
      if (holds) settled.set(report.skill, withReport(settled.get(report.skill) ?? noOutcomes(), report))
    }
  }
  return {
    add(events) {
      const late: Report[] = []
      for (const event of events) {
        if (event.event === 'recalled') countRecalled(recalled, event)
        if (event.event !== 'outcome' || !isSkillName(event.skill)) continue
        const report = reportOf(event, isSession)
        if (late.length > 0 || !shelf.push(report)) late.push(report)
      }
      if (late.length > 0) shelf.refill(inOrder([...shelf.all(), ...late]))
      letGo()
    },
    outcomes: (name) => tallied(shelf.of(name), settled.get(name)),
    latest: (name) => latestVerdicts(shelf.of(name)),
    recalled: (name) => recalled.get(name),
    reported: () => new Set([...shelf.names(), ...settled.keys()]),
    state: () => ({
      recalled: Object.fromEntries(recalled),
      reports: [...shelf.all()],
      settled: Object.fromEntries(settled),
    }),
  }
}

function countRecalled(
  recalled: Map<string, { count: number; lastAt: string }>,
  { skills, timestamp }: Extract<JournalEvent, { event: 'recalled' }>,
): void {
  // Names in a line that was tampered with: only what can be a skill becomes a key, and each once.
  for (const name of new Set(skills)) {
    if (!isSkillName(name)) continue
    const before = recalled.get(name)
    const lastAt = before !== undefined && before.lastAt > timestamp ? before.lastAt : timestamp
    recalled.set(name, { count: (before?.count ?? 0) + 1, lastAt })
  }
}

function reportOf(event: Extract<JournalEvent, { event: 'outcome' }>, isSession: IsSession): Report {
  const { id, sessionId: session, skill, outcome, timestamp: at, seq } = event
  return {
    id,
    session,
    skill,
    use: useOf(event, isSession),
    outcome,
    contribution: event.contribution ?? 'unknown',
    at,
    seq,
  }
}

// The caller's own key says it best; else the load tells one use of a skill from the next. A session that loaded nothing
// used it once, as far as anybody knows. Without a session nothing ties two reports together.
function useOf(event: Extract<JournalEvent, { event: 'outcome' }>, isSession: IsSession): string {
  if (event.key) return `key:${event.key}`
  if (event.loadId) return `load:${event.loadId}`
  return isSession(event.sessionId) ? 'session' : `report:${event.id}`
}

// Of several reports on one use the last one holds.
function tallied(own: readonly Report[], settled: OutcomeTally | undefined): OutcomeTally {
  const last = new Map(own.map((report) => [useKey(report), report]))
  return own.filter((report) => last.get(useKey(report)) === report).reduce(withReport, settled ?? noOutcomes())
}

export function noOutcomes(): OutcomeTally {
  return {
    outcomes: {
      success: 0,
      task_mismatch: 0,
      runtime_error: 0,
      auth_error: 0,
      dependency_missing: 0,
      api_error: 0,
      cancelled: 0,
      unknown: 0,
    },
    contributions: { verified: 0, mixed: 0, unknown: 0 },
    last: null,
    streak: { successes: 0, failures: 0 },
  }
}

function withReport(tally: OutcomeTally, { outcome, contribution, at, seq }: Report): OutcomeTally {
  const { contributions } = tally
  const counted = {
    outcomes: { ...tally.outcomes, [outcome]: tally.outcomes[outcome] + 1 },
    contributions:
      outcome === 'success' ? { ...contributions, [contribution]: contributions[contribution] + 1 } : contributions,
  }
  // One that came too late to be put in its place.
  if (tally.last !== null && tally.last.seq > seq) return { ...tally, ...counted }
  return { ...counted, last: { outcome, at, seq }, streak: nextStreak(tally.streak, outcome) }
}

function nextStreak(streak: OutcomeTally['streak'], outcome: Outcome): OutcomeTally['streak'] {
  switch (verdictOf(outcome)) {
    case 'success':
      return { successes: streak.successes + 1, failures: 0 }
    case 'failure':
      return { successes: 0, failures: streak.failures + 1 }
    case 'neutral':
      return streak
  }
}
