// `cortex/cortex.json`: routing memory in the schema of seed 000. Additions stand under new keys only. What we write is worked
// out from the journal and bears `last_used_at` (a candidate), `learned` (a pattern) or `id` (a lesson); whatever lacks these
// a person wrote, and it stays as it is.
import { z } from 'zod'
import { OUTCOMES } from './outcomes.ts'
import { routingFoldSchema } from './routing-fold.ts'
import { LESSON_KINDS } from './routing-lessons.ts'

const count = z.number().int().min(0)
const patternSchema = z.looseObject({
  signal: z.array(z.string()),
  region: z.string(),
  /** Ours: `signal` holds stems. */
  learned: z.boolean().optional(),
  /** Stems that speak against the region. */
  against: z.array(z.string()).optional(),
})
const candidateSchema = z.looseObject({
  slug: z.string(),
  source: z.enum(['clawhub', 'github', 'local']),
  version: z.string(),
  weight: z.number().min(0).max(1),
  runs: z.looseObject({ success: count, fail: count, recent_successes_7d: count }),
  last_fail: z.looseObject({ type: z.enum(OUTCOMES), detail: z.string(), date: z.string() }).nullable(),
  side_effects: z.array(z.string()),
  skill_md_chars: count,
  reflex: z.boolean(),
  last_used_at: z.string().optional(),
  streak: count.optional(),
})
const lessonSchema = z.looseObject({
  type: z.enum(LESSON_KINDS),
  region: z.string().optional(),
  slug: z.string().optional(),
  key: z.string().optional(),
  action: z.string().optional(),
  detail: z.string().optional(),
  confidence: z.number().min(0).max(1),
  created: z.string(),
  id: z.string().optional(),
})

export const cortexSchema = z.looseObject({
  version: z.literal(1),
  cortex: z.looseObject({
    sensory: z.looseObject({ patterns: z.array(patternSchema) }),
    motor: z.record(z.string(), z.looseObject({ candidates: z.array(candidateSchema), last_used: z.string() })),
    prefrontal: z.looseObject({ lessons: z.array(lessonSchema) }),
  }),
  blacklist: z.array(z.string()),
  stats: z.looseObject({ searches: count, installs: count, cache_hits: count, reflexes_fired: count }),
  /** How far journal and ledger were read, the reports that still may be corrected, and what was forgotten before. */
  memory: routingFoldSchema.extend({ blacklistChanges: count, forgettings: count.default(0) }).optional(),
})
export type CortexDocument = z.infer<typeof cortexSchema>
export type CortexPattern = z.infer<typeof patternSchema>
export type CortexCandidate = z.infer<typeof candidateSchema>
export type CortexLesson = z.infer<typeof lessonSchema>

export function emptyCortex(): CortexDocument {
  return {
    version: 1,
    cortex: { sensory: { patterns: [] }, motor: {}, prefrontal: { lessons: [] } },
    blacklist: [],
    stats: { searches: 0, installs: 0, cache_hits: 0, reflexes_fired: 0 },
  }
}
