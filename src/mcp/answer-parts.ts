// Pieces of answers that several tools share: how a skill and its standing are shown.
import { z } from 'zod'
import { SESSION_ID_CHARS_MAX } from '../journal/stream-name.ts'

const DAY_MS = 86_400_000

export const sessionArgument = z
  .string()
  .max(SESSION_ID_CHARS_MAX)
  .optional()
  .describe('Names the session, so that nothing is shown twice in it. Leave out to use this connection.')

export const nameArgument = z.string().max(1_000).describe('The skill, for example "plan-meeting" or "mcp/email".')

export const skillShape = z.object({
  name: z.string(),
  summary: z.string(),
  content: z.string(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
  seeAlso: z.array(z.string()),
  tags: z.array(z.string()),
  triggers: z.array(z.string()),
  steps: z.array(z.object({ action: z.string(), description: z.string().optional(), tool: z.string().optional() })),
  dependsOn: z.array(z.string()),
  conflictsWith: z.array(z.string()),
  parent: z.string().nullable(),
})

/** Whole days, never negative: clocks jump. */
export function ageDays(createdAt: string, now: Date): number {
  const days = Math.floor((now.getTime() - Date.parse(createdAt)) / DAY_MS)
  return Number.isFinite(days) ? Math.max(0, days) : 0
}
