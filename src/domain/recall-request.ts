// What may be asked of recall, the same for the tool, the HTTP route and the command line.
import { z } from 'zod'

export const MESSAGE_CHARS_MAX = 200_000
export const RECALL_HITS_MAX = 20

export const recallRequestSchema = z.object({
  message: z.string().max(MESSAGE_CHARS_MAX).describe("The user's message, in their words."),
  session: z
    .string()
    .max(512)
    .optional()
    .describe('Names the session, so that nothing is shown twice in it. Leave out to use this connection.'),
  limit: z.number().int().min(1).max(RECALL_HITS_MAX).default(5),
  bodies: z.number().int().min(0).max(5).default(0).describe('Add the text of that many of the best hits.'),
  force: z
    .boolean()
    .default(false)
    .describe('Answer with the best there is: also what this session has seen, also what fits poorly.'),
  why: z.boolean().default(false).describe('Add what each term contributes, and why others were not recalled.'),
  skill: z.string().max(400).optional().describe('With why: also say how this skill stands to the message.'),
  peers: z.array(z.string().max(500)).max(20).optional().describe('Who the message is about or from.'),
})
export type RecallArguments = z.output<typeof recallRequestSchema>
