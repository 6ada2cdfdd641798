// The sentences with which a change to a skill is refused: what was expected, what stands, what to do.
import { cyclePath } from './dependency-warnings.ts'
import { type Diagnostic, diagnosticLine } from './diagnostic.ts'
import type { SkillRecord } from './record.ts'
import { SkillError, shown } from './skill-error.ts'
import type { Standing } from './standing.ts'

/** A skill of the library that says nearly what a new one says, and how nearly: 0 to 1. */
export type NearSkill = { name: string; summary: string; similarity: number }

/** For agents; a person at a terminal is told in other words. */
export const MOVED_FIX = 'Load it with get_skill, apply your change to what stands now, and save with that version.'

const NAMES_SAID_MAX = 10
const NEAR_SAID_MAX = 3

export function moved(name: string, expected: number, version: number): SkillError {
  const stands = version === 0 ? 'is not there' : `is at version ${version}`
  const asked = expected === 0 ? 'expected to be new' : `was read at version ${expected}`
  return new SkillError('conflict', `skill "${name}" ${asked} but ${stands}: somebody changed it meanwhile`, MOVED_FIX)
}

/** The caller's change would go onto a draft that it has not read. */
export function draftMoved(name: string, expected: number | undefined, draft: number): SkillError {
  const read = expected === undefined ? 'was not read' : `was read at version ${expected}`
  return new SkillError(
    'conflict',
    `skill "${name}" ${read}, but a draft of it (version ${draft}) waits for review, and a further change goes onto that draft`,
    'Load it with get_skill and version "draft", apply your change to it, and save with that version.',
  )
}

/** @param standing of a skill whose exposure is `hidden`. */
export function hiddenSkill(name: string, { warnings, supersededBy, draft }: Standing): SkillError {
  const why = warnings[0] ?? 'hidden'
  const instead =
    supersededBy === null ? 'See list_skills for what may be used instead' : `Load "${supersededBy}" instead`
  const fix = `${instead}; a person can bring it back.`
  return new SkillError('refused', `skill "${name}" is not to be used: ${why}${draft ? ' (a draft waits)' : ''}`, fix)
}

/** It was there; why it went, and what took its place. */
export function archivedSkill({ name, archivedAt, lastStep, supersededBy }: SkillRecord): SkillError {
  const at = archivedAt === null ? '' : ` on ${archivedAt.slice(0, 10)}`
  const why = lastStep?.cause === 'archive' && lastStep.reason !== null ? `: ${lastStep.reason}` : ''
  const instead = supersededBy === null ? 'See list_skills for what there is' : `Load "${supersededBy}" instead`
  return new SkillError(
    'not-found',
    `skill "${name}" was archived${at}${why}`,
    `${instead}; a person can bring it back with: skill-cortex restore ${name}`,
  )
}

/** Not the caller's to decide; whoever catches it may write down a proposal. */
export function needsPerson(name: string, what: string): SkillError {
  return new SkillError(
    'needs-person',
    `skill "${name}": a person decides whether to ${what} it`,
    'Ask the person to do it at a terminal or in the dashboard.',
  )
}

export function notFound(name: string, nearest: string[] = []): SkillError {
  const fix = nearest.length === 0 ? 'See list_skills for what there is.' : `Nearest names: ${nearest.join(', ')}.`
  return new SkillError('not-found', `no skill is named "${name}"`, fix)
}

export function damaged(name: string, diagnostics: Diagnostic[]): SkillError {
  const first = diagnostics.find((d) => d.severity === 'error')
  const what = first === undefined ? 'it cannot be read' : diagnosticLine(first)
  return new SkillError(
    'damaged',
    `the file of skill "${name}" is damaged and is left untouched: ${what}`,
    'Mend the file, or run: skill-cortex history and restore.',
  )
}

export function tooMuch(name: string, diagnostics: Diagnostic[]): SkillError {
  const first = diagnostics[0]!
  return new SkillError(
    first.code === 'too-large' ? 'too-large' : 'bad-input',
    `skill "${name}": expected ${first.expected}, got ${first.received}`,
    first.fix,
  )
}

/** @param cycle as it would stand: `a, b, a`. */
export function closesCycle(name: string, cycle: readonly string[]): SkillError {
  const needed = cycle.length === 2 ? 'itself' : `"${cycle[1]}"`
  return new SkillError(
    'conflict',
    `skill "${name}" cannot depend on ${needed}: ${cyclePath(cycle)} would be a cycle, and none of them could be loaded first`,
    `Nothing was changed. Take ${needed} out of dependsOn, or first take one of the other references of this path out.`,
  )
}

/** @param dependents at least one; sorted. */
export function stillNeeded(name: string, dependents: readonly string[]): SkillError {
  const said = dependents.slice(0, NAMES_SAID_MAX).map((each) => `"${each}"`)
  const more = dependents.length > said.length ? ` and ${dependents.length - said.length} more` : ''
  const depend = dependents.length === 1 ? 'depends' : 'depend'
  return new SkillError(
    'conflict',
    `skill "${name}" is still needed: ${said.join(', ')}${more} ${depend} on it`,
    'Nothing was changed. First archive these, or take the name out of their dependsOn.',
  )
}

/** @param near at least one; nearest first. */
export function nearDuplicate(name: string, near: readonly NearSkill[]): SkillError {
  const said = near
    .slice(0, NEAR_SAID_MAX)
    .map((each) => `"${each.name}" (similarity ${each.similarity.toFixed(2)}: ${shown(each.summary)})`)
  const nearest = near[0]!.name
  return new SkillError(
    'conflict',
    `skill "${name}" was expected to be new, but nearly the same is there: ${said.join(', ')}`,
    `Nothing was saved. Read it with get_skill {"name": "${nearest}"} and change it with edit_skill; if both are wanted, save again with force: true.`,
  )
}
