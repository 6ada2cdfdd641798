// What an import would do with each package: take it under which name, leave what says the same alone, refuse what would
// take a name from somebody else. Pure; the library decides under the skill's lock whether it lands live or as a draft.
import type { Diagnostic } from './diagnostic.ts'
import { originOf } from './registry-ref.ts'
import type { Skill } from './skill.ts'
import { shown } from './skill-error.ts'
import { isSkillName, nameFault } from './skill-name.ts'
import { patched, type SkillPatch, sameSkill } from './skill-patch.ts'

/** @property origin where its package stands. */
export type ImportCandidate = { origin: string; skill: Skill }

/** What is known here of a name: live, waiting as a draft, or archived. */
export type KnownName = {
  /** The texts that stand for it, live and draft. */
  texts: readonly Skill[]
  /** Packages that it was imported from. */
  origins: readonly string[]
  isArchived: boolean
  /** Of the live file; null when none stands. */
  digest: string | null
}

export type ImportOptions = {
  prefix?: string | undefined
  /** Take a changed package again, where its skill came from the same one. */
  update: boolean
  known: (name: string) => KnownName | undefined
  /** Names of all skills that stand. */
  names: readonly string[]
  now: string
}

export type ImportPlan =
  | { kind: 'new' | 'update'; name: string; origin: string; patch: SkillPatch; digest: string | null }
  | { kind: 'unchanged'; name: string; origin: string }
  | { kind: 'refused'; name: string; origin: string; fault: Diagnostic }

/** One plan a candidate, in their order. */
export function planImport(candidates: readonly ImportCandidate[], options: ImportOptions): ImportPlan[] {
  const names = new Map(candidates.map(({ skill }) => [skill.name, nameHere(skill.name, options)]))
  const renamed = candidates.map(({ origin, skill }) => ({ origin, skill: withNames(skill, names) }))
  const among = placesOf(renamed.map((candidate) => [candidate.skill.name, candidate]))
  const standing = placesOf(options.names.map((name) => [name, name]))
  return renamed.map((candidate) => planOne(candidate, among, standing, options))
}

function nameHere(name: string, { prefix }: ImportOptions): string {
  return prefix === undefined ? name : `${prefix}/${name}`
}

/** A prefix goes before the references too, where what they name comes along: they would lead nowhere. */
export function withNames(skill: Skill, names: ReadonlyMap<string, string>): Skill {
  const here = (name: string) => names.get(name) ?? name
  return {
    ...skill,
    name: here(skill.name),
    seeAlso: skill.seeAlso.map(here),
    dependsOn: skill.dependsOn.map(here),
    conflictsWith: skill.conflictsWith.map(here),
    parent: skill.parent === null ? null : here(skill.parent),
  }
}

function planOne(
  candidate: ImportCandidate,
  among: Places<ImportCandidate>,
  standing: Places<string>,
  { update, known, now }: ImportOptions,
): ImportPlan {
  const { origin, skill } = candidate
  const { name } = skill
  const refused = (fault: Diagnostic): ImportPlan => ({ kind: 'refused', name, origin, fault })
  if (!isSkillName(name)) return refused(badName(origin, name))
  const rival = among.at.get(name)?.find((other) => other !== candidate) ?? inTheWay(name, among)
  if (rival !== undefined) return refused(contested(origin, name, rival))

  const { name: _name, createdAt, updatedAt, ...patch } = skill
  const here = known(name)
  if (here === undefined) {
    const other = inTheWay(name, standing)
    const dated = { ...patch, ...pastDates({ createdAt, updatedAt }, now) }
    if (other === undefined) return { kind: 'new', name, origin, patch: dated, digest: null }
    return refused(fault(origin, 'bad-name', 'a name that is no path of another skill', `"${name}" beside "${other}"`))
  }
  const isSame = here.texts.some((text) => sameSkill(text, patched(text, patch, { name, now })))
  if (isSame) return { kind: 'unchanged', name, origin }
  if (!here.origins.some((other) => originOf(other) === originOf(origin))) return refused(taken(origin, name, here))
  if (!update) return refused(here.isArchived ? putAway(origin, name) : moved(origin, name))
  return { kind: 'update', name, origin, patch, digest: here.digest }
}

// What is new here keeps its age. Nothing comes from the future.
function pastDates(dates: Pick<Skill, 'createdAt' | 'updatedAt'>, now: string): Pick<Skill, 'createdAt' | 'updatedAt'> {
  const isPast = (at: string) => Date.parse(at) <= Date.parse(now)
  const { createdAt, updatedAt } = dates
  return {
    createdAt: isPast(createdAt) ? createdAt : now,
    updatedAt: updatedAt !== null && isPast(updatedAt) ? updatedAt : null,
  }
}

/** `below`: one of those whose name lies under a path. */
type Places<T> = { at: ReadonlyMap<string, T[]>; below: ReadonlyMap<string, T> }

function placesOf<T>(named: readonly (readonly [string, T])[]): Places<T> {
  const at = new Map<string, T[]>()
  const below = new Map<string, T>()
  for (const [name, value] of named) {
    at.set(name, [...(at.get(name) ?? []), value])
    for (const path of pathsAbove(name)) below.set(path, value)
  }
  return { at, below }
}

function inTheWay<T>(name: string, { at, below }: Places<T>): T | undefined {
  const above = pathsAbove(name).find((path) => at.has(path))
  return below.get(name) ?? (above === undefined ? undefined : at.get(above)?.[0])
}

// Of "a/b/c": "a" and "a/b".
function pathsAbove(name: string): string[] {
  const segments = name.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

function badName(origin: string, name: string): Diagnostic {
  return fault(origin, 'bad-name', 'a skill name', `"${shown(name)}" (${nameFault(name)})`, 'Use a shorter --prefix.')
}

function contested(origin: string, name: string, rival: ImportCandidate): Diagnostic {
  const received =
    rival.skill.name === name
      ? `"${name}" from ${rival.origin} too`
      : `"${name}" and "${rival.skill.name}", one a path of the other`
  return fault(origin, 'contested-name', 'a name of its own in this import', received, 'Import them one at a time.')
}

function taken(origin: string, name: string, { origins, isArchived }: KnownName): Diagnostic {
  const from = origins.length === 0 ? 'that was not imported' : `that was imported from ${origins.join(' and ')}`
  const received = `"${name}", ${isArchived ? 'the name of an archived skill' : 'the name of a skill'} ${from}`
  return fault(origin, 'name-taken', 'a name that is not taken', received)
}

function moved(origin: string, name: string): Diagnostic {
  const received = `"${name}", which was imported from here and says something else by now`
  return fault(origin, 'changed-since', 'a new skill', received, 'To take the text that stands here now: --update.')
}

function putAway(origin: string, name: string): Diagnostic {
  const received = `"${name}", which was imported from here and archived since`
  return fault(
    origin,
    'name-taken',
    'a new skill',
    received,
    'To bring it back with the text that stands here: --update.',
  )
}

const OTHER_NAME = 'Give it another place with --prefix.'

function fault(file: string, code: string, expected: string, received: string, fix = OTHER_NAME): Diagnostic {
  return { severity: 'error', code, file, expected, received, fix }
}
