// Pieces of answers that several tools share. How a skill and its standing are shown is domain/skill-shapes.ts.
import { z } from 'zod'
import { SkillError } from '../domain/skill-error.ts'
import { SESSION_ID_CHARS_MAX } from '../journal/stream-name.ts'

export { nameArgument } from '../domain/skill-arguments.ts'

export const sessionArgument = z
  .string()
  .max(SESSION_ID_CHARS_MAX)
  .optional()
  .describe('Names the session, so that nothing is shown twice in it. Leave out to use this connection.')

export const scopeArgument = z
  .enum(['library', 'session'])
  .default('library')
  .describe('session: for this session alone; when it ends nobody is shown it any more, unless keep_skill is called.')

/** The session that something new is taken for. @throws `bad-input` where the call belongs to none. */
export function scopeOf(scope: z.output<typeof scopeArgument>, session: string | undefined): string | undefined {
  if (scope === 'library') return undefined
  if (session !== undefined) return session
  throw new SkillError(
    'bad-input',
    'scope: expected a call that belongs to a session, got one without',
    'Nothing was taken. Give session, or leave scope out.',
  )
}

/** After "version 5". */
export const DRAFT_NOTE =
  ', as a draft: a person has to accept it, and until then nothing else changes. Read it with get_skill and version "draft"'

const STARS_MAX = 4

/** A tier from 1 to 4 as ★☆☆☆ to ★★★★. */
export function starsOf(tier: number): string {
  return '★'.repeat(tier) + '☆'.repeat(STARS_MAX - tier)
}
