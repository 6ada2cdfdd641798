// What moves a skill through its life: archive, merge, promote, deprecate. At once where the caller may, else a proposal
// is written down and answered with 202.
import { z } from 'zod'
import type { SkillRequest } from '../../domain/proposal.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import type { ApiCall, ApiParts } from '../api-route.ts'
import { defineRoute } from '../api-route.ts'
import { noteText } from './asked.ts'
import { matchingCaller } from './standing-tag.ts'

export const steppedShape = z.object({
  name: z.string(),
  done: z.boolean(),
  version: z.number().optional(),
  lifecycle: z.string().optional(),
  proposal: z.string().optional().describe('Id of what waits for a person instead.'),
})
const stepped = { method: 'POST', who: 'anyone', answer: steppedShape, statuses: [200, 202] } as const
const reason = noteText.optional().describe('Shown to people.')

export const merge = defineRoute({
  ...stepped,
  path: '/api/skills/merge',
  summary: 'Merge the skill source into the skill target; source is archived',
  body: z.object({ target: nameArgument, source: nameArgument, reason }),
  run: (call, parts) => {
    const { target, source, reason: why } = call.body
    return ask({ kind: 'merge', name: target, source, reason: why ?? null }, call, parts)
  },
})

export const promote = defineRoute({
  ...stepped,
  path: '/api/skills/promote',
  summary: 'One step up: candidate to verified to released; what is degraded or deprecated becomes what it was before',
  body: z.object({ name: nameArgument, reason }),
  run: (call, parts) => {
    const { name, reason: why } = call.body
    return ask({ kind: 'promote', name, reason: why ?? null }, call, parts)
  },
})

export const deprecate = defineRoute({
  ...stepped,
  path: '/api/skills/deprecate',
  summary: 'Take a skill out of use without archiving it',
  body: z.object({ name: nameArgument, reason, supersededBy: nameArgument.optional() }),
  run: (call, parts) => {
    const { name, reason: why, supersededBy } = call.body
    return ask({ kind: 'deprecate', name, reason: why ?? null, supersededBy: supersededBy ?? null }, call, parts)
  },
})

/** At once where the caller may, else a proposal. @throws `not-found`, StaleTag, and what the change itself throws. */
export async function ask(request: SkillRequest, call: ApiCall<unknown, unknown>, parts: ApiParts) {
  // Others may just have come to need it.
  await parts.level()
  // Proposals about what is not there would only be refused later.
  await parts.library.get(request.name)
  const caller = await matchingCaller(request.name, call, parts)
  const answer = await parts.requests.ask(request, caller)
  const { name } = request
  if (answer.kind === 'proposed') return { status: 202, json: { name, done: false, proposal: answer.id } }
  return { json: { name, done: true, version: answer.version, lifecycle: answer.lifecycle } }
}
