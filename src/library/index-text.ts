// The session-start index as text, made once per change of the library and not once per connection.

import { skillIndexText } from '../domain/skill-index-text.ts'
import type { Shelf } from './shelf.ts'

export type SkillIndexText = {
  /** @param charsMax the caller's cut; the text says how many skills it leaves out. */
  text(charsMax: number): string
  /** To be called when a skill has changed. */
  forget(): void
}

// The order follows use, which needs no freshness of its own.
const ORDER_AGE_MS_MAX = 10_000

export function createIndexText(shelf: Shelf, loadsOf: (name: string) => number): SkillIndexText {
  const texts = new Map<number, string>()
  let madeAt = 0
  return {
    text(charsMax) {
      if (performance.now() - madeAt > ORDER_AGE_MS_MAX) texts.clear()
      const known = texts.get(charsMax)
      if (known !== undefined) return known
      const lines = shelf
        .entries()
        .map(({ skill }) => ({ name: skill.name, summary: skill.summary, loads: loadsOf(skill.name) }))
      const text = skillIndexText(lines, charsMax)
      if (texts.size === 0) madeAt = performance.now()
      texts.set(charsMax, text)
      return text
    },
    forget: () => texts.clear(),
  }
}
