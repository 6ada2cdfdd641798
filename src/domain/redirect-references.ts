// When a skill goes by another name, whoever names it must name the other. Also what it conflicts with: the text that a
// skill must not be used with has moved. Pure; whether this closes a cycle is for the caller to ask.
import type { Skill } from './skill.ts'

const LISTS = ['dependsOn', 'seeAlso', 'conflictsWith'] as const
type Referring = Pick<Skill, 'name' | 'parent' | (typeof LISTS)[number]>

/** Skills that name this one in any way, in the order given; itself is none of them. */
export function referrersOf<S extends Referring>(name: string, skills: readonly S[]): S[] {
  return skills.filter((skill) => skill.name !== name && refersTo(skill, name))
}

export function refersTo(skill: Referring, name: string): boolean {
  return skill.parent === name || LISTS.some((list) => skill[list].includes(name))
}

/** The skill with `to` wherever it named `from`: never twice, and never itself. */
export function redirected<S extends Referring>(skill: S, from: string, to: string): S {
  const list = (names: readonly string[]) =>
    names.includes(from)
      ? [...new Set(names.map((name) => (name === from ? to : name)))].filter((name) => name !== skill.name)
      : [...names]
  const parent = skill.parent !== from ? skill.parent : to === skill.name ? null : to
  return {
    ...skill,
    parent,
    dependsOn: list(skill.dependsOn),
    seeAlso: list(skill.seeAlso),
    conflictsWith: list(skill.conflictsWith),
  }
}
