// What is done with a skill when something happens. A person's change holds at once; anybody else's is written down as a
// proposal and answered with 202.
import { z } from 'zod'
import { bindingPatchSchema, bindingSchema, bindingSpecSchema } from '../../domain/binding.ts'
import { firingSchema } from '../../domain/binding-fold.ts'
import { bindRequest, rebindRequest, unbindRequest } from '../../domain/binding-request.ts'
import { diagnosticShape } from '../../domain/diagnostic-shape.ts'
import { EXPOSURES } from '../../domain/exposure.ts'
import type { BindingRequest } from '../../domain/proposal.ts'
import { type ApiCall, type ApiParts, defineRoute } from '../api-route.ts'
import { noteText, wholeNumber } from './asked.ts'

const EVENTS = 30
const EVENTS_MAX = 200
const VERSION_MAX = 1_000_000_000
const PATH = '/api/skills/bindings'

const id = z.string().min(1).max(100)
const reason = noteText.optional().describe('Shown to people.')

const reported = bindingSchema.extend({
  text: z.string().describe('All of it in one line.'),
  summary: z.string().nullable().describe('Of the skill; null when none has that name now.'),
  exposure: z.enum(EXPOSURES).nullable(),
  fired: z.number(),
  failed: z.number(),
  lastFiredAt: z.string().nullable(),
  cooldownUntil: z.string().nullable(),
})

export const bindings = defineRoute({
  method: 'GET',
  path: PATH,
  who: 'anyone',
  summary: 'The bindings with their skills, how often each fired, and the last events with what fired for them',
  query: z.object({ events: wholeNumber(0, EVENTS_MAX).default(EVENTS) }),
  answer: z.object({
    bindings: z.array(reported),
    status: z.object({
      total: z.number(),
      enabled: z.number(),
      activeCooldowns: z.number(),
      fault: diagnosticShape.nullable().describe('The list cannot be read: then none fires.'),
    }),
    recent: z.array(
      z.object({
        eventId: z.string(),
        type: z.string(),
        session: z.string().nullable().describe('Of the operator alone.'),
        at: z.string(),
        fired: z.array(
          firingSchema.pick({ binding: true, skill: true, action: true, ok: true, result: true, at: true }),
        ),
      }),
    ),
    eventTypes: z.array(z.string()).describe('What a binding can wait for, beside custom.<name>.'),
  }),
  async run({ query, caller }, parts) {
    const report = await parts.bindings.report(query.events)
    const isShown = caller.actor === 'operator'
    const recent = report.recent.map((event) => ({ ...event, session: isShown ? event.session : null }))
    return { json: { ...report, recent, eventTypes: [...report.eventTypes] } }
  },
})

const changed = z.object({
  id: z.string(),
  name: z.string().describe('The skill.'),
  done: z.boolean(),
  version: z.number().optional(),
  proposal: z.string().optional().describe('Id of what waits for a person instead.'),
})
const change = { path: PATH, who: 'anyone', answer: changed } as const

export const bind = defineRoute({
  ...change,
  method: 'POST',
  summary: 'Bind a skill to a type of event; an agent only asks for it',
  body: bindingSpecSchema.extend({ reason }),
  statuses: [201, 202],
  async run(call, parts) {
    const { reason: why = null, ...spec } = call.body
    const request = bindRequest(spec, parts.bindings.book.newId(), { by: call.caller.actor, reason: why })
    const answer = await ask(request, call, parts)
    return answer.status === 200 ? { ...answer, status: 201 } : answer
  },
})

export const rebind = defineRoute({
  ...change,
  method: 'PATCH',
  summary: 'Change a binding, or switch it on or off; what is left out stays',
  body: bindingPatchSchema.extend({
    id,
    expectedVersion: z.number().int().min(1).optional().describe('A change of another version is refused.'),
    reason,
  }),
  statuses: [200, 202],
  async run(call, parts) {
    const { id: binding, expectedVersion, reason: why = null, ...patch } = call.body
    const was = await parts.bindings.book.binding(binding)
    return ask(rebindRequest(was, patch, expectedVersion, { by: call.caller.actor, reason: why }), call, parts)
  },
})

export const unbind = defineRoute({
  ...change,
  method: 'DELETE',
  summary: 'Remove a binding; what it has fired stays in the log',
  query: z.object({ id, expectedVersion: wholeNumber(1, VERSION_MAX).optional() }),
  body: z.object({ reason }).optional(),
  statuses: [200, 202],
  async run(call, parts) {
    const was = await parts.bindings.book.binding(call.query.id)
    return ask(unbindRequest(was, call.query.expectedVersion, call.body?.reason ?? null), call, parts)
  },
})

export const testBindings = defineRoute({
  method: 'POST',
  path: `${PATH}/test`,
  who: 'anyone',
  summary: 'Which bindings would fire now for such an event, and why the others would not; nothing fires',
  body: z.object({
    event: z.string().min(1).max(200).describe('Its type, for example tool.called.'),
    session: z.string().max(512).optional(),
    fields: z.record(z.string().max(100), z.unknown()).optional().describe('What conditions look at.'),
  }),
  answer: z.object({
    fires: z.number(),
    bindings: z.array(
      z.object({
        id: z.string(),
        skill: z.string(),
        text: z.string(),
        fires: z.boolean(),
        why: z.string().nullable().describe('Why it would not.'),
      }),
    ),
  }),
  async run({ body: { event, ...asked } }, parts) {
    const tested = await parts.bindings.test({ type: event, ...asked })
    return { json: { fires: tested.filter(({ fires }) => fires).length, bindings: tested } }
  },
})

async function ask(request: BindingRequest, { caller }: ApiCall<unknown, unknown>, parts: ApiParts) {
  await parts.level()
  const answer = await parts.requests.ask(request, caller)
  const { binding, name } = request
  if (answer.kind === 'proposed') return { status: 202, json: { id: binding, name, done: false, proposal: answer.id } }
  return { status: 200, json: { id: binding, name, done: true, version: answer.version } }
}
