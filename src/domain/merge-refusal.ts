// Which two skills are not merged, and the sentences that say so. What nobody may do is said before who may do it, so that
// no person is ever asked to decide the impossible.
import type { LinkedSkill } from './dependency-graph.ts'
import { cyclePath } from './dependency-warnings.ts'
import { isSameManifest } from './manifest.ts'
import { type Actor, isMachine, type Origin, type SkillRecord } from './record.ts'
import type { Skill } from './skill.ts'
import { SkillError, shown } from './skill-error.ts'
import { needsPerson } from './skill-refusal.ts'

const FACTS_SAID_MAX = 20
/** More above one another is a knot. */
const ANCESTORS_MAX = 1_000

export type MergedSide = { skill: Skill; record: SkillRecord; origin: Origin }
export type FindSkill = (name: string) => (LinkedSkill & Pick<Skill, 'parent'>) | undefined

export function assertNotItself(target: string, source: string): void {
  if (target !== source) return
  throw new SkillError(
    'bad-input',
    `skill "${target}": expected two skills to merge, got the same one twice`,
    'Name the skill to keep first, then the one that goes into it.',
  )
}

/** @throws `refused` or `conflict` for what nobody may merge; `needs-person` or `refused` for what this actor may not. */
export function assertMayMerge(target: MergedSide, source: MergedSide, actor: Actor, find: FindSkill): void {
  for (const { skill, record } of [target, source]) {
    if (record.pinned) throw isPinned(skill.name)
  }
  assertUnrelated(target.skill, source.skill, find)
  assertUnrelated(source.skill, target.skill, find)
  if (target.record.lifecycle === 'deprecated') throw isHidden(target.skill.name, source.skill.name)
  if (source.record.draft !== null) throw hasDraft(source.skill.name)
  assertFilesFit(target.skill, source.skill)
  if (actor === 'operator') return
  const shipped = [target, source].find(({ origin }) => origin === 'builtin')
  if (shipped !== undefined) throw isBuiltin(shipped.skill.name, actor)
  if (isMachine(actor) && actor !== 'installer')
    throw needsPerson(source.skill.name, `merge "${target.skill.name}" with`)
  throw new SkillError('refused', `only a person may merge skills; this is the ${actor}`, 'Leave it to a person.')
}

// One path cannot hold two files, and neither may be lost.
function assertFilesFit(target: Skill, source: Skill): void {
  const kept = new Map(target.files.map((file) => [file.path, file]))
  const rivals = source.files.filter((file) => kept.has(file.path) && !isSameManifest([file], [kept.get(file.path)!]))
  if (rivals.length === 0) return
  const said = rivals.slice(0, FACTS_SAID_MAX).map(({ path }) => `"${shown(path)}"`)
  throw new SkillError(
    'conflict',
    `skills "${target.name}" and "${source.name}" both have ${said.join(', ')}, and not with the same bytes`,
    'Nothing was changed. Rename or remove one of the two files first.',
  )
}

function assertUnrelated(skill: Skill, above: Skill, find: FindSkill): void {
  const seen = new Set<string>()
  for (let at = skill.parent; at !== null && !seen.has(at) && seen.size < ANCESTORS_MAX; ) {
    if (at === above.name) throw isAncestor(above.name, skill.name)
    seen.add(at)
    at = find(at)?.parent ?? null
  }
}

function isPinned(name: string): SkillError {
  return new SkillError(
    'refused',
    `skill "${name}" is pinned: it is not merged`,
    `If it may change now, unpin it first: skill-cortex unpin ${name}.`,
  )
}

function isAncestor(above: string, below: string): SkillError {
  return new SkillError(
    'conflict',
    `skills "${above}" and "${below}" are not merged: "${above}" is an ancestor of "${below}" (parent)`,
    `If they belong in one, first take the parent out of "${below}".`,
  )
}

function isHidden(target: string, source: string): SkillError {
  return new SkillError(
    'conflict',
    `skill "${target}" is deprecated: what "${source}" says would be hidden with it`,
    `Promote "${target}" first, or merge the other way round.`,
  )
}

function hasDraft(source: string): SkillError {
  return new SkillError(
    'conflict',
    `skill "${source}" has a draft that waits for review and would be lost sight of`,
    `Nothing was changed. Approve or reject the draft first: skill-cortex review ${source}.`,
  )
}

function isBuiltin(name: string, actor: Actor): SkillError {
  return new SkillError(
    'refused',
    `skill "${name}" is built in: the ${actor} may not merge it`,
    'A person may, at a terminal or in the dashboard.',
  )
}

/** @param cycle as it would stand: `a, b, a`. */
export function mergeClosesCycle(target: string, source: string, cycle: readonly string[]): SkillError {
  return new SkillError(
    'conflict',
    `"${source}" cannot be merged into "${target}": ${cyclePath(cycle)} would be a cycle, and none of them could be loaded first`,
    'Nothing was changed. First take one of the references of this path out of its dependsOn.',
  )
}

/** @param facts at least one. */
export function losesFacts(target: string, source: string, facts: readonly string[]): SkillError {
  const said = facts.slice(0, FACTS_SAID_MAX).map((fact) => `"${shown(fact)}"`)
  const more = facts.length > said.length ? ` and ${facts.length - said.length} more` : ''
  return new SkillError(
    'conflict',
    `"${source}" merged into "${target}" would lose what one of them says: ${said.join(', ')}${more}`,
    'Nothing was changed. Put these into the merged text.',
  )
}
