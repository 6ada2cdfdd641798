// The lines of the journal: one event each, in an envelope that makes writes idempotent (`id`) and order independent of
// the clock (`seq`, and the place in the file). DESIGN 2, "The journal of a session"; `loaded` keeps seed 004's fields.
import { z } from 'zod'
import { INFO_SCORE_MAX } from './info-score.ts'
import { CONTRIBUTIONS, FEEDBACK_KINDS, OUTCOMES } from './outcomes.ts'
import {
  CHANNEL_CHARS_MAX,
  DIRECTIONS,
  PEER_ID_CHARS_MAX,
  PREVIEW_CHARS_MAX,
  PROMISE_CHARS_MAX,
  TURN_ID_CHARS_MAX,
} from './peer-interaction.ts'
import { ASSESSMENT_SOURCES, RATIONALE_CHARS_MAX, TRUST_MAX } from './peer-trust.ts'
import { type Actor, actorSchema, LIFECYCLE_CAUSES, lifecycleSchema } from './record.ts'
import { ARGUMENTS_CHARS_MAX, TURN_TEXT_CHARS_MAX } from './signal-text.ts'
import { TURN_STEMS_MAX } from './turn-stems.ts'

export const LOADED_HOW = ['recalled', 'searched', 'by-name'] as const
export const NOTE_CHARS_MAX = 2_000
export const TOOL_NAME_CHARS_MAX = 200

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
  // Stems of the message without names, numbers and the like, when recall may learn. Never the message.
  z.looseObject({
    event: z.literal('turn'),
    ...envelope,
    stems: z.array(z.string()).max(TURN_STEMS_MAX).nullish(),
    /** The same words in their order, by setting (signal-text.ts). */
    text: z.string().max(TURN_TEXT_CHARS_MAX).nullish(),
    /** The one that find_skill knew for it. */
    region: z.string().nullish(),
  }),
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
    contribution: z.enum(CONTRIBUTIONS).nullish(),
    /** The `loaded` line of this session that it is the outcome of, when there was one. */
    loadId: z.string().nullish(),
    note: z.string().nullish(),
    /** The variables that the skill declares, and whether each was set; never a value. */
    env: z.record(z.string(), z.boolean()).nullish(),
  }),
  z.looseObject({
    event: z.literal('feedback'),
    ...envelope,
    feedback: z.enum(FEEDBACK_KINDS),
    skill: z.string().nullish(),
    /** Of quality one of QUALITIES; else what was said, if anything. */
    value: z.string().nullish(),
    note: z.string().nullish(),
  }),
  // Seen by a client's hook. `skill` and `outcome` when the tool was one of ours: the call itself reached the server
  // without this session's name.
  z.looseObject({
    event: z.literal('tool-called'),
    ...envelope,
    tool: z.string().max(TOOL_NAME_CHARS_MAX),
    ok: z.boolean(),
    ms: z.number().nullish(),
    /** The same tool failed just before. */
    retry: z.boolean().nullish(),
    /** Its words without names, numbers and the like, by setting (signal-text.ts). */
    args: z.string().max(ARGUMENTS_CHARS_MAX).nullish(),
    skill: z.string().nullish(),
    outcome: z.enum(OUTCOMES).nullish(),
  }),
  // What passed between this agent and a peer; of what was said at most a line without keys and addresses (peer-text.ts).
  z.looseObject({
    event: z.literal('interaction'),
    ...envelope,
    peer: z.string().min(1).max(PEER_ID_CHARS_MAX),
    direction: z.enum(DIRECTIONS),
    channel: z.string().max(CHANNEL_CHARS_MAX).nullish(),
    preview: z.string().max(PREVIEW_CHARS_MAX).nullish(),
    turnId: z.string().max(TURN_ID_CHARS_MAX).nullish(),
    promise: z.object({ text: z.string().max(PROMISE_CHARS_MAX).optional(), due: z.string() }).nullish(),
  }),
])
export type JournalEvent = z.infer<typeof journalEventSchema>

const SKILL_LEDGER_EVENTS = [
  'skill-saved',
  'skill-drafted',
  'skill-archived',
  'skill-restored',
  'skill-seeded',
  'skill-approved',
  'skill-rejected',
  'skill-stepped',
  'skill-pinned',
  'skill-unpinned',
  'skill-merged',
  'skill-kept',
  'skill-scope-ended',
] as const
export type SkillLedgerEvent = (typeof SKILL_LEDGER_EVENTS)[number]

/** What concerns no session: the same envelope without one. */
export const ledgerEventSchema = z.discriminatedUnion('event', [
  z.looseObject({
    event: z.enum(SKILL_LEDGER_EVENTS),
    ...envelope,
    name: z.string(),
    version: z.number(),
    digest: z.string(),
    /** Of a step: which, and to what state. */
    cause: z.enum(LIFECYCLE_CAUSES).nullish(),
    lifecycle: lifecycleSchema.nullish(),
    note: z.string().nullish(),
  }),
  // What an agent asked for and only a person may decide, and the answer. What a yes does has a line of its own.
  z.looseObject({
    event: z.enum(['proposal-made', 'proposal-accepted', 'proposal-declined']),
    ...envelope,
    proposal: z.string(),
    name: z.string(),
    what: z.string(),
    note: z.string().nullish(),
  }),
  z.looseObject({
    event: z.literal('wording-forgotten'),
    ...envelope,
    scope: z.enum(['skill', 'session', 'all']),
    of: z.string().nullish(),
  }),
  z.looseObject({ event: z.enum(['learning-paused', 'learning-resumed']), ...envelope }),
  z.looseObject({ event: z.enum(['route-blacklisted', 'route-unblacklisted']), ...envelope, name: z.string() }),
  // `ref`: its full name at its registry (registry-ref.ts).
  z.looseObject({ event: z.literal('skill-installed'), ...envelope, name: z.string(), ref: z.string() }),
  z.looseObject({ event: z.literal('lesson-removed'), ...envelope, lesson: z.string() }),
  // What a person made of a lesson: another key, another confidence, or both.
  z.looseObject({
    event: z.literal('lesson-edited'),
    ...envelope,
    lesson: z.string(),
    key: z.string().nullish(),
    confidence: z.number().min(0).max(1).nullish(),
  }),
  z.looseObject({
    event: z.literal('reflex-granted'),
    ...envelope,
    name: z.string(),
    region: z.string(),
    digest: z.string(),
    version: z.number(),
  }),
  z.looseObject({
    event: z.enum(['reflex-withdrawn', 'reflex-fired']),
    ...envelope,
    name: z.string(),
    region: z.string(),
  }),
  z.looseObject({
    event: z.enum(['binding-added', 'binding-changed', 'binding-removed']),
    ...envelope,
    binding: z.string(),
    name: z.string(),
    what: z.string(),
  }),
  // That a binding fired is written with what came of it, in one line: what it emits is in force with it or not at all.
  z.looseObject({
    event: z.literal('binding-fired'),
    ...envelope,
    binding: z.string(),
    skill: z.string(),
    /** Of the line that told of the event. */
    eventId: z.string(),
    eventType: z.string(),
    /** In which it happened, if in one. */
    session: z.string().nullish(),
    action: z.string(),
    ok: z.boolean(),
    result: z.string(),
    emits: z.object({ type: z.string(), payload: z.record(z.string(), z.unknown()) }).nullish(),
    /** The bindings that led here, this one last, and the event that began it. */
    path: z.array(z.string()),
    root: z.string(),
  }),
  // What is told on the bus alone and a binding waits for.
  z.looseObject({
    event: z.literal('event-noted'),
    ...envelope,
    type: z.string(),
    payload: z.record(z.string(), z.unknown()),
  }),
  // What was thought of a peer, and what of that was stored; in the words of seed 002.
  z.looseObject({
    event: z.literal('assessed'),
    ...envelope,
    assessment_id: z.string(),
    peer_id: z.string().min(1).max(PEER_ID_CHARS_MAX),
    info_score: z.number().int().min(0).max(INFO_SCORE_MAX),
    trust: z.number().int().min(-TRUST_MAX).max(TRUST_MAX),
    proposed_trust: z.number().int().min(-TRUST_MAX).max(TRUST_MAX),
    rationale: z.string().max(RATIONALE_CHARS_MAX),
    source: z.enum(ASSESSMENT_SOURCES),
    cycle: z.string().nullish(),
  }),
])
export type LedgerEvent = z.infer<typeof ledgerEventSchema>

type Envelope = 'id' | 'sessionId' | 'timestamp' | 'seq'
type WithoutEnvelope<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends Envelope ? never : K]: E[K] }
  : never
/**
 * What a feature hands over; the journal adds the envelope. `id` may be given to make a retry count once, `timestamp` for
 * what happened earlier and elsewhere.
 */
export type NewEvent = WithoutEnvelope<JournalEvent> & { id?: string | undefined; timestamp?: string; actor: Actor }
export type NewLedgerEvent = WithoutEnvelope<LedgerEvent> & { actor: Actor }
