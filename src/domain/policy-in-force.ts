// Which part of what a skill declares holds: all of it where a person approved these very bytes, nothing otherwise.
import { listsOf, noPolicy, POLICY_LISTS } from './policy-rules.ts'
import type { Policy } from './skill.ts'
import type { Standing } from './standing.ts'

/** @property whyNot said only where something is declared and does not hold; continues "its policy is not in force: ". */
export type PolicyInForce = { policy: Policy; whyNot: string | null }

export function policyInForce(
  declared: Policy,
  standing: Pick<Standing, 'executable' | 'approval' | 'lifecycle'>,
): PolicyInForce {
  if (standing.executable) return { policy: listsOf(declared), whyNot: null }
  const isEmpty = POLICY_LISTS.every((list) => declared[list].length === 0)
  return { policy: noPolicy(), whyNot: isEmpty ? null : whyNotExecutable(standing) }
}

/** Of one that is not executable; continues "it may not be run: ". */
export function whyNotExecutable({ approval, lifecycle }: Pick<Standing, 'approval' | 'lifecycle'>): string {
  switch (approval) {
    case 'pending_review':
      return 'not approved'
    case 'needs_reapproval':
      return 'not approved as it stands'
    case 'approved':
      return lifecycle
  }
}
