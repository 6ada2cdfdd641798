import type { PassRun } from './run-pass.ts'

/** What became of one pass, in one line for a log or a screen. */
export function runSummary(run: PassRun): string {
  switch (run.kind) {
    case 'applied': {
      const { applied, refused, moreRefused } = run.report
      const drafts = applied.filter(({ draft }) => draft).length
      const waiting = drafts === 0 ? '' : ` (${drafts} as drafts that wait for you)`
      return `${run.pass}: ${applied.length} applied${waiting}, ${refused.length + moreRefused} refused, cycle ${run.cycleId}`
    }
    case 'judged': {
      const refused = run.verdicts.filter(({ kind }) => kind === 'refuse').length
      return `${run.pass}: ${run.verdicts.length - refused} would be applied, ${refused} refused`
    }
    case 'skipped':
      return `${run.pass}: skipped, ${run.reason}`
    case 'failed':
      return `${run.pass}: failed, ${run.reason}`
  }
}
