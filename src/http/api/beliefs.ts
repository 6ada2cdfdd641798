// Beliefs, directives, consultations and reflections, for the operator alone: what is thought of whom is nobody else's.
import { z } from 'zod'
import { BELIEF_VALUE_CHARS_MAX } from '../../domain/belief-text.ts'
import { beliefSchema } from '../../domain/beliefs.ts'
import { consultationSchema } from '../../domain/consultation.ts'
import { directiveSchema } from '../../domain/directive-book.ts'
import { REFLECTIONS_KEPT_MAX, reflectionRowShape } from '../../reflection/reflection-book.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { wholeNumber } from './asked.ts'

const keyShape = z.string().min(1).max(200)
const beliefShape = beliefSchema.omit({ before: true }).extend({
  minutesLeft: z.number().nullable().describe('Of activity, until it is gone; null for a pinned one.'),
  superseded: z
    .object({ assessmentId: z.string(), trust: z.number(), at: z.string() })
    .nullable()
    .describe('The newer judgement of its peer that says otherwise.'),
})
const listShape = z.object({ beliefs: z.array(beliefShape), block: z.string().describe('As an agent gets it.') })

async function list({ reflection: { beliefs: all } }: Pick<ApiParts, 'reflection'>) {
  return { json: { beliefs: await all.standing(), block: await all.block([]) } }
}

export const beliefs = defineRoute({
  method: 'GET',
  path: '/api/beliefs',
  who: 'operator',
  summary: 'What the reflection holds to be so',
  answer: listShape,
  run: (_call, parts) => list(parts),
})

export const changeBelief = defineRoute({
  method: 'POST',
  path: '/api/beliefs',
  who: 'operator',
  summary: 'Confirm, edit, reject or pin a belief; answers with what stands then',
  body: z.discriminatedUnion('step', [
    z.object({ step: z.literal('confirm'), key: keyShape }),
    z.object({ step: z.literal('edit'), key: keyShape, value: z.string().max(4 * BELIEF_VALUE_CHARS_MAX) }),
    z.object({ step: z.literal('reject'), key: keyShape }),
    z.object({ step: z.literal('pin'), key: keyShape, isPinned: z.boolean().default(true) }),
  ]),
  answer: listShape,
  async run({ body: { key, ...step }, caller }, parts) {
    await parts.reflection.beliefs.change(key, step, caller.actor)
    return list(parts)
  },
})

export const reflections = defineRoute({
  method: 'GET',
  path: '/api/reflections',
  who: 'operator',
  summary: 'What came of the last reflections, newest first, with why one came to nothing; and what was consulted',
  query: z.object({ last: wholeNumber(1, REFLECTIONS_KEPT_MAX).default(10) }),
  answer: z.object({ reflections: z.array(reflectionRowShape), consultations: z.array(consultationSchema) }),
  async run({ query: { last } }, { reflection }) {
    const rows = (await reflection.history()).slice(0, last)
    return {
      json: { reflections: rows, consultations: (await reflection.consultations.all()).reverse().slice(0, last) },
    }
  },
})

export const suggestions = defineRoute({
  method: 'GET',
  path: '/api/suggestions',
  who: 'operator',
  summary: 'Directives to the agent: open, delivered, done or expired, newest first',
  answer: z.object({ directives: z.array(directiveSchema) }),
  run: async (_call, { reflection }) => ({ json: { directives: (await reflection.directives.all()).reverse() } }),
})

export const doneSuggestion = defineRoute({
  method: 'POST',
  path: '/api/suggestions/done',
  who: 'anyone',
  summary: 'Say that a directive was carried out',
  body: z.object({ id: z.string().min(1).max(100) }),
  answer: z.object({ id: z.string(), state: z.string() }),
  async run({ body: { id } }, { reflection }) {
    const { state } = await reflection.directives.done(id)
    return { json: { id, state } }
  },
})
