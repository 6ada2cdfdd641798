// What an import did, for people: a line for each skill, then one for each file that was not taken, with its reason.
import { type Diagnostic, diagnosticLine } from '../domain/diagnostic.ts'
import type { ImportedSkill, ImportReport } from '../packages/import-skills.ts'
import { columns } from './columns.ts'
import { counted } from './wording.ts'

export function importText(report: ImportReport, isDryRun: boolean): string {
  const { taken, refused, diagnostics } = report
  const table =
    taken.length === 0
      ? []
      : [
          columns(
            ['skill', 'as', 'from'],
            taken.map((each) => rowOf(each)),
          ),
        ]
  const left = diagnostics.length === 0 ? [] : [['Not taken, or odd:', ...diagnostics.map(lineOf)].join('\n')]
  return [...table, ...left, conclusion(taken, refused, isDryRun)].join('\n\n')
}

function rowOf({ name, as, outcome, origin }: ImportedSkill): string[] {
  const what = as === 'planned' ? PLANNED[outcome] : outcome === 'unchanged' ? 'unchanged' : as
  return [name, what, origin]
}

const PLANNED: Record<ImportedSkill['outcome'], string> = {
  new: 'would be taken',
  updated: 'would be updated',
  unchanged: 'unchanged',
}

function lineOf(diagnostic: Diagnostic): string {
  return `  ${diagnosticLine(diagnostic)}`
}

function conclusion(taken: ImportedSkill[], refused: number, isDryRun: boolean): string {
  const same = taken.filter(({ outcome }) => outcome === 'unchanged').length
  const drafts = taken.filter(({ outcome, as }) => outcome !== 'unchanged' && as === 'draft').length
  const fresh = taken.length - same
  const took = `${isDryRun ? 'Would take' : 'Took'} ${counted(fresh, 'skill')}`
  const parts = [
    `${took}${drafts > 0 ? ` (${drafts} as a draft)` : ''}`,
    ...(same > 0 ? [`${same} unchanged`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ]
  const waits = taken.some(({ outcome, as }) => outcome !== 'unchanged' && (as === 'candidate' || as === 'draft'))
  return `${parts.join(', ')}.${waits ? ' What was taken waits for your yes: skill-cortex review' : ''}`
}
