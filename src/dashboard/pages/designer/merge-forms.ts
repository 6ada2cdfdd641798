// Brings together what a person wrote and what somebody else saved meanwhile: what only one of them changed is taken, and
// of what both changed differently the person chooses, place by place. The merging itself is domain/three-way.ts. Pure.
import type { LineSpan } from '../../../domain/line-merge.ts'
import type { Three } from '../../../domain/list-merge.ts'
import type { Skill } from '../../../domain/skill.ts'
import { type MergeConflict, mergeSkills } from '../../../domain/three-way.ts'
import { type Form, formOf } from './form.ts'

/** One thing to decide: lines of the text, or a whole field. */
export type Place = {
  key: string
  title: string
  base: string
  ours: string
  theirs: string
  lines?: MergeConflict['lines']
}
export type Choice = 'ours' | 'theirs' | 'both'
export type FormMerge = { kind: 'merged'; form: Form } | { kind: 'conflict'; places: Place[] }

export function mergeForms(three: Three<Form>): FormMerge {
  const merge = mergeSkills(asSkills(three))
  if (merge.kind === 'merged') return { kind: 'merged', form: formOf(merge.skill, merge.skill.policy) }
  return { kind: 'conflict', places: placesOf(merge.conflicts, three) }
}

/** @param choices one for each place; `both`, ours before theirs, is for lines of the text alone. Absent ones are ours. */
export function resolved(three: Three<Form>, places: readonly Place[], choices: ReadonlyMap<string, Choice>): Form {
  const sides = { base: three.base, ours: { ...three.ours }, theirs: { ...three.theirs } }
  for (const { key, lines } of places) {
    if (lines !== undefined) continue
    const field = key as Exclude<keyof Form, 'content'>
    const value = choices.get(key) === 'theirs' ? three.theirs[field] : three.ours[field]
    Object.assign(sides.ours, { [field]: value })
    Object.assign(sides.theirs, { [field]: value })
  }
  const inText = places.filter(({ lines }) => lines !== undefined)
  const merge = mergeSkills(asSkills(sides), ({ ours, theirs }, i) => {
    const chosen = choices.get(inText[i]?.key ?? '') ?? 'ours'
    if (chosen === 'both') return [...linesOf(ours), ...linesOf(theirs)]
    return linesOf(chosen === 'ours' ? ours : theirs)
  })
  return merge.kind === 'merged' ? formOf(merge.skill, merge.skill.policy) : sides.ours
}

// No line at all is not one empty line.
function linesOf({ lines, text }: LineSpan): string[] {
  return lines === 0 ? [] : text.split('\n')
}

function placesOf(conflicts: readonly MergeConflict[], three: Three<Form>): Place[] {
  const inText = conflicts.flatMap(({ field, base, ours, theirs, lines }, i): Place[] => {
    if (field !== 'content' || lines === undefined) return []
    const title = `Text, line ${lines.ours.line}`
    return [{ key: `content ${i}`, title, base: textOf(base), ours: textOf(ours), theirs: textOf(theirs), lines }]
  })
  // Other conflicts lie within a field, such as one step of several: the field is decided as a whole.
  const fields = new Set(
    conflicts.filter(({ lines }) => lines === undefined).map(({ field }) => /^\w+/.exec(field)?.[0]),
  )
  const whole = [...fields].flatMap((field): Place[] => {
    if (field === undefined || !isField(field, three.ours)) return []
    const [base, ours, theirs] = [three.base[field], three.ours[field], three.theirs[field]].map(textOf)
    return [{ key: field, title: TITLES[field] ?? field, base: base ?? '', ours: ours ?? '', theirs: theirs ?? '' }]
  })
  return [...inText, ...whole]
}

const TITLES: Partial<Record<keyof Form, string>> = {
  summary: 'Summary',
  parent: 'Parent',
  steps: 'Steps',
  policy: 'Policy',
}

function isField(field: string, form: Form): field is keyof Form {
  return Object.hasOwn(form, field)
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

// Dates and what stands beside the text are nobody's change here.
function asSkills({ base, ours, theirs }: Three<Form>): Three<Skill> {
  const asSkill = (form: Form): Skill => ({ ...form, createdAt: '', updatedAt: null, files: [], extra: {} })
  return { base: asSkill(base), ours: asSkill(ours), theirs: asSkill(theirs) }
}
