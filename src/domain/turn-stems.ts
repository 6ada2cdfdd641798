// What may be kept of a message: the stems of its words that are no names, numbers or the like, in an order that tells
// nothing of the message. A few words stay recognisable as a topic; nobody stays recognisable as a person.
import { analyze } from './analyzer.ts'
import { withoutEntities } from './entity-filter.ts'

/** What comes later in a message says little that is new. */
export const TURN_STEMS_MAX = 64

/** @param isLibraryTerm whether a stem stands in some skill: such words are on the disk anyway. */
export function turnStems(message: string, isLibraryTerm: (term: string) => boolean): string[] {
  const stems = new Set(analyze(withoutEntities(message, isLibraryTerm).join('\n')))
  return [...stems].slice(0, TURN_STEMS_MAX).sort()
}
