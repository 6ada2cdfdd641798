// The pass "reflect": what a model may answer, in the schema of seed 002. Numbers and lengths are not held to their limits
// here but one by one by the judge, so that one that is out of them costs no other.
import { z } from 'zod'
import { DIRECTIVE_CHARS_MAX } from './belief-text.ts'
import { RATIONALE_CHARS_MAX, TRUST_MAX } from './peer-trust.ts'

/** Beyond it nobody is reading what the model says. */
const ITEMS_MAX = 100

const peerId = z.string().describe('The id of a peer that is shown, to the letter.')

export const reflectionAnswerSchema = z.object({
  assessments: z
    .array(
      z.object({
        peer_id: peerId,
        trust: z.number().describe(`A whole number from -${TRUST_MAX} to ${TRUST_MAX}.`),
        rationale: z.string().describe(`What happened that speaks for it, at most ${RATIONALE_CHARS_MAX} characters.`),
      }),
    )
    .max(ITEMS_MAX),
  beliefs: z
    .array(
      z.object({
        key: z.string().describe('Lower-case words joined by "-". The key of a belief that stands reaffirms it.'),
        value: z.string().describe('One line.'),
        rationale: z.string(),
        peer_id: peerId.nullish().describe('Whom it is about, if one peer.'),
      }),
    )
    .max(ITEMS_MAX),
  directives: z
    .array(
      z.object({
        action: z
          .string()
          .describe(`What the agent may want to do next, one line of ${DIRECTIVE_CHARS_MAX} characters.`),
        peer_id: peerId.nullish(),
        rationale: z.string().default(''),
      }),
    )
    .max(ITEMS_MAX)
    .default([]),
  summary: z.string().describe('One paragraph for the history.'),
})
export type ReflectionAnswer = z.output<typeof reflectionAnswerSchema>

/** What a cycle remembers until its answer comes, and for good. */
export const reflectionStateSchema = z.object({
  /** Counts up with every cycle that was begun. */
  number: z.number(),
  triggers: z.array(z.string()),
  /** Who was shown, with how many interactions there were by then: what comes later is for the next cycle. */
  peers: z.array(z.object({ id: z.string(), interactions: z.number() })),
})
export type ReflectionState = z.output<typeof reflectionStateSchema>
