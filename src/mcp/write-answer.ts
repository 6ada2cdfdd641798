// What skill_write answers: one flat shape for all its operations, with what each of them has to say.
import { z } from 'zod'
import { ERROR_CODES } from '../domain/skill-error.ts'
import type { Outcome } from './consent.ts'

export const OPERATIONS = [
  ...(['create', 'update', 'delete', 'bulk_delete', 'merge', 'promote', 'deprecate'] as const),
  ...(['request_policy', 'bind', 'unbind', 'dependents', 'dependencies'] as const),
] as const

const resultShape = z.object({
  name: z.string(),
  result: z.enum(['done', 'proposed', 'failed']),
  version: z.number().optional(),
  proposal: z.string().optional().describe('What waits for a person under this id.'),
  code: z
    .string()
    .optional()
    .describe(`Why it failed: ${Object.keys(ERROR_CODES).join(', ')}.`),
  error: z.string().optional(),
})

export const writeAnswerShape = z.object({
  operation: z.enum(OPERATIONS),
  name: z.string().optional(),
  version: z.number().optional(),
  created: z.boolean().optional(),
  changed: z.boolean().optional(),
  draft: z.boolean().optional().describe('The change waits for a person; what was in force serves on.'),
  lifecycle: z.string().optional(),
  proposal: z.string().optional().describe('Nothing is done yet: a person decides about it under this id.'),
  results: z.array(resultShape).optional().describe('Of bulk_delete, one for each name.'),
  binding: z.string().optional().describe('Of bind and unbind: the id of the binding.'),
  names: z.array(z.string()).optional().describe('Of dependents and dependencies.'),
  warnings: z.array(z.string()).optional(),
})
export type WriteAnswer = z.output<typeof writeAnswerShape>

export function resultOf(outcome: Outcome): z.output<typeof resultShape> {
  const { name } = outcome.request
  switch (outcome.kind) {
    case 'done':
      return { name, result: 'done', version: outcome.version }
    case 'proposed':
      return { name, result: 'proposed', proposal: outcome.id }
    case 'failed': {
      const { code, message, fix } = outcome.error
      return { name, result: 'failed', code, error: `${message}. ${fix}` }
    }
  }
}
