// What was used day by day, and how many skills stood meanwhile: what pictures over time are made of.
import { z } from 'zod'
import { DAYS_KEPT_MAX, standingOn } from '../../domain/day-counts.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { wholeNumber } from './asked.ts'

const DAYS = 30
const count = z.number().int()

export const usageDays = defineRoute({
  method: 'GET',
  path: '/api/usage',
  who: 'anyone',
  summary: 'Day by day what was recalled, loaded and reported, of all skills or one, and what became of the library',
  query: z.object({ days: wholeNumber(1, DAYS_KEPT_MAX).default(DAYS), name: nameArgument.optional() }),
  answer: z.object({
    days: z
      .array(
        z.object({
          day: z.string().describe('UTC, YYYY-MM-DD.'),
          skills: count.describe('How many stood at the end of the day.'),
          sessions: count.describe('That used any skill.'),
          recalls: count,
          silent: count.describe('Recalls that brought up nothing.'),
          loads: count,
          successes: count,
          failures: count,
          saved: count.describe('This and what follows: of the whole library.'),
          drafted: count,
          approved: count,
          archived: count,
          degraded: count,
        }),
      )
      .describe('Oldest first, the last one today.'),
  }),
  async run({ query }, parts) {
    await parts.level()
    const [days, spans] = await Promise.all([parts.usageDays(query), lifeSpans(parts)])
    const stood = standingOn(
      days.map(({ day }) => day),
      spans,
    )
    return { json: { days: days.map((day, i) => ({ ...day, skills: stood[i]! })) } }
  },
})

// Of an archived skill only the versions that are kept say when it came: at the latest then.
async function lifeSpans({ shelf, store }: Pick<ApiParts, 'shelf' | 'store'>) {
  const { records } = await store.records()
  const archived = records.flatMap(({ archivedAt: until, versions: [first] }) =>
    until === null || first === undefined ? [] : [{ from: first.at, until }],
  )
  return [...shelf.entries().map(({ skill }) => ({ from: skill.createdAt, until: null })), ...archived]
}
