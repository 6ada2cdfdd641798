// How it is answered whether a skill may be followed without a yes to its plan: the same in find_skill and plan_skill.
import { z } from 'zod'
import type { Validation } from '../domain/routing-plan.ts'

export const validationShape = z.discriminatedUnion('path', [
  z.object({ path: z.literal('reflex'), notice: z.string().describe('Show this to the user before the first step.') }),
  z.object({
    path: z.literal('standard'),
    why: z.array(z.string()),
    confirm: z.array(z.string()).describe('What the user has to say yes to first.'),
  }),
])

export function validationText(validation: Validation): string {
  if (validation.path === 'reflex') return `Show the user this, then go on: ${validation.notice}`
  const { confirm, why } = validation
  const asked = confirm.length === 0 ? 'the plan' : confirm.join('; ')
  return `Ask the user before: ${asked}. (Not without asking, because: ${why.join('; ')}.)`
}
