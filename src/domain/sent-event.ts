// What a program may tell of a session that it runs itself: what was said, which tools were called and how that went, what
// was thought of it. The rest of a journal is written by what happens here.
import { z } from 'zod'
import { NOTE_CHARS_MAX, TOOL_NAME_CHARS_MAX } from './journal-event.ts'
import { FEEDBACK_KINDS, QUALITIES } from './outcomes.ts'
import { interactionFields } from './peer-interaction.ts'
import { MESSAGE_CHARS_MAX } from './recall-request.ts'
import { nameArgument } from './skill-arguments.ts'

const SESSION_ID_CHARS_MAX = 512
const SOURCE_CHARS_MAX = 200

const source = z.string().max(SOURCE_CHARS_MAX).optional()
const common = {
  session: z.string().min(1).max(SESSION_ID_CHARS_MAX),
  /** Sent again it counts once. */
  id: z.string().min(1).max(150).optional(),
  /** Of what happened earlier. */
  timestamp: z.string().max(64).optional(),
}

export const sentEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('session-started'), ...common, client: source, source }),
  z.object({ event: z.literal('session-ended'), ...common, source }),
  z.object({ event: z.literal('turn'), ...common, message: z.string().min(1).max(MESSAGE_CHARS_MAX) }),
  z.object({
    event: z.literal('tool-called'),
    ...common,
    tool: z.string().min(1).max(TOOL_NAME_CHARS_MAX),
    ok: z.boolean(),
    ms: z.number().min(0).optional(),
    args: z.unknown().optional(),
  }),
  z.object({ event: z.literal('interaction'), ...common, ...interactionFields }),
  z
    .object({
      event: z.literal('feedback'),
      ...common,
      feedback: z.enum(FEEDBACK_KINDS),
      skill: nameArgument.optional(),
      value: z.string().max(NOTE_CHARS_MAX).optional(),
    })
    .refine(({ feedback, value }) => feedback !== 'quality' || QUALITIES.some((each) => each === value), {
      path: ['value'],
      error: `of quality: expected ${QUALITIES.join(', ')}`,
    }),
])
export type SentEvent = z.output<typeof sentEventSchema>
