// What a starter is: the part of a skill that its author writes. Dates and records come when a home is seeded.
import type { Skill } from '../domain/skill.ts'

export type StarterSkill = Pick<Skill, 'name' | 'summary' | 'content' | 'tags' | 'triggers' | 'seeAlso'>
