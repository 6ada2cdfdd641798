// Changes what a skill declares that it may touch. With the operator's token at once; anybody else's call is written down
// as a proposal and answered with 202.
import { z } from 'zod'
import { listsOf } from '../../domain/policy-rules.ts'
import { policySchema } from '../../domain/skill.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { policyShape, standingShape } from '../../domain/skill-shapes.ts'
import { defineRoute } from '../api-route.ts'
import { noteText } from './asked.ts'
import { ask, steppedShape } from './skill-steps.ts'

const part = policySchema.strict().prefault({})

export const policy = defineRoute({
  method: 'POST',
  path: '/api/skills/policy',
  who: 'anyone',
  summary: 'Add to and remove from what a skill declares that it may touch; an agent only asks for it',
  body: z.object({
    name: nameArgument,
    add: part.describe('domains: hosts, or *.suffix; credentials: names; sideEffects: verb:what.'),
    remove: part,
    reason: noteText.optional().describe('Shown to people.'),
  }),
  answer: steppedShape.extend({
    declared: policyShape.describe('What the skill declares now; in force only while it is executable.'),
    approval: standingShape.shape.approval,
    executable: z.boolean(),
  }),
  statuses: [200, 202],
  async run(call, parts) {
    const { name, add, remove, reason = null } = call.body
    const answer = await ask({ kind: 'policy', name, add, remove, reason }, call, parts)
    const entry = await parts.library.get(name)
    const { approval, executable } = parts.standings.of(entry)
    return { ...answer, json: { ...answer.json, declared: listsOf(entry.skill.policy), approval, executable } }
  },
})
