// The passes at a glance, and what they cost: which have something to do, who is at one, how the model and the schedule stand.
import { z } from 'zod'
import { isOpen } from '../../domain/cycle.ts'
import { cycleRow, cycleRowShape } from '../../domain/cycle-shapes.ts'
import { DAYS_KEPT_MAX } from '../../domain/day-counts.ts'
import { homeHealthShape } from '../../domain/home-health.ts'
import { PASSES } from '../../domain/pass-change.ts'
import { defineRoute } from '../api-route.ts'
import { wholeNumber } from './asked.ts'

const COST_DAYS = 30

export const passes = defineRoute({
  method: 'GET',
  path: '/api/passes',
  who: 'anyone',
  summary: 'Each pass with whether it is due, or why not, and who is at it; the model provider and the schedule',
  answer: z.object({
    passes: z.array(
      z.object({
        kind: z.enum(PASSES),
        due: z.boolean(),
        reason: z.string().nullable().describe('Why it is not due.'),
        open: cycleRowShape.nullable().describe('The cycle that is being worked on.'),
        last: cycleRowShape.nullable().describe('The newest one that has ended.'),
      }),
    ),
    provider: homeHealthShape.shape.provider,
    schedule: homeHealthShape.shape.schedule,
  }),
  async run(_call, parts) {
    await parts.level()
    const { cycles, now } = parts
    const [{ due, skipped }, all, { provider, schedule }] = await Promise.all([
      cycles.look(),
      cycles.cycles(),
      parts.health(),
    ])
    const rows = cycles.passes.map((kind) => {
      const own = all.filter(({ pass }) => pass === kind)
      const open = own.find((cycle) => isOpen(cycle, now()) || cycle.status === 'applying')
      const last = own.find((cycle) => cycle.endedAt !== null)
      return {
        kind,
        due: due.includes(kind),
        reason: skipped.find(({ pass }) => pass === kind)?.reason ?? null,
        open: open === undefined ? null : cycleRow(open),
        last: last === undefined ? null : cycleRow(last),
      }
    })
    return { json: { passes: rows, provider, schedule } }
  },
})

const count = z.number().int()
const costShape = z.object({ calls: count, inputTokens: count, outputTokens: count, money: z.number() })

export const cyclesCost = defineRoute({
  method: 'GET',
  path: '/api/cycles/cost',
  who: 'anyone',
  summary: 'What the model provider took, by day and by cycle, and the budget of a day',
  query: z.object({ days: wholeNumber(1, DAYS_KEPT_MAX).default(COST_DAYS) }),
  answer: z.object({
    days: z.array(costShape.extend({ day: z.string() })).describe('UTC, oldest first; dry runs included.'),
    cycles: z.array(costShape.extend({ id: z.string() })).describe('Calls that began while the cycle was answered.'),
    budget: z.object({ tokens: z.number().nullable(), money: z.number().nullable() }),
  }),
  run: async ({ query: { days } }, { cycles }) => ({ json: await cycles.cost(days) }),
})
