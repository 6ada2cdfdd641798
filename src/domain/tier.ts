import type { Approval } from './approval.ts'
import type { Origin } from './record.ts'

/** 1 to 4, derived and never set (DESIGN 3.2): provenance, and for a machine's skill that a person vouched for its bytes. */
export function tierOf(origin: Origin, approval: Approval): number {
  if (origin !== 'machine') return origin === 'builtin' ? 4 : 3
  return approval === 'approved' ? 2 : 1
}
