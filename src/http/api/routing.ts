// Which skill serves which intent, and what a person decides about it. The operator's: signals are words of messages, though
// stems without names.
import { z } from 'zod'
import { FORGET_SCOPES } from '../../domain/forgetting.ts'
import { routingShape } from '../../domain/routing-overview.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { defineRoute } from '../api-route.ts'

const REGION_CHARS_MAX = 400
const LESSON_ID_CHARS_MAX = 1_000
const KEY_CHARS_MAX = 200

const operators = { method: 'POST', who: 'operator' } as const
const changed = z.boolean().describe('False when it was so already.')
const learningShape = z.object({ isOn: z.boolean(), isPaused: z.boolean(), changed })

export const routing = defineRoute({
  method: 'GET',
  path: '/api/routing',
  who: 'operator',
  summary: 'Routing memory: regions with their words, routes and weights over time, lessons, what is never suggested',
  answer: routingShape,
  run: async (_call, parts) => ({ json: await parts.routing.overview() }),
})

export const routingExport = defineRoute({
  method: 'GET',
  path: '/api/routing/export',
  who: 'operator',
  summary: 'All that is kept about use, words of messages included, as one document',
  answer: z
    .looseObject({ exportedAt: z.string(), left: z.number().describe('Events beyond what one document holds.') })
    .describe('As "skill-cortex learning export" prints it.'),
  run: async (_call, parts) => ({ json: await parts.routing.export() }),
})

export const setLearning = defineRoute({
  ...operators,
  path: '/api/routing/learning',
  summary: 'Pause learning, or resume it: while it is paused nothing is learned of words and reports',
  body: z.object({ state: z.enum(['pause', 'resume']) }),
  answer: learningShape,
  async run({ body: { state }, caller }, parts) {
    const isChanged = await parts.routing.setLearning(state, caller.actor)
    return { json: { ...(await parts.routing.learning()), changed: isChanged } }
  },
})

export const forgetUse = defineRoute({
  ...operators,
  path: '/api/routing/forget',
  summary: 'Forget what was learned of a skill, from a session, or all of it, for good',
  body: z.object({
    scope: z.enum(FORGET_SCOPES),
    of: z.string().min(1).max(REGION_CHARS_MAX).optional().describe('The skill or the session; none for all.'),
  }),
  answer: z.object({
    lessons: z.number().describe('On wording.'),
    messages: z.number().describe('Messages and calls of which words are gone.'),
    routes: z.number(),
    routeLessons: z.number(),
  }),
  async run({ body: { scope, of }, caller }, parts) {
    if ((scope === 'all') !== (of === undefined)) throw noneOrOne(scope)
    return { json: await parts.routing.forget({ scope, of }, caller.actor) }
  },
})

export const setBlacklist = defineRoute({
  ...operators,
  path: '/api/routing/blacklist',
  summary: 'Never suggest a skill, or suggest it again',
  body: z.object({ name: nameArgument, to: z.enum(['add', 'remove']) }),
  answer: z.object({ name: z.string(), changed }),
  async run({ body: { name, to }, caller }, parts) {
    return { json: { name, changed: await parts.routing.blacklist(name, to, caller.actor) } }
  },
})

export const setReflex = defineRoute({
  ...operators,
  path: '/api/routing/reflex',
  summary: 'Grant that the plan of a well-proven, read-only skill needs no yes, or take that back',
  body: z.object({
    name: nameArgument,
    region: z.string().max(REGION_CHARS_MAX).optional().describe('Else the one of its own name.'),
    to: z.enum(['grant', 'withdraw']),
  }),
  answer: z.object({ name: z.string(), region: z.string(), changed }),
  async run({ body: { name, region = name, to }, caller }, parts) {
    return { json: { name, region, changed: await parts.routing.reflex({ region, name }, to, caller.actor) } }
  },
})

export const changeLesson = defineRoute({
  ...operators,
  path: '/api/routing/lessons',
  summary: 'Change the key or the confidence of a lesson, or drop it',
  body: z.object({
    id: z.string().min(1).max(LESSON_ID_CHARS_MAX),
    remove: z.literal(true).optional(),
    key: z.string().min(1).max(KEY_CHARS_MAX).optional(),
    confidence: z.number().min(0).max(1).optional(),
  }),
  answer: z.object({
    id: z.string().describe('As it is now; of one that was dropped, as it was.'),
    removed: z.boolean(),
  }),
  async run({ body: { id, remove, key, confidence }, caller }, parts) {
    if (remove !== undefined && (key !== undefined || confidence !== undefined)) throw removeAlone()
    if (remove === undefined) {
      const now = await parts.routing.editLesson(id, { key, confidence }, caller.actor)
      return { json: { id: now, removed: false } }
    }
    await parts.routing.removeLesson(id, caller.actor)
    return { json: { id, removed: true } }
  },
})

function noneOrOne(scope: string): SkillError {
  const expected = scope === 'all' ? 'nothing' : `the name of a ${scope}`
  return new SkillError('bad-input', `of: expected ${expected} with scope "${scope}"`, 'Nothing was forgotten.')
}

function removeAlone(): SkillError {
  return new SkillError('bad-input', 'expected either remove or a change, got both', 'Nothing was changed.')
}
