// What a person changed in the SKILL.md form of a skill. Both texts are read by the same reader and compared field by
// field, so that only what was changed is saved, whatever the form itself cannot say. Pure.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { isRecord } from '../domain/json-value.ts'
import type { Skill } from '../domain/skill.ts'
import { shown } from '../domain/skill-error.ts'
import { readSkillMd } from '../domain/skill-md-reader.ts'
import type { SkillPatch } from '../domain/skill-patch.ts'
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

/**
 * The reader makes the best of a stranger's file and warns. Here the file was whole when it was opened, so what would
 * cost a value is a slip: nothing is saved, and this is what to do about it.
 */
const SLIPS: Record<string, (name: string) => string> = {
  'name-mismatch': renameFix,
  'bad-name': renameFix,
  'bad-field': () => 'Correct the value, or delete the line.',
  'no-front-matter': () => 'Put the lines at the top back, from "---" to "---".',
}

export type EditContext = { name: string; file: string; now: string }

export function readEdited(before: string, after: string, { name, file, now }: EditContext): EditedSkill {
  if (before === after) return { kind: 'same' }
  const options = { file, fallbackName: name, now }
  const was = readSkillMd(before, options).skill
  const { skill, diagnostics: read } = readSkillMd(after, options)
  const diagnostics = [
    ...read.map((d) => asSlip(d, name)),
    ...(skill === undefined ? [] : moreSlips(skill, name, file)),
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

function asSlip(diagnostic: Diagnostic, name: string): Diagnostic {
  const fix = SLIPS[diagnostic.code]?.(name)
  return fix === undefined ? diagnostic : { ...diagnostic, severity: 'error', fix }
}

// What the reader has no reason to warn of, because elsewhere it is right.
function moreSlips(skill: Skill, name: string, file: string): Diagnostic[] {
  const { frontMatter } = skill.extra
  const isMetadataText = isRecord(frontMatter) && typeof frontMatter.metadata === 'string'
  const slip = (code: string, expected: string, received: string, fix: string): Diagnostic => ({
    severity: 'error',
    code,
    file,
    expected,
    received,
    fix,
  })
  return [
    ...(skill.name === name
      ? []
      : [slip('name-mismatch', `the name "${name}"`, `"${shown(skill.name)}"`, renameFix(name))]),
    ...(isMetadataText
      ? [slip('bad-field', '"metadata:" with its values on the lines below', 'a text', 'Mend that line.')]
      : []),
  ]
}

function renameFix(name: string): string {
  return `Put the name back; "${name}" is edited here and cannot be renamed.`
}
