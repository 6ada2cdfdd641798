// The session-start index as text, made once per change of the library and not once per connection.

import { skillIndexText } from '../domain/skill-index-text.ts'
import type { Usage } from '../domain/usage-fold.ts'
import type { Shelf } from './shelf.ts'

export type SkillIndexText = {
  /** @param charsMax the caller's cut; the text says how many skills it leaves out. */
  text(charsMax: number): string
  /** To be called when a skill has changed. */
  forget(): void
  /** Loads decide the order; they may be as old as the last call of this. */
  level(): Promise<void>
}

export function createIndexText(shelf: Shelf, totals: () => Promise<Usage['totals']>): SkillIndexText {
  let loads: Usage['totals'] = {}
  const texts = new Map<number, string>()
  return {
    text(charsMax) {
      const known = texts.get(charsMax)
      if (known !== undefined) return known
      const lines = shelf
        .entries()
        .map(({ skill }) => ({ name: skill.name, summary: skill.summary, loads: loads[skill.name]?.loads ?? 0 }))
      const text = skillIndexText(lines, charsMax)
      texts.set(charsMax, text)
      return text
    },
    forget: () => texts.clear(),
    async level() {
      loads = await totals()
      texts.clear()
    },
  }
}
