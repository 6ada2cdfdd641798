// A person's note to a no, and the reason of a step: how long it may be, said before anything is done.
import { z } from 'zod'
import { PROPOSAL_NOTE_CHARS_MAX } from '../domain/proposal.ts'

/** For parseOptions. @param what completes "expected …". */
export function reviewNote(what: string) {
  return z
    .string({ error: what })
    .trim()
    .min(1, { error: what })
    .refine((note) => note.length <= PROPOSAL_NOTE_CHARS_MAX, {
      error: ({ input }) => `${LIMIT_TEXT} (it has ${String(input).length})`,
    })
}

const LIMIT_TEXT = `at most ${PROPOSAL_NOTE_CHARS_MAX} characters`

/** What is wrong with a note that was typed at a question; undefined when nothing is. */
export function noteFault(note: string): string | undefined {
  if (note.length <= PROPOSAL_NOTE_CHARS_MAX) return undefined
  return `The note is too long: expected ${LIMIT_TEXT}, got ${note.length}.`
}
