import { OUTCOMES, verdictOf } from './outcomes.ts'
import type { Verdicts } from './performance.ts'
import type { OutcomeTally } from './performance-fold.ts'

/** What the reports on a skill say of the skill itself. */
export function verdictsOf(outcomes: OutcomeTally['outcomes']): Verdicts {
  const counted = (verdict: 'success' | 'failure') =>
    OUTCOMES.filter((outcome) => verdictOf(outcome) === verdict).reduce((sum, outcome) => sum + outcomes[outcome], 0)
  return { successes: counted('success'), failures: counted('failure') }
}
