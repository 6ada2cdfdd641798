// Completion of a skill's name. Names that begin with what was typed come before those that only contain it.
import type { ShelfEntry } from '../library/shelf-entry.ts'

const COMPLETIONS_MAX = 50

export function namesLike(typed: string, entries: readonly Pick<ShelfEntry, 'skill'>[]): string[] {
  const part = typed.toLowerCase()
  const names = entries.map((entry) => entry.skill.name)
  const beginning = names.filter((name) => name.startsWith(part))
  const containing = names.filter((name) => !name.startsWith(part) && name.includes(part))
  return [...beginning, ...containing].slice(0, COMPLETIONS_MAX)
}
