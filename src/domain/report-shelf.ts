// The single reports that are kept, oldest first, with what is asked of them at hand: one more costs the same however many
// there are, unless it comes late.
import { z } from 'zod'
import { CONTRIBUTIONS, OUTCOMES } from './outcomes.ts'

// Single reports are kept for the newest so many, of all skills together: so late may a report come, or be corrected or
// repeated, and count as if it had come in its place. Older ones are only added up; one that comes later than that counts,
// but corrects nothing.
export const REPORTS_KEPT_MAX = 10_000

export const reportSchema = z.object({
  id: z.string(),
  session: z.string(),
  skill: z.string(),
  /** Which use of the skill in this session it is of. */
  use: z.string(),
  outcome: z.enum(OUTCOMES),
  contribution: z.enum(CONTRIBUTIONS),
  at: z.string(),
  seq: z.number().int().min(0),
})
export type Report = z.infer<typeof reportSchema>

export type ReportShelf = {
  size(): number
  all(): Report[]
  of(name: string): readonly Report[]
  names(): Iterable<string>
  /** False for one that belongs before the last: nothing was done. A repetition is done with. */
  push(report: Report): boolean
  /** Takes the oldest out. @returns whether it still held: no later one was on the same use. */
  shift(): { report: Report; holds: boolean }
  refill(ordered: readonly Report[]): void
}

export function reportShelf(): ReportShelf {
  let reports: Report[] = []
  let first = 0
  let ids = new Set<string>()
  let lastOfUse = new Map<string, Report>()
  let bySkill = new Map<string, Report[]>()
  const put = (report: Report) => {
    reports.push(report)
    ids.add(idKey(report))
    lastOfUse.set(useKey(report), report)
    const own = bySkill.get(report.skill)
    if (own === undefined) bySkill.set(report.skill, [report])
    else own.push(report)
  }
  const shelf: ReportShelf = {
    size: () => reports.length - first,
    all: () => reports.slice(first),
    of: (name) => bySkill.get(name) ?? [],
    names: () => bySkill.keys(),
    push(report) {
      const last = reports.at(-1)
      if (last !== undefined && shelf.size() > 0 && compareReports(last, report) > 0) return false
      if (!ids.has(idKey(report))) put(report)
      return true
    },
    shift() {
      const report = reports[first]!
      first += 1
      ids.delete(idKey(report))
      const own = bySkill.get(report.skill)!
      own.shift()
      if (own.length === 0) bySkill.delete(report.skill)
      const holds = lastOfUse.get(useKey(report)) === report
      if (holds) lastOfUse.delete(useKey(report))
      if (first > REPORTS_KEPT_MAX) {
        reports = reports.slice(first)
        first = 0
      }
      return { report, holds }
    },
    refill(ordered) {
      reports = []
      first = 0
      ids = new Set()
      lastOfUse = new Map()
      bySkill = new Map()
      for (const report of ordered) put(report)
    },
  }
  return shelf
}

/** Oldest first; of several with one id the first, for the others are repetitions. */
export function inOrder(reports: readonly Report[]): Report[] {
  const first = new Map<string, Report>()
  for (const report of [...reports].sort(compareReports)) {
    if (!first.has(idKey(report))) first.set(idKey(report), report)
  }
  return [...first.values()]
}

function idKey({ skill, session, id }: Report): string {
  return joined(skill, session, id)
}

export function useKey({ skill, session, use }: Report): string {
  return joined(skill, session, use)
}

// With lengths, so that no two triples are written alike.
function joined(skill: string, session: string, last: string): string {
  return `${skill.length} ${session.length} ${skill}${session}${last}`
}

// Behind the first, of no meaning, only the same for everybody.
const ORDER = ['at', 'session', 'id', 'skill', 'use', 'outcome', 'contribution'] as const

function compareReports(a: Report, b: Report): number {
  if (a.seq !== b.seq) return a.seq - b.seq
  for (const field of ORDER) if (a[field] !== b[field]) return a[field] < b[field] ? -1 : 1
  return 0
}
