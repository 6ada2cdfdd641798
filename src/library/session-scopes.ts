// Ends what was taken for one session: looks at such skills and at the journals of their sessions, and writes into the record
// that the session is over. What is shown of it follows from there (domain/exposure.ts).
import { isScopeOver } from '../domain/session-scope.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Journal } from '../journal/journal.ts'
import type { Caller } from './change-skill.ts'
import type { Chore } from './housekeeping.ts'
import type { Review } from './review.ts'
import type { Shelf } from './shelf.ts'

const SCOPES: Caller = { actor: 'system', via: 'session-scope', author: null }
const FIRST_AFTER_MS = 5_000
const EVERY_MS = 60_000

export type ScopeParts = {
  review: Pick<Review, 'endScope'>
  shelf: Pick<Shelf, 'entries'>
  journal: Pick<Journal, 'read'>
  now: () => Date
}

/** @returns the names of those that ended now. */
export async function endScopes({ review, shelf, journal, now }: ScopeParts): Promise<string[]> {
  const ended: string[] = []
  for (const { skill, record } of shelf.entries()) {
    const scope = record?.scope ?? null
    if (scope === null || scope.endedAt !== null) continue
    const { events } = await journal.read(scope.session, 0)
    if (!isScopeOver(scope, events, now().toISOString())) continue
    try {
      if (await review.endScope(skill.name, scope.session, SCOPES)) ended.push(skill.name)
    } catch (error) {
      // Archived, or damaged, a moment ago: it is looked at again the next time, if it is there.
      if (!(error instanceof SkillError)) throw error
    }
  }
  return ended
}

export function scopeChore(parts: ScopeParts): Chore {
  const run = async () => void (await endScopes(parts))
  return { name: 'ending what was taken for one session', firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS, run }
}
