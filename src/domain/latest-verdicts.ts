// What the newest reports said of a skill, and when: whether it did well since something was done about it.
import { verdictOf } from './outcomes.ts'
import { type Report, useKey } from './report-shelf.ts'

export const LATEST_VERDICTS_MAX = 3
export type LatestVerdict = { verdict: 'success' | 'failure'; at: string }

/**
 * At most three that the skill answers for, oldest first; of several on one use the last.
 * @param own the reports on the skill that are kept, oldest first. Of older ones the day is not known any more.
 */
export function latestVerdicts(own: readonly Report[]): LatestVerdict[] {
  const last = new Map(own.map((report) => [useKey(report), report]))
  return own
    .filter((report) => last.get(useKey(report)) === report)
    .flatMap(({ outcome, at }) => {
      const verdict = verdictOf(outcome)
      return verdict === 'neutral' ? [] : [{ verdict, at }]
    })
    .slice(-LATEST_VERDICTS_MAX)
}
