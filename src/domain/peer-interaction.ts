// One thing that passed between this agent and a peer, as it may be told and as it is kept. A peer is named by the id that
// its channel gives it; the same id is the same peer, whatever it calls itself.
import { z } from 'zod'
import { keptLine } from './peer-text.ts'

export const PEER_ID_CHARS_MAX = 200
export const PREVIEW_CHARS_MAX = 200
export const PROMISE_CHARS_MAX = 200
export const CHANNEL_CHARS_MAX = 100
export const TURN_ID_CHARS_MAX = 200
// Of what is told; the rest is cut off before it is kept.
const TOLD_CHARS_MAX = 20_000

export const DIRECTIONS = ['in', 'out'] as const

const PEER_ID = {
  error: `expected an id of 1 to ${PEER_ID_CHARS_MAX} readable characters`,
}
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

export function isPeerId(id: string): boolean {
  return id.length > 0 && id.length <= PEER_ID_CHARS_MAX && id.trim() === id && !UNREADABLE.test(id)
}

export const peerIdArgument = z
  .string()
  .max(PEER_ID_CHARS_MAX * 4, PEER_ID)
  .trim()
  .refine(isPeerId, PEER_ID)
  .describe('The id of the peer on its channel, such as a public key or the id of a sender. Not a display name.')

/** With whom, which way and what was promised; the same for the tool and for what programs send. */
export const interactionFields = {
  peer: peerIdArgument,
  direction: z.enum(DIRECTIONS).describe('in: the peer said or did something. out: you did.'),
  channel: z.string().trim().max(CHANNEL_CHARS_MAX).optional().describe('Where: "nostr", "slack", "e-mail".'),
  preview: z
    .string()
    .max(TOLD_CHARS_MAX)
    .optional()
    .describe(
      `The beginning of the message. At most ${PREVIEW_CHARS_MAX} characters of it are kept, without keys, addresses and numbers of accounts.`,
    ),
  turnId: z.string().max(TURN_ID_CHARS_MAX).optional().describe('Ties an answer to the message that it answers.'),
  promise: z
    .object({
      text: z.string().min(1).max(TOLD_CHARS_MAX).describe('What the peer said it would do.'),
      due: z.iso.datetime({ offset: true }).describe('By when, as ISO 8601 with a time zone.'),
    })
    .optional()
    .describe('What the peer promised. It is overdue when that time is past and nothing came from the peer since.'),
} as const

const interactionSchema = z.object(interactionFields)
export type ToldInteraction = z.output<typeof interactionSchema>

/** As it stands in the journal. Of a promise, too, the words are cut and cleaned. */
export function keptInteraction(told: ToldInteraction, previewCharsMax = PREVIEW_CHARS_MAX) {
  const { peer, direction, channel, preview, turnId, promise } = told
  const said = preview === undefined ? '' : keptLine(preview, previewCharsMax)
  return {
    event: 'interaction' as const,
    peer,
    direction,
    ...(channel ? { channel: keptLine(channel, CHANNEL_CHARS_MAX) } : {}),
    ...(said === '' ? {} : { preview: said }),
    ...(turnId ? { turnId } : {}),
    ...(promise === undefined
      ? {}
      : { promise: { text: keptLine(promise.text, PROMISE_CHARS_MAX), due: new Date(promise.due).toISOString() } }),
  }
}
