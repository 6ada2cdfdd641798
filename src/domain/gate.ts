// Where a change lands: live at once, or as a draft that waits for a person (DESIGN 3.1, the table of gates).
import type { Gate } from './gates.ts'
import { type Actor, isMachine, type SkillRecord } from './record.ts'

export type { Gate } from './gates.ts'
export type Landing = 'live' | 'draft'

/** @param record as it stands under the lock, hand edits taken in. */
export function landingOf(gate: Gate, actor: Actor, record: SkillRecord): Landing {
  if (!isMachine(actor)) return 'live'
  if (record.pinned || record.draft !== null) return 'draft'
  if (gate !== 'guarded') return gate === 'open' ? 'live' : 'draft'
  return isMachinesOwn(record) ? 'live' : 'draft'
}

/**
 * Written by a machine, and no person has decided anything about it or changed it. The health job is nobody: what it does
 * takes no decision of a person back.
 */
export function isMachinesOwn({ origin, versions, ...decided }: SkillRecord): boolean {
  const { approval, rejection, lastStep, decidedAt } = decided
  const newest = versions.at(-1)
  if (origin !== 'machine' || (newest !== undefined && !isMachine(newest.actor))) return false
  return approval === null && rejection === null && decidedAt === null && lastStep?.actor !== 'operator'
}
