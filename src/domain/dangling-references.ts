// References from one skill to another that lead nowhere: the other was never there, was renamed or is archived. Pure.
import type { Skill } from './skill.ts'

/** `conflictsWith` is not among them: it may well name what is not there. */
export const REFERENCE_FIELDS = ['dependsOn', 'seeAlso', 'parent'] as const
export type ReferenceField = (typeof REFERENCE_FIELDS)[number]

export type DanglingReference = { from: string; field: ReferenceField; to: string }

/** In the order of the skills given. */
export function danglingReferences(skills: Pick<Skill, 'name' | ReferenceField>[]): DanglingReference[] {
  const names = new Set(skills.map((skill) => skill.name))
  return skills.flatMap((skill) =>
    REFERENCE_FIELDS.flatMap((field) =>
      [skill[field] ?? []]
        .flat()
        .filter((to) => !names.has(to))
        .map((to) => ({ from: skill.name, field, to })),
    ),
  )
}
