// How a run of a pass by the provider is told to programs.
import { z } from 'zod'
import { refusedShape } from '../domain/cycle-shapes.ts'
import { CHANGE_KINDS, type ChangeKind, PASSES } from '../domain/pass-change.ts'
import type { PassRun } from './run-pass.ts'

export const runShape = z.object({
  kind: z.enum(PASSES),
  outcome: z.enum(['applied', 'judged', 'skipped', 'failed']),
  cycleId: z.string().nullable(),
  reason: z.string().nullable().describe('Why it was skipped or failed.'),
  applied: z.array(z.object({ kind: z.enum(CHANGE_KINDS), name: z.string(), reason: z.string() })),
  refused: z.array(refusedShape),
  moreRefused: z.number(),
})

export function toldRun(run: PassRun): z.input<typeof runShape> {
  const nothing = { cycleId: null, reason: null, applied: [], refused: [], moreRefused: 0 }
  const base = { kind: run.pass, outcome: run.kind, ...nothing }
  switch (run.kind) {
    case 'applied': {
      const { applied, refused, moreRefused } = run.report
      return { ...base, cycleId: run.cycleId, applied: applied.map(named), refused, moreRefused }
    }
    case 'judged': {
      const applied = run.verdicts.flatMap((verdict) => (verdict.kind === 'apply' ? [named(verdict.change)] : []))
      const refused = run.verdicts.flatMap((verdict) =>
        verdict.kind === 'refuse' ? [{ kind: verdict.what, name: verdict.name, reason: verdict.reason }] : [],
      )
      return { ...base, applied, refused }
    }
    case 'skipped':
      return { ...base, reason: run.reason }
    case 'failed':
      return { ...base, cycleId: run.cycleId, reason: run.reason }
  }
}

function named({ kind, name, reason }: { kind: ChangeKind; name: string; reason: string }) {
  return { kind, name, reason }
}
