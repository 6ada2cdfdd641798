// What several endpoints are asked alike: a name, a page, what a person is told.
import { z } from 'zod'
import { PROPOSAL_NOTE_CHARS_MAX } from '../../domain/proposal.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'

export const nameQuery = z.object({ name: nameArgument })
export const noteText = z.string().max(PROPOSAL_NOTE_CHARS_MAX)

/** A query holds texts alone. */
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

export function pageQuery(usual: number, max: number) {
  return z.object({
    limit: wholeNumber(1, max).default(usual),
    cursor: z.string().max(1_000).optional().describe('nextCursor of the page before.'),
  })
}
