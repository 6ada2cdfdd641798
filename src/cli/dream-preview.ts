// What a model proposes, in words: what became of each pass, and below it each change or why it is refused.
import type { Foreseen } from '../cycles/foreseen-changes.ts'
import type { PassRun } from '../cycles/run-pass.ts'
import { runSummary } from '../cycles/run-summary.ts'

export function foreseenText(runs: readonly PassRun[], changes: readonly (readonly Foreseen[])[]): string {
  const parts = runs.map((run, at) => [runSummary(run), ...changes[at]!.map(changeText)].join('\n\n'))
  return [
    ...parts,
    'Nothing was changed. Whether a change goes live or waits as a draft is decided when it is made.',
  ].join('\n\n')
}

function changeText({ kind, name, verdict, reason, diff }: Foreseen): string {
  if (verdict === 'refuse') return `- refused: ${kind} ${name}: ${reason}`
  return [`- ${kind} ${name}: ${reason}`, ...(diff === '' ? [] : [diff])].join('\n')
}
