// A diagnostic as every answer holds it; apart from diagnostic.ts, which hooks load.
import { z } from 'zod'

export const diagnosticShape = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  file: z.string(),
  line: z.number().optional(),
  expected: z.string(),
  received: z.string(),
  fix: z.string(),
})
