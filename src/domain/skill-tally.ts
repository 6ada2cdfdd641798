// All that is counted of one skill, in the order of the funnel: recalled, loaded, and what became of it. Each stage is a
// number of its own: what was recalled need not have been loaded, and what was loaded need not have worked.
import type { LatestVerdict } from './latest-verdicts.ts'
import type { Verdicts } from './performance.ts'
import type { OutcomeTally } from './performance-fold.ts'
import type { UsageBook } from './usage-fold.ts'
import { verdictsOf } from './verdicts.ts'

export type SkillTally = Omit<OutcomeTally, 'last'> &
  Verdicts & {
    recalled: number
    lastRecalledAt: string | null
    loads: number
    lastUsedAt: string | null
    lastOutcome: { outcome: keyof OutcomeTally['outcomes']; at: string } | null
    /** At most three, oldest first. */
    latest: LatestVerdict[]
  }

export function tallyOf(book: UsageBook, name: string): SkillTally {
  const recalled = book.reports.recalled(name)
  const loaded = book.loads(name)
  const { last, ...tally } = book.reports.outcomes(name)
  return {
    recalled: recalled?.count ?? 0,
    lastRecalledAt: recalled?.lastAt ?? null,
    loads: loaded?.loads ?? 0,
    lastUsedAt: loaded?.lastUsedAt ?? null,
    ...tally,
    ...verdictsOf(tally.outcomes),
    lastOutcome: last === null ? null : { outcome: last.outcome, at: last.at },
    latest: book.reports.latest(name),
  }
}
