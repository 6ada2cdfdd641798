// What a model proposes, before anything of it is done: each change as a diff against what stands, or why it is refused.
import type { PassRun } from '../cycles/run-pass.ts'
import { runSummary } from '../cycles/run-summary.ts'
import type { PassName, SaveChange, Verdict } from '../domain/pass-change.ts'
import { type FileDiff, skillDiff, skillDiffText } from '../domain/skill-diff.ts'
import { patched } from '../domain/skill-patch.ts'
import { comparable } from '../library/diff-texts.ts'
import type { CommandHome } from './command.ts'

type Foreseen = {
  pass: PassName
  kind: 'save' | 'archive'
  name: string
  verdict: 'apply' | 'refuse'
  reason: string
  files: FileDiff[]
  /** For people; empty where there is none. */
  diff: string
}

/** Of a run that was not one of judging, none. */
export async function foreseenChanges(run: PassRun, home: CommandHome, now: Date): Promise<Foreseen[]> {
  if (run.kind !== 'judged') return []
  return Promise.all(run.verdicts.map((verdict) => foreseen(run.pass, verdict, home, now)))
}

export function foreseenText(runs: readonly PassRun[], changes: readonly (readonly Foreseen[])[]): string {
  const parts = runs.map((run, at) => [runSummary(run), ...changes[at]!.map(changeText)].join('\n\n'))
  return [
    ...parts,
    'Nothing was changed. Whether a change goes live or waits as a draft is decided when it is made.',
  ].join('\n\n')
}

async function foreseen(pass: PassName, verdict: Verdict, home: CommandHome, now: Date): Promise<Foreseen> {
  if (verdict.kind === 'refuse') {
    const { what, name, reason } = verdict
    return { pass, kind: what, name, verdict: 'refuse', reason, files: [], diff: '' }
  }
  const { change } = verdict
  const { kind, name, reason } = change
  const told = { pass, kind, name, verdict: 'apply' as const, reason }
  if (kind === 'archive') return { ...told, files: [], diff: `Its place is taken by ${change.into}.` }
  const compared = await comparedTo(change, home, now)
  const labels = { before: 'as it stands', after: 'proposed' }
  return { ...told, files: skillDiff(compared), diff: skillDiffText(compared, labels) }
}

async function comparedTo({ name, base, patch }: SaveChange, { shelf, store }: CommandHome, now: Date) {
  const before = base === null ? undefined : (await shelf.look(name))?.skill
  return comparable(store, name, { before, after: patched(before, patch, { name, now: now.toISOString() }) })
}

function changeText({ kind, name, verdict, reason, diff }: Foreseen): string {
  if (verdict === 'refuse') return `- refused: ${kind} ${name}: ${reason}`
  return [`- ${kind} ${name}: ${reason}`, ...(diff === '' ? [] : [diff])].join('\n')
}
