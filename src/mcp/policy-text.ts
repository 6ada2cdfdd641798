// A policy in a sentence.
import { ITEM_NOUNS, POLICY_LISTS } from '../domain/policy-rules.ts'
import { printableLine } from '../domain/printable.ts'
import type { Policy } from '../domain/skill.ts'

/** `domain api.example.org, credential MAIL_TOKEN`; `nothing` for an empty one. */
export function policyText(policy: Policy): string {
  const items = POLICY_LISTS.flatMap((list) => policy[list].map((item) => `${ITEM_NOUNS[list]} ${item}`))
  return items.length === 0 ? 'nothing' : printableLine(items.join(', '))
}
