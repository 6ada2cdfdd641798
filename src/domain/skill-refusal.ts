// The sentences with which a change to a skill is refused: what was expected, what stands, what to do.
import { type Diagnostic, diagnosticLine } from './diagnostic.ts'
import { SkillError } from './skill-error.ts'

export function moved(name: string, expected: number, version: number): SkillError {
  const stands = version === 0 ? 'is not there' : `is at version ${version}`
  const asked = expected === 0 ? 'expected to be new' : `was read at version ${expected}`
  return new SkillError(
    'conflict',
    `skill "${name}" ${asked} but ${stands}: somebody changed it meanwhile`,
    'Load it with get_skill, apply your change to what stands now, and save with that version.',
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
