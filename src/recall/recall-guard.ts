// Keeps a pass from making recall find less: before a text takes the place of another, messages that found a skill are asked
// again as if it had. Cases of use and of the person's file; nothing is written, and nobody sees the library changed.
import { setImmediate as pause } from 'node:timers/promises'
import type { RecallGuard } from '../cycles/apply-changes.ts'
import type { SaveChange } from '../domain/pass-change.ts'
import { casesFromUse, FOUND_WITHIN, type RecallCase } from '../domain/recall-case.ts'
import { readCaseFile } from '../domain/recall-case-file.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import { patched } from '../domain/skill-patch.ts'
import { findCandidates } from './candidates.ts'
import type { Lessons } from './lessons.ts'
import type { SkillIndex } from './skill-index.ts'

/** Asked for one change, those of the skills that it changes before all: twice some milliseconds each in a large library. */
export const GUARD_CASES_MAX = 300
/** So many are asked before others have their turn. */
const CASES_UNBROKEN = 25
const LOST_SAID_MAX = 5

export type GuardParts = {
  index: SkillIndex
  lessons: Pick<Lessons, 'levelSoon' | 'vote' | 'all'>
  /** The text of the file of cases; undefined when there is none. */
  caseFile: () => Promise<string | undefined>
  /** A skill that may come up unasked, as it stands in the index. */
  listed: (name: string) => Skill | undefined
  /** Whether a new skill of a pass comes up unasked before a person has seen it. */
  listsNew: boolean
  now: () => Date
}

type FindCase = Exclude<RecallCase, { kind: 'silence' }>
/** @property gone skills of the index that `after` takes the place of. */
type Swap = { before: Skill | undefined; after: Skill; gone: readonly Skill[] }

export function createRecallGuard(parts: GuardParts): RecallGuard {
  const { lessons, listed } = parts
  return async (save, archives) => {
    const before = listed(save.name)
    const gone = archives.flatMap(({ name }) => listed(name) ?? [])
    const after = comesUp(save, before, parts) ? textAfter(save, before, parts.now()) : undefined
    if (after === undefined) return gone.length === 0 ? undefined : unlisted(save, gone)
    const swap = { before, after, gone }
    if (gone.length === 0 && before !== undefined && saysTheSame(before, after)) return undefined
    await lessons.levelSoon()
    const cases = concerning(swap, await findCases(parts))
    const { lost, gained } = await compared(cases, swap, parts)
    return lost.length > gained ? losesCases(lost, gained) : undefined
  }
}

function comesUp({ base }: SaveChange, before: Skill | undefined, { listsNew }: GuardParts): boolean {
  return base === null ? listsNew : before !== undefined
}

function textAfter({ name, patch }: SaveChange, before: Skill | undefined, now: Date): Skill {
  return patched(before, patch, { name, now: now.toISOString() })
}

function saysTheSame(a: Skill, b: Skill): boolean {
  const words = ({ summary, triggers, tags, content }: Skill) => JSON.stringify([summary, triggers, tags, content])
  return words(a) === words(b)
}

function unlisted({ name }: SaveChange, gone: readonly Skill[]): string {
  const names = gone.map((skill) => `"${skill.name}"`).join(', ')
  return `"${name}" would come up for no message before a person has approved it, and ${names} would be gone; merge into one of these`
}

async function findCases({ lessons, caseFile }: GuardParts): Promise<FindCase[]> {
  const { cases } = readCaseFile(await keptText(caseFile))
  return [...cases, ...casesFromUse(lessons.all())].filter((each): each is FindCase => each.kind === 'find')
}

// A file that cannot be read is told by the command that runs the cases; those of use are asked all the same.
async function keptText(caseFile: GuardParts['caseFile']): Promise<string> {
  try {
    return (await caseFile()) ?? ''
  } catch (error) {
    if (error instanceof SkillError) return ''
    throw error
  }
}

// Those of the skills themselves, then others that they might push out, spread evenly.
function concerning({ before, after, gone }: Swap, cases: readonly FindCase[]): FindCase[] {
  const names = new Set([after.name, ...gone.map(({ name }) => name), ...(before === undefined ? [] : [before.name])])
  const own = cases.filter(({ skill }) => names.has(skill)).slice(0, GUARD_CASES_MAX)
  const others = cases.filter(({ skill }) => !names.has(skill))
  const step = Math.max(1, Math.ceil(others.length / Math.max(1, GUARD_CASES_MAX - own.length)))
  return [...own, ...others.filter((_, i) => i % step === 0)].slice(0, GUARD_CASES_MAX)
}

async function compared(cases: readonly FindCase[], swap: Swap, { index, lessons }: GuardParts) {
  const found = (each: FindCase, skill: string) => {
    const lesson = each.source === 'use' ? each.lesson : undefined
    const { candidates } = findCandidates(index, (terms) => lessons.vote(terms, lesson), each.words, FOUND_WITHIN)
    return candidates.slice(0, FOUND_WITHIN).some(({ name }) => name === skill)
  }
  const isGone = (name: string) => swap.gone.some((skill) => skill.name === name)
  const lost: FindCase[] = []
  let gained = 0
  for (let at = 0; at < cases.length; at += CASES_UNBROKEN) {
    const some = cases.slice(at, at + CASES_UNBROKEN)
    const before = some.map((each) => found(each, each.skill))
    const after = swapped(index, swap, () =>
      some.map((each) => found(each, isGone(each.skill) ? swap.after.name : each.skill)),
    )
    lost.push(...some.filter((_, i) => before[i] === true && after[i] === false))
    gained += some.filter((_, i) => before[i] === false && after[i] === true).length
    await pause()
  }
  return { lost, gained }
}

// The index itself for a moment, and nobody waits in between: a copy would take seconds and a hundred megabytes. Equal
// contents give equal answers, so that nothing is left of it.
function swapped<T>(index: SkillIndex, { before, after, gone }: Swap, ask: () => T): T {
  try {
    index.upsert(after)
    for (const { name } of gone) index.remove(name)
    return ask()
  } finally {
    if (before === undefined) index.remove(after.name)
    else index.upsert(before)
    for (const skill of gone) index.upsert(skill)
  }
}

function losesCases(lost: readonly FindCase[], gained: number): string {
  const said = lost.slice(0, LOST_SAID_MAX).map(({ id, skill }) => `${id} ("${skill}")`)
  const more = lost.length > said.length ? ` and ${lost.length - said.length} more` : ''
  const but = gained === 0 ? '' : `, and finds only ${gained} more`
  return `recall would no longer find what it found for ${said.join(', ')}${more}${but}; see: skill-cortex eval`
}
