// Pieces of answers that several tools share. How a skill and its standing are shown is domain/skill-shapes.ts.
import { z } from 'zod'
import { SESSION_ID_CHARS_MAX } from '../journal/stream-name.ts'

export { nameArgument } from '../domain/skill-arguments.ts'

export const sessionArgument = z
  .string()
  .max(SESSION_ID_CHARS_MAX)
  .optional()
  .describe('Names the session, so that nothing is shown twice in it. Leave out to use this connection.')

/** After "version 5". */
export const DRAFT_NOTE =
  ', as a draft: a person has to accept it, and until then nothing else changes. Read it with get_skill and version "draft"'

const STARS_MAX = 4

/** A tier from 1 to 4 as ★☆☆☆ to ★★★★. */
export function starsOf(tier: number): string {
  return '★'.repeat(tier) + '☆'.repeat(STARS_MAX - tier)
}
