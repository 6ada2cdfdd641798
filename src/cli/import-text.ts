// What an import did, for people: a line for each skill, then one for each file that was not taken, with its reason.
import { type Diagnostic, diagnosticLine } from '../domain/diagnostic.ts'
import type { Provenance } from '../packages/fetch-package.ts'
import type { TreeReport } from '../packages/import-json-tree.ts'
import type { ImportedSkill, ImportReport } from '../packages/import-skills.ts'
import { columns } from './columns.ts'
import { counted } from './wording.ts'

type Report = ImportReport & Partial<Pick<TreeReport, 'uses'>>

export function importText(report: Report, isDryRun: boolean, fetched: readonly Provenance[] = []): string {
  const { taken, refused, diagnostics, uses } = report
  const table =
    taken.length === 0
      ? []
      : [
          columns(
            ['skill', 'as', 'files', 'from'],
            taken.map((each) => rowOf(each)),
          ),
        ]
  const left = diagnostics.length === 0 ? [] : [['Not taken, or odd:', ...diagnostics.map(lineOf)].join('\n')]
  const origins = fetched.length === 0 ? [] : [fetched.map(fetchedLine).join('\n')]
  return [
    ...origins,
    ...table,
    ...left,
    ...(uses === undefined ? [] : [usesText(uses, isDryRun)]),
    conclusion(taken, refused, isDryRun),
  ].join('\n\n')
}

function fetchedLine({ url, from, at, bytes, sha256 }: Provenance): string {
  const through = from === new URL(url).href ? '' : `, which leads to ${from}`
  return `Fetched ${url}${through}: ${bytes} bytes at ${at}, sha256 ${sha256}`
}

function rowOf({ name, as, outcome, files, origin }: ImportedSkill): string[] {
  const what = as === 'planned' ? PLANNED[outcome] : outcome === 'unchanged' ? 'unchanged' : as
  return [name, what, files === 0 ? '-' : String(files), origin]
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

function usesText({ taken, known, ofOthers, older, unread }: TreeReport['uses'], isDryRun: boolean): string {
  const parts = [
    `${counted(taken, 'use')} ${isDryRun ? 'would come' : 'came'} along`,
    ...(known > 0 ? [`${known} had come before`] : []),
    ...(ofOthers > 0 ? [`${ofOthers} of skills that were not taken`] : []),
    ...(older > 0 ? [`${older} left for their age`] : []),
    ...(unread > 0 ? [`${unread} that could not be read`] : []),
  ]
  return `${parts.join(', ')}.`
}
