// How a cycle is shown by every surface: what it was about, how it stands, what became of each proposal. What a pass kept for
// itself meanwhile is not shown.
import { z } from 'zod'
import type { Cycle } from './cycle.ts'
import { CHANGE_KINDS, PASSES } from './pass-change.ts'

const changeKind = z.enum(CHANGE_KINDS)

export const appliedShape = z.object({
  kind: changeKind,
  name: z.string(),
  version: z.number().describe('Of the skill; 0 for what has none.'),
  draft: z.boolean().describe('It waits for a person.'),
  created: z.boolean(),
  reason: z.string(),
})
export const refusedShape = z.object({ kind: changeKind, name: z.string(), reason: z.string() })

export const cycleRowShape = z.object({
  id: z.string(),
  kind: z.enum(PASSES),
  status: z.enum(['begun', 'applying', 'applied', 'failed', 'undone']),
  executor: z.enum(['order', 'provider']),
  author: z.string().nullable(),
  at: z.string(),
  leaseUntil: z.string(),
  endedAt: z.string().nullable(),
  applied: z.number(),
  refused: z.number(),
  reason: z.string().nullable().describe('Why it failed.'),
})
export type CycleRow = z.output<typeof cycleRowShape>

export const cycleDetailShape = cycleRowShape.omit({ applied: true, refused: true }).extend({
  seen: z.array(z.string()).describe('Skills that the model was shown.'),
  applied: z.array(appliedShape),
  refused: z.array(refusedShape),
  moreRefused: z.number(),
})
type CycleDetail = z.output<typeof cycleDetailShape>

export function cycleRow(cycle: Cycle): CycleRow {
  const { report } = cycle
  const refused = report === null ? 0 : report.refused.length + report.moreRefused
  return { ...told(cycle), applied: report?.applied.length ?? cycle.did.length, refused }
}

export function cycleDetail(cycle: Cycle): CycleDetail {
  const { report, did } = cycle
  const { applied, refused, moreRefused } = report ?? { applied: did, refused: [], moreRefused: 0 }
  return { ...told(cycle), seen: Object.keys(cycle.seen), applied: [...applied], refused, moreRefused }
}

function told({ id, pass, status, executor, author, at, leaseUntil, endedAt, reason }: Cycle) {
  return { id, kind: pass, status, executor, author, at, leaseUntil, endedAt, reason }
}
