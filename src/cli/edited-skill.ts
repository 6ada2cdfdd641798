// What a person changed in the SKILL.md form of a skill. Both texts are read by the same reader and compared field by
// field, so that only what was changed is saved, whatever the form itself cannot say. Pure.
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { SkillPatch } from '../domain/skill-change.ts'
import { shown } from '../domain/skill-error.ts'
import { readSkillMd } from '../domain/skill-md-reader.ts'
import { extractSummary } from '../domain/summary.ts'

export type EditedSkill =
  | { kind: 'same' }
  | { kind: 'changed'; patch: SkillPatch; warnings: Diagnostic[] }
  /** Nothing of it may be saved: at least one error. */
  | { kind: 'refused'; diagnostics: Diagnostic[] }

const EDITABLE = [
  'summary',
  'content',
  'seeAlso',
  'tags',
  'triggers',
  'steps',
  'dependsOn',
  'conflictsWith',
  'parent',
  'policy',
  'extra',
] as const satisfies (keyof SkillPatch)[]

/** The reader lets the place win over another name, with a warning. Here another name is a rename, and not what is done. */
const RENAMING = new Set(['name-mismatch', 'bad-name'])

export type EditContext = { name: string; file: string; now: string }

export function readEdited(before: string, after: string, { name, file, now }: EditContext): EditedSkill {
  if (before === after) return { kind: 'same' }
  const options = { file, fallbackName: name, now }
  const was = readSkillMd(before, options).skill
  const { skill, diagnostics: read } = readSkillMd(after, options)
  const diagnostics = [
    ...read.map((d) => (RENAMING.has(d.code) ? renamed(d, name) : d)),
    ...(skill === undefined || skill.name === name ? [] : [otherPath(skill.name, name, file)]),
  ]
  const isRefused = diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  if (was === undefined || skill === undefined || isRefused) return { kind: 'refused', diagnostics }
  const changed = EDITABLE.filter((key) => JSON.stringify(was[key]) !== JSON.stringify(skill[key]))
  if (changed.length === 0) return { kind: 'same' }
  // Each value stands under its own key of the skill that the reader made.
  const patch = Object.fromEntries(changed.map((key) => [key, skill[key]])) as SkillPatch
  // A description that was taken out is asked for anew, from the text.
  if (patch.summary === '') patch.summary = extractSummary(name, skill.content)
  return { kind: 'changed', patch, warnings: diagnostics }
}

function renamed(diagnostic: Diagnostic, name: string): Diagnostic {
  const fix = `Put the name back; "${name}" is edited here and cannot be renamed.`
  return { ...diagnostic, severity: 'error', fix }
}

function otherPath(received: string, name: string, file: string): Diagnostic {
  const fault = { severity: 'error', code: 'name-mismatch', file, expected: `the name "${name}"`, fix: '' } as const
  return renamed({ ...fault, received: `"${shown(received)}"` }, name)
}
