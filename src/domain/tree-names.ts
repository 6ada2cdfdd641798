// What the skills of a foreign tree are called here. Seed 004 allowed capitals and underscores, and a skill beside a
// folder of its name; what a name becomes is said, and whoever names the skill is led there. Pure.
import type { Diagnostic } from './diagnostic.ts'
import type { Skill } from './skill.ts'
import { shown } from './skill-error.ts'
import { isSkillName, NAME_SEGMENT_CHARS_MAX, NAME_SEGMENTS_MAX, nameFault, suggestName } from './skill-name.ts'

/** @property path where it stands in the tree, without `.json`. Its skill's name is as the file says it. */
export type FoundSkill = { file: string; path: string; skill: Skill }
/** One for each that was found, in their order. */
export type NamedSkill = { skill?: Skill; diagnostics: Diagnostic[] }

export function nameTree(found: readonly FoundSkill[]): NamedSkill[] {
  const repaired = found.map(({ skill }) => repairedName(skill.name))
  const owners = ownersOf(found, repaired)
  const isTaken = (index: number) => {
    const owner = owners.get(repaired[index] ?? '')
    return owner !== undefined && owner !== index
  }
  const standing = new Set(repaired.filter((name, index) => name !== undefined && !isTaken(index)) as string[])
  const guides = guidesOf(standing)
  const names = repaired.map((name) => (name === undefined ? undefined : (guides.get(name) ?? name)))
  const here = nowCalled(
    found.flatMap(({ skill }, index) => (names[index] === undefined ? [] : [[skill.name, names[index]] as const])),
  )
  return found.map((each, index) => {
    const [name, plain] = [names[index], repaired[index]]
    if (name === undefined || plain === undefined) return { diagnostics: [unrepairable(each)] }
    if (isTaken(index)) return { diagnostics: [contested(each, plain, found[owners.get(plain)!]!)] }
    return { skill: withNames(each.skill, name, here), diagnostics: renamed(each, plain, name) }
  })
}

// Only what every reader would do: other characters, never a shorter path.
function repairedName(name: string): string | undefined {
  if (nameFault(name) === undefined) return name
  const segments = name.split(/[/\\]/)
  const isCut = segments.length > NAME_SEGMENTS_MAX || segments.some(({ length }) => length > NAME_SEGMENT_CHARS_MAX)
  const suggestion = isCut ? undefined : suggestName(name)
  return suggestion?.split('/').length === segments.length ? suggestion : undefined
}

/** Of names that several claim: the one that bears it as it is and stands in its place, where it is the only such. */
function ownersOf(found: readonly FoundSkill[], repaired: readonly (string | undefined)[]): Map<string, number> {
  const claims = new Map<string, number[]>()
  for (const [index, name] of repaired.entries()) {
    if (name !== undefined) claims.set(name, [...(claims.get(name) ?? []), index])
  }
  const owners = new Map<string, number>()
  for (const [name, indexes] of claims) {
    const rightful = indexes.filter((index) => found[index]!.skill.name === name && found[index]!.path === name)
    if (indexes.length > 1 && rightful.length === 1) owners.set(name, rightful[0]!)
  }
  return owners
}

/** `mcp` beside `mcp/email` becomes `mcp/guide`, as every skill that speaks for others is called, where that is free. */
function guidesOf(names: ReadonlySet<string>): Map<string, string> {
  const paths = new Set([...names].flatMap(pathsAbove))
  const guides = new Map<string, string>()
  for (const name of names) {
    const guide = `${name}/guide`
    if (paths.has(name) && isSkillName(guide) && !names.has(guide) && !paths.has(guide)) guides.set(name, guide)
  }
  return guides
}

// Of "a/b/c": "a" and "a/b".
function pathsAbove(name: string): string[] {
  const segments = name.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

/** Finds what a name that stood there is here; references and logs need not have kept its case. */
export function nowCalled(pairs: Iterable<readonly [was: string, is: string]>): (was: string) => string | undefined {
  const exact = new Map<string, string>()
  const folded = new Map<string, string>()
  for (const [was, is] of pairs) {
    if (!exact.has(was)) exact.set(was, is)
    if (!folded.has(was.toLowerCase())) folded.set(was.toLowerCase(), is)
  }
  return (was) => exact.get(was) ?? folded.get(was.toLowerCase())
}

function withNames(skill: Skill, name: string, here: (name: string) => string | undefined): Skill {
  const led = (other: string) => here(other) ?? other
  const list = (names: readonly string[]) => [...new Set(names.map(led))].filter((other) => other !== name)
  const parent = skill.parent === null ? null : led(skill.parent)
  return {
    ...skill,
    name,
    seeAlso: list(skill.seeAlso),
    dependsOn: list(skill.dependsOn),
    conflictsWith: list(skill.conflictsWith),
    parent: parent === name ? null : parent,
  }
}

function renamed({ file, path, skill }: FoundSkill, repaired: string, name: string): Diagnostic[] {
  const warning = (code: string, expected: string, received: string, fix: string): Diagnostic => ({
    ...{ severity: 'warning', code, file, expected, received, fix },
  })
  const fix = `Here it is "${name}".`
  const fault = nameFault(skill.name)
  return [
    ...(fault === undefined ? [] : [warning('bad-name', 'a skill name', `"${shown(skill.name)}" (${fault})`, fix)]),
    ...(name === repaired
      ? []
      : [warning('bad-name', 'a name that is no path of another skill', `"${repaired}" with skills below it`, fix)]),
    ...(skill.name === path
      ? []
      : [warning('name-mismatch', `"name": "${shown(path)}"`, `"${shown(skill.name)}"`, `The name was taken. ${fix}`)]),
  ]
}

function unrepairable({ file, skill }: FoundSkill): Diagnostic {
  const received = `"${shown(skill.name)}" (${nameFault(skill.name)})`
  return { severity: 'error', code: 'bad-name', file, expected: 'a skill name', received, fix: 'Rename it there.' }
}

function contested({ file, skill }: FoundSkill, name: string, owner: FoundSkill): Diagnostic {
  return {
    ...{ severity: 'error', code: 'contested-name', file, expected: 'a name of its own in this tree' },
    received: `"${shown(skill.name)}", and ${owner.file} is "${name}"`,
    fix: 'Give one of the two another name.',
  }
}
