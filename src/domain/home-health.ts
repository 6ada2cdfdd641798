// How a home does, at a glance: what it holds, what waits for a person, what waits for a model. Shown when somebody asks,
// and never pushed.
import { z } from 'zod'
import { PASSES } from './pass-change.ts'
import { scheduledRunShape } from './schedule-step.ts'

const passName = z.enum(PASSES)
const PROVIDER_STATES = ['none', 'ready', 'misconfigured', 'budget-exhausted', 'unknown'] as const

export const homeHealthShape = z.object({
  skills: z.object({ total: z.number(), listed: z.number().describe('Those that come up unasked.') }),
  waiting: z.object({
    reviews: z.number().describe('Texts that wait for a person.'),
    proposals: z.number().describe('What agents asked for and only a person may decide.'),
  }),
  faults: z.number().describe('Files that cannot be read as skills.'),
  due: z.array(passName).describe('Passes with something to do for a model.'),
  provider: z.object({
    state: z.enum(PROVIDER_STATES),
    model: z.string().nullable(),
    tokensToday: z.number(),
    note: z.string().nullable(),
  }),
  schedule: z
    .object({ cron: z.string(), nextAt: z.string().nullable(), lastRun: scheduledRunShape.nullable() })
    .nullable()
    .describe('When passes run unattended; null where they do not.'),
})
export type HomeHealth = z.output<typeof homeHealthShape>

/** In words, a line each. */
export function homeHealthText({ skills, waiting, faults, due, provider, schedule }: HomeHealth): string {
  return [
    `Skills: ${skills.total}, of which ${skills.listed} come up unasked.`,
    `Waiting for a person: ${waiting.reviews} to review, ${waiting.proposals} proposals.`,
    ...(faults === 0 ? [] : [`Files that cannot be read: ${faults} (skill-cortex check).`]),
    `Passes with something to do: ${due.length === 0 ? 'none' : due.join(', ')}.`,
    providerLine(provider),
    ...(schedule === null ? [] : [scheduleLine(schedule)]),
  ].join('\n')
}

function providerLine({ state, model, tokensToday, note }: HomeHealth['provider']): string {
  if (state === 'none') return 'Model provider: none; an attached agent does the work of passes.'
  return `Model provider: ${model}, ${state}, ${tokensToday} tokens today${note === null ? '' : ` (${note})`}.`
}

function scheduleLine({ cron, nextAt, lastRun }: NonNullable<HomeHealth['schedule']>): string {
  const next = nextAt === null ? 'never again' : `next at ${nextAt}`
  if (lastRun === null) return `Schedule: ${cron}, ${next}; it has not run yet.`
  const outcomes = lastRun.outcomes.map(({ pass, kind, note }) => `${pass} ${kind}${note === null ? '' : ` (${note})`}`)
  return `Schedule: ${cron}, ${next}; last run ${lastRun.startedAt}: ${outcomes.join(', ') || 'nothing yet'}.`
}
