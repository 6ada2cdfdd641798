// A skill's health as commands read it from a home.

import type { ShelfEntry } from '../library/shelf-entry.ts'
import { type SkillHealth, skillHealth } from '../library/skill-health.ts'
import type { CommandHome } from './command.ts'

export type { SkillHealth } from '../library/skill-health.ts'

/** @param nearDuplicates how many other skills say nearly the same. */
export async function readSkillHealth(
  home: Pick<CommandHome, 'tallyOf'>,
  entry: ShelfEntry,
  nearDuplicates: number,
  now: Date,
): Promise<SkillHealth> {
  return skillHealth(entry, await home.tallyOf(entry.skill.name), nearDuplicates, now)
}
