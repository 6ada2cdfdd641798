// What may be asked of skills, the same for the tools and the HTTP routes.
import { z } from 'zod'
import { wordListSchema } from './skill.ts'
import { CONTENT_BYTES_MAX, SUMMARY_CHARS_MAX } from './skill-limits.ts'

export const PAGE_SKILLS = 50
export const PAGE_SKILLS_MAX = 500

export const nameArgument = z.string().max(1_000).describe('The skill, for example "plan-meeting" or "mcp/email".')

export const listArguments = z.object({
  query: z.string().max(1_000).optional(),
  prefix: z.string().max(400).optional().describe('Names that begin with this, such as "mcp/".'),
  tag: z.string().max(500).optional(),
  origin: z.enum(['builtin', 'human', 'machine']).optional(),
  lifecycle: z.enum(['candidate', 'verified', 'released', 'degraded', 'deprecated', 'archived']).optional(),
  limit: z.number().int().min(1).max(PAGE_SKILLS_MAX).default(PAGE_SKILLS),
  cursor: z.string().max(1_000).optional(),
})
export type ListArguments = z.output<typeof listArguments>

export const saveArguments = z.object({
  name: nameArgument,
  content: z
    .string()
    .min(1)
    .max(CONTENT_BYTES_MAX)
    .optional()
    .describe('The whole markdown text. Needed for a new skill.'),
  summary: z
    .string()
    .max(SUMMARY_CHARS_MAX)
    .optional()
    .describe('One line of at most 15 words, with the words a user would say.'),
  seeAlso: wordListSchema.optional().describe('Names of related skills.'),
  tags: wordListSchema.optional(),
  triggers: wordListSchema.optional().describe('Short phrases a user would say when this skill fits.'),
  expectedVersion: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('The version you read; 0 for "must be new". A newer one is a conflict.'),
  force: z
    .boolean()
    .default(false)
    .describe('Save although the version has moved on, or although a new skill says nearly what another says already.'),
})

export const editArguments = z.object({
  name: nameArgument,
  old_string: z.string().min(1).max(CONTENT_BYTES_MAX).describe('The exact text to replace.'),
  new_string: z.string().max(CONTENT_BYTES_MAX).describe('What stands there afterwards.'),
  replace_all: z.boolean().default(false),
  expectedVersion: z.number().int().min(1).optional().describe('The version you read. A newer one is a conflict.'),
})
