// What `dream` says to people.
import type { Skipped } from '../cycles/engine.ts'
import type { PassRun } from '../cycles/run-pass.ts'
import { runSummary } from '../cycles/run-summary.ts'
import type { UndoReport } from '../cycles/undo-cycle.ts'
import type { CycleRow } from '../domain/cycle-shapes.ts'
import type { PassName } from '../domain/pass-change.ts'
import { columns } from './columns.ts'
import { counted } from './wording.ts'

type Looked = { due: readonly PassName[]; skipped: readonly Skipped[] }

export function lookText({ due, skipped }: Looked): string {
  return [
    due.length === 0 ? 'No pass has anything to do.' : `To do: ${due.join(', ')}.`,
    ...skipped.map(({ pass, reason }) => `- ${pass}: ${reason}`),
  ].join('\n')
}

export function withoutProvider(looked: Looked): string {
  return [
    lookText(looked),
    '',
    'No model provider is set, so nothing was run. An attached agent does this work: use its prompt "dream", or tell it to call',
    'begin_cycle and submit_cycle. To have it done without an agent set provider.kind and provider.model (docs/provider.md).',
  ].join('\n')
}

/** Where others were run, by a provider of their own. */
export function leftToAgents(passes: readonly PassName[]): string {
  return `Not run, for want of provider.kind: ${passes.join(', ')}. An attached agent does these.`
}

export function runsText(runs: readonly PassRun[]): string {
  const lines = runs.flatMap((run) => [runSummary(run), ...changesOf(run)])
  const undo = runs.flatMap((run) => (run.kind === 'applied' && run.report.applied.length > 0 ? [run.cycleId] : []))
  return [...lines, ...undo.map((id) => `To take it back: skill-cortex dream --undo ${id}`)].join('\n')
}

function changesOf(run: PassRun): string[] {
  if (run.kind !== 'applied') return []
  const { applied, refused, moreRefused } = run.report
  return [
    ...applied.map(({ kind, name, draft, reason }) => `- ${kind} ${name}${draft ? ' (draft)' : ''}: ${reason}`),
    ...refused.map(({ kind, name, reason }) => `- refused: ${kind} ${name}: ${reason}`),
    ...(moreRefused === 0 ? [] : [`- and ${moreRefused} more that were refused`]),
  ]
}

export function cyclesTable(rows: readonly CycleRow[], total: number): string {
  if (rows.length === 0) return 'No cycle has been run yet.'
  const cells = rows.map(({ id, kind, status, at, executor, author, applied, refused, reason }) => [
    ...[id, at, kind, status, String(applied), String(refused)],
    `${author ?? executor}${reason === null ? '' : `: ${reason}`}`,
  ])
  const table = columns(['cycle', 'begun', 'pass', 'status', 'applied', 'refused', 'by'], cells)
  return rows.length === total ? table : `${table}\nand ${total - rows.length} more: --limit`
}

export function undoneText(id: string, { undone, refused }: UndoReport): string {
  const lines = undone.map(({ name, what }) => `- ${name}: ${what}`)
  const left = refused.map(({ name, reason }) => `- left as it is: ${name}: ${reason}`)
  const head =
    refused.length === 0
      ? `Cycle ${id} is taken back.`
      : `Cycle ${id} is not wholly taken back: ${counted(refused.length, 'change')} stayed. Try again when they are mended.`
  return [head, ...lines, ...left].join('\n')
}
