// A diagnostic as HTTP answers it.
import { z } from 'zod'

export const faultShape = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  file: z.string(),
  line: z.number().optional(),
  expected: z.string(),
  received: z.string(),
  fix: z.string(),
})
