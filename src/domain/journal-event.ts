// The lines of the journal: one event each, in an envelope that makes writes idempotent (`id`) and order independent of
// the clock (`seq`, and the place in the file). DESIGN 2, "The journal of a session"; `loaded` keeps seed 004's fields.
import { z } from 'zod'
import { type Actor, actorSchema } from './record.ts'

/** seed 000's kinds and the two that say nothing about the skill. */
export const OUTCOMES = [
  'success',
  'task_mismatch',
  'runtime_error',
  'auth_error',
  'dependency_missing',
  'api_error',
  'cancelled',
  'unknown',
] as const
export const FEEDBACK_KINDS = ['correction', 'praise', 'quality'] as const
export const LOADED_HOW = ['recalled', 'searched', 'by-name'] as const
export const NOTE_CHARS_MAX = 2_000

const envelope = {
  id: z.string().min(1).max(200),
  sessionId: z.string(),
  timestamp: z.string(),
  seq: z.number().int().min(0),
  actor: actorSchema,
}

export const journalEventSchema = z.discriminatedUnion('event', [
  z.looseObject({
    event: z.literal('session-started'),
    ...envelope,
    client: z.string().nullish(),
    source: z.string().nullish(),
  }),
  z.looseObject({ event: z.literal('session-ended'), ...envelope, source: z.string().nullish() }),
  z.looseObject({ event: z.literal('turn'), ...envelope }),
  z.looseObject({
    event: z.literal('recalled'),
    ...envelope,
    skills: z.array(z.string()),
    related: z.array(z.string()),
    confidence: z.number(),
    blockChars: z.number(),
  }),
  z.looseObject({
    event: z.literal('loaded'),
    ...envelope,
    skillName: z.string(),
    version: z.number(),
    how: z.enum(LOADED_HOW),
  }),
  z.looseObject({
    event: z.literal('outcome'),
    ...envelope,
    skill: z.string(),
    outcome: z.enum(OUTCOMES),
    key: z.string().nullish(),
    note: z.string().nullish(),
  }),
  z.looseObject({
    event: z.literal('feedback'),
    ...envelope,
    feedback: z.enum(FEEDBACK_KINDS),
    skill: z.string().nullish(),
    value: z.string().nullish(),
  }),
])
export type JournalEvent = z.infer<typeof journalEventSchema>

/** What concerns no session: the same envelope without one. */
export const ledgerEventSchema = z.looseObject({
  event: z.enum(['skill-saved', 'skill-archived', 'skill-restored', 'skill-seeded']),
  ...envelope,
  name: z.string(),
  version: z.number(),
  digest: z.string(),
})
export type LedgerEvent = z.infer<typeof ledgerEventSchema>

type Envelope = 'id' | 'sessionId' | 'timestamp' | 'seq'
type WithoutEnvelope<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends Envelope ? never : K]: E[K] }
  : never
/** What a feature hands over; the journal adds the envelope. `id` may be given to make a retry count once. */
export type NewEvent = WithoutEnvelope<JournalEvent> & { id?: string | undefined; actor: Actor }
export type NewLedgerEvent = Pick<LedgerEvent, 'event' | 'actor' | 'name' | 'version' | 'digest'>
