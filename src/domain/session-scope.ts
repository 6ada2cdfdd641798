// Skills that were taken for one session: when that is over nobody is shown them any more, unless somebody keeps them. To
// keep one is to treat it like any other that was imported; it approves nothing, so agents may.
import { type ChangeContext, type CurrentState, type Decision, standing } from './change-state.ts'
import { ofRecord } from './lifecycle-change.ts'
import type { SkillRecord } from './record.ts'
import { notFound } from './skill-refusal.ts'

/** A client that was killed says no goodbye: so long without a word its session is over. */
export const SESSION_SILENT_MS_MAX = 24 * 3_600_000

/** Whether the session that a skill was taken for is over. @param last what its journal says, if anything. */
export function isScopeOver(
  { session: _session, since }: NonNullable<SkillRecord['scope']>,
  events: readonly { event: string; timestamp: string }[],
  now: string,
): boolean {
  if (events.some(({ event, timestamp }) => event === 'session-ended' && timestamp >= since)) return true
  const last = events.reduce((latest, { timestamp }) => (timestamp > latest ? timestamp : latest), since)
  return Date.parse(now) - Date.parse(last) > SESSION_SILENT_MS_MAX
}

/** @throws `not-found`. Changes nothing of a skill that was taken for the library. */
export function decideKeep(current: CurrentState, context: ChangeContext): Decision {
  const record = present(current, context)
  return ofRecord(current, { ...record, scope: null }, record.scope !== null)
}

/** Changes nothing of a skill that was kept meanwhile, or that belongs to another session. */
export function decideScopeEnd(current: CurrentState, session: string, context: ChangeContext): Decision {
  const record = present(current, context)
  const { scope } = record
  if (scope?.session !== session || scope.endedAt !== null) return ofRecord(current, record, false)
  return ofRecord(current, { ...record, scope: { ...scope, endedAt: context.now } })
}

function present(current: CurrentState, context: ChangeContext): SkillRecord {
  const { skill, record } = standing(current, context)
  if (skill === undefined && record.draft === null) throw notFound(context.name)
  return record
}
