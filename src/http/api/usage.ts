// Recall for programs that speak no MCP, what was used, and whether the server lives.
import { z } from 'zod'
import { recallRequestSchema } from '../../domain/recall-request.ts'
import { recallShape } from '../../domain/recall-shape.ts'
import { SESSION_ID_CHARS_MAX } from '../../journal/stream-name.ts'
import { defineRoute } from '../api-route.ts'
import { wholeNumber } from './asked.ts'

const DAYS = 30
const DAYS_MAX = 36_500

export const liveness = defineRoute({
  method: 'GET',
  path: '/healthz',
  who: 'anyone',
  summary: 'Whether the server lives, and what it serves',
  answer: z.object({
    status: z.literal('ok'),
    version: z.string(),
    skills: z.number(),
    faults: z.number(),
    uptimeSeconds: z.number(),
  }),
  run: async (_call, parts) => ({ json: parts.liveness() }),
})

export const recall = defineRoute({
  method: 'POST',
  path: '/api/recall',
  who: 'anyone',
  summary:
    'The skills that fit a message; the same as recall_skills. The session may also come as the header Skill-Session',
  body: recallRequestSchema,
  answer: recallShape,
  async run({ body, headers, caller }, parts) {
    const header = headers.session?.slice(0, SESSION_ID_CHARS_MAX)
    return { json: await parts.recall(body, body.session || header || undefined, caller.actor) }
  },
})

export const usage = defineRoute({
  method: 'GET',
  path: '/api/stats',
  who: 'anyone',
  summary: 'What was loaded, how often, when last, and what together',
  query: z.object({ days: wholeNumber(1, DAYS_MAX).default(DAYS) }),
  answer: z.object({
    days: z.number(),
    sessions: z.number(),
    loads: z.number(),
    skills: z.array(z.object({ name: z.string(), loads: z.number(), sessions: z.number(), lastUsedAt: z.string() })),
    together: z.array(z.object({ skills: z.tuple([z.string(), z.string()]), sessions: z.number() })),
    skippedLines: z.number(),
    unused: z.array(z.string()),
  }),
  async run({ query: { days } }, { usageReport, shelf }) {
    const report = await usageReport(days)
    const loaded = new Set(report.skills.map((skill) => skill.name))
    const names = shelf.entries().map((entry) => entry.skill.name)
    return { json: { ...report, unused: names.filter((name) => !loaded.has(name)) } }
  },
})
