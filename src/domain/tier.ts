import type { Origin } from './record.ts'

/** 1 to 4, derived and never set (DESIGN 3.2). A machine's skill rises when a person has approved its bytes. */
export function tierOf(origin: Origin): number {
  const tiers: Record<Origin, number> = { builtin: 4, human: 3, machine: 1 }
  return tiers[origin]
}
