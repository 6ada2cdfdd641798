// What a feature adds to a recall beside the skills: a peer's record, beliefs, a directive, what a binding brought. Each is
// a text of its own; the whole has a budget, and what does not fit waits.
import type { Actor } from './record.ts'

/** Of all of them together, beside the block of recall. */
export const CONTEXT_CHARS_MAX = 4_000

export type ContextItem = { kind: string; text: string }
export type ContextRequest = {
  /** Undefined: nobody knows what this caller was told before. */
  session: string | undefined
  /** Who the message is about or from, as the caller names them. */
  peers: readonly string[]
  actor: Actor
}
/**
 * @property taken told when the item fits into an answer: then what is to be delivered once counts as delivered. `false`
 * says that another recall has just taken it: this one leaves it out.
 */
export type OfferedContext = ContextItem & { taken?: () => Promise<unknown> }
/** Answers from memory: a recall waits for it. Its first items matter most. */
export type ContextSource = (request: ContextRequest) => Promise<readonly OfferedContext[]>

/** Whole items in their order, as far as they fit; a later, shorter one may take the place of one that does not. */
export function withinContext<I extends ContextItem>(offered: readonly I[], charsMax = CONTEXT_CHARS_MAX): I[] {
  let left = charsMax
  return offered.filter(({ text }) => {
    if (text.length > left) return false
    left -= text.length
    return true
  })
}
