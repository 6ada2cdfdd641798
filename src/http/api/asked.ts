// What several endpoints are asked alike: a name, a page, what a person is told.
import { z } from 'zod'
import { PROPOSAL_NOTE_CHARS_MAX } from '../../domain/proposal.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'

const VERSION_MAX = 1_000_000_000

export const nameQuery = z.object({ name: nameArgument })
export const noteText = z.string().max(PROPOSAL_NOTE_CHARS_MAX)

/** A query holds texts alone. */
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** A version of a skill; none is what is in force. */
export const versionQuery = z
  .union([z.literal('draft'), wholeNumber(1, VERSION_MAX)], { error: 'expected a version number, or draft' })
  .optional()

export function pageQuery(usual: number, max: number) {
  return z.object({
    limit: wholeNumber(1, max).default(usual),
    cursor: z.string().max(1_000).optional().describe('nextCursor of the page before.'),
  })
}
