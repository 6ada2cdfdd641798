// How well skills do, and the job that acts on it.
import { setImmediate as othersFirst } from 'node:timers/promises'
import { z } from 'zod'
import { pageOf } from '../../domain/name-pages.ts'
import { LIFECYCLES, ORIGINS } from '../../domain/record.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import type { ShelfEntry } from '../../library/shelf-entry.ts'
import { flatHealth, skillHealth } from '../../library/skill-health.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { pageQuery } from './asked.ts'

// Looking for near-duplicates takes some 10 ms a skill, in which nobody else is answered.
const PAGE = 20
const PAGE_MAX = 100

const healthShape = z.object({
  name: z.string(),
  origin: z.enum(ORIGINS),
  lifecycle: z.enum(LIFECYCLES),
  successes: z.number(),
  failures: z.number(),
  successRate: z.number(),
  utility: z.number(),
  freshness: z.number(),
  redundancy: z.number(),
  failureRisk: z.number(),
  health: z.number(),
  recalled: z.number(),
  loads: z.number(),
  lastUsedAt: z.string().nullable(),
  streak: z.object({ successes: z.number(), failures: z.number() }),
  concern: z.enum(['degrade', 'stale']).nullable(),
})

const STEPS = ['degrade', 'recover', 'deprecate', 'archive'] as const
const leftShape = z.object({ name: z.string(), why: z.string(), reason: z.string() })
const outcomeShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('planned') }),
  z.object({ kind: z.literal('done'), from: z.enum(LIFECYCLES), to: z.enum(LIFECYCLES), version: z.number() }),
  z.object({ kind: z.literal('overtaken'), message: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])

export const health = defineRoute({
  method: 'GET',
  path: '/api/skills/health',
  who: 'anyone',
  summary: 'How well a skill does; without a name all of them, by name and in pages',
  query: pageQuery(PAGE, PAGE_MAX).extend({ name: nameArgument.optional() }),
  answer: z.object({ skills: z.array(healthShape), total: z.number(), nextCursor: z.string().optional() }),
  async run({ query: { name, ...asked } }, parts) {
    await parts.level()
    const entries = name === undefined ? parts.shelf.entries() : [await parts.library.get(name)]
    const { page, nextCursor } = pageOf(entries, (entry) => entry.skill.name, asked)
    const skills: z.output<typeof healthShape>[] = []
    for (const entry of page) {
      skills.push(await healthOf(entry, parts))
      await othersFirst()
    }
    return { json: { skills, total: entries.length, ...(nextCursor === undefined ? {} : { nextCursor }) } }
  },
})

export const runHealth = defineRoute({
  method: 'POST',
  path: '/api/skills/health/run',
  who: 'operator',
  summary:
    'Run the health job now: it degrades what fails and puts away what nobody uses. dryRun only tells what it would do',
  body: z.object({ dryRun: z.boolean().default(false) }),
  answer: z.object({
    dryRun: z.boolean(),
    steps: z.array(z.object({ name: z.string(), step: z.enum(STEPS), reason: z.string(), outcome: outcomeShape })),
    flagged: z.array(leftShape.extend({ of: z.string().optional() })).describe('For a person to decide.'),
    left: z.array(leftShape),
    total: z.number(),
  }),
  async run({ body: { dryRun } }, { runHealth: run }) {
    const { steps, flagged, left, skills } = await run({ isDryRun: dryRun })
    return {
      json: {
        dryRun,
        steps: steps.map(({ name, step, reason, outcome }) => ({ name, step, reason, outcome })),
        flagged: flagged.map((flag) => ({ ...told(flag), ...(flag.why === 'near-duplicate' ? { of: flag.of } : {}) })),
        left: left.map(told),
        total: skills.length,
      },
    }
  },
})

function told({ name, why, reason }: z.output<typeof leftShape>) {
  return { name, why, reason }
}

async function healthOf(entry: ShelfEntry, { tallyOf, nearDuplicates, now }: ApiParts) {
  return flatHealth(skillHealth(entry, await tallyOf(entry.skill.name), nearDuplicates(entry.skill), now()))
}
