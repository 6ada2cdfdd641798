// The library as people look at it: all of it, with how each skill stands and does, so that a page can sort and filter it
// without asking again. Agents list it with /api/skills.
import { z } from 'zod'
import { pageOf } from '../../domain/name-pages.ts'
import { ACTORS, ORIGINS } from '../../domain/record.ts'
import { standingShape } from '../../domain/skill-shapes.ts'
import { archivedRows, libraryRow } from '../../library/library-rows.ts'
import { defineRoute } from '../api-route.ts'
import { pageQuery } from './asked.ts'

const PAGE = 2_000
const PAGE_MAX = 5_000
const ARCHIVED_MAX = 2_000

const rowShape = standingShape.extend({
  name: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
  mount: z.string().nullable().describe('The folder of others that it is served from, read-only.'),
  recalled: z.number(),
  loads: z.number(),
  lastUsedAt: z.string().nullable(),
  successes: z.number(),
  failures: z.number(),
  successRate: z.number().describe('0.5 when nothing was reported.'),
  utility: z.number(),
  freshness: z.number(),
  health: z.number().describe('0 to 1; whether other skills say the same is left out here.'),
})

export const libraryRows = defineRoute({
  method: 'GET',
  path: '/api/library',
  who: 'anyone',
  summary:
    'Every skill with how it stands and what was counted of it, by name and in large pages; hidden ones for the operator alone',
  query: pageQuery(PAGE, PAGE_MAX),
  answer: z.object({ skills: z.array(rowShape), total: z.number(), nextCursor: z.string().optional() }),
  async run({ query, caller }, { level, shelf, standings, tallyOf, now }) {
    await level()
    const isOperator = caller.actor === 'operator'
    const shown = shelf.entries().filter((entry) => isOperator || standings.of(entry).exposure !== 'hidden')
    const { page, nextCursor } = pageOf(shown, (entry) => entry.skill.name, query)
    const skills: z.output<typeof rowShape>[] = []
    for (const entry of page) {
      // Reading the tally may level the fold, from which the standing is worked out: the two agree in this order.
      const tally = await tallyOf(entry.skill.name)
      skills.push(libraryRow(entry, standings.of(entry), tally, now()))
    }
    return { json: { skills, total: shown.length, ...(nextCursor === undefined ? {} : { nextCursor }) } }
  },
})

export const archivedSkills = defineRoute({
  method: 'GET',
  path: '/api/library/archived',
  who: 'operator',
  summary: 'What was put away, newest first: restore brings it back',
  answer: z.object({
    skills: z.array(
      z.object({
        name: z.string(),
        origin: z.enum(ORIGINS),
        archivedAt: z.string().nullable(),
        reason: z.string().nullable(),
        actor: z.enum(ACTORS).nullable(),
        versions: z.number(),
      }),
    ),
    total: z.number(),
  }),
  async run(_call, { level, shelf, store }) {
    await level()
    const { records } = await store.records()
    const rows = archivedRows(records, (name) => shelf.entry(name) !== undefined)
    return { json: { skills: rows.slice(0, ARCHIVED_MAX), total: rows.length } }
  },
})
