// Puts the starter skills into a home that never had them. What exists is never overwritten, and a starter that a person
// removed stays removed, because its name is known to a record.
import type { Skill } from '../domain/skill.ts'
import { STARTER_SKILLS } from './index.ts'
import type { StarterSkill } from './starter-skill.ts'

/** @returns the names that were added. */
export async function seedStarters(seed: (name: string, starter: StarterSkill) => Promise<boolean>): Promise<string[]> {
  const added: string[] = []
  for (const starter of STARTER_SKILLS) if (await seed(starter.name, starter)) added.push(starter.name)
  return added
}

/** Whether a skill still says what we ship under its name: text and wording, not dates. */
export function isStarter(skill: Skill): boolean {
  const starter = STARTER_SKILLS.find((s) => s.name === skill.name)
  if (starter === undefined) return false
  const said = (s: StarterSkill) => JSON.stringify([s.summary, s.content, s.tags, s.triggers, s.seeAlso])
  return said(starter) === said(skill)
}
