// When passes run by themselves, decided from what stands on disk of the last time: once for every time that comes due,
// once for any number that were missed, and on again where a run was cut off.
import { z } from 'zod'
import { PASSES } from './pass-change.ts'

/** A run that was cut off so often is let be until the next time. */
export const TRIES_MAX = 3
/** One that has said nothing for so long is dead, whatever holds its lock. */
export const SILENT_MS_MAX = 2 * 3_600_000
/** So long a run waits for nobody to be at work; then it begins all the same. */
export const IDLE_WAIT_MS_MAX = 24 * 3_600_000

const outcomeSchema = z.object({ pass: z.enum(PASSES), kind: z.string(), note: z.string().nullable() })
export const scheduledRunShape = z.object({
  dueAt: z.string(),
  startedAt: z.string(),
  /** When it last said that it lives. */
  beatAt: z.string(),
  tries: z.number().int().min(1),
  endedAt: z.string().nullable(),
  outcomes: z.array(outcomeSchema),
})
/** @property since from when on the schedule holds. */
const stateSchema = z.object({ schedule: z.string(), since: z.string(), run: scheduledRunShape.nullable() })
export const scheduleStateSchema = stateSchema.nullable()
export const noScheduleState = (): ScheduleState | null => null
export type ScheduleState = z.infer<typeof stateSchema>
export type ScheduledOutcome = z.infer<typeof outcomeSchema>
export type ScheduledRun = z.infer<typeof scheduledRunShape>

type ScheduleStep =
  /** The schedule is new, or the clock was set back: it counts from now on. */
  { kind: 'begin-to-count' } | { kind: 'wait'; until: Date | undefined } | { kind: 'run'; run: ScheduledRun }

/** @param schedule names the times: another one begins to count anew. @param nextTime the first one after a moment. */
export function scheduleStep(
  state: ScheduleState | null,
  schedule: string,
  now: Date,
  nextTime: (after: Date) => Date | undefined,
): ScheduleStep {
  if (state === null || state.schedule !== schedule) return { kind: 'begin-to-count' }
  const { run } = state
  const base = new Date(run?.startedAt ?? state.since)
  if (!(base.getTime() <= now.getTime())) return { kind: 'begin-to-count' }
  const beats = { startedAt: now.toISOString(), beatAt: now.toISOString(), endedAt: null }
  if (run !== null && run.endedAt === null && run.tries < TRIES_MAX) {
    return { kind: 'run', run: { ...run, ...beats, tries: run.tries + 1 } }
  }
  const dueAt = nextTime(base)
  if (dueAt === undefined || dueAt.getTime() > now.getTime()) return { kind: 'wait', until: dueAt }
  return { kind: 'run', run: { ...beats, dueAt: dueAt.toISOString(), tries: 1, outcomes: [] } }
}

/** Whether somebody is at work, so that a run had better wait. @param activeAt when something last happened. */
export function isAtWork({ dueAt }: ScheduledRun, activeAt: Date | undefined, idleMs: number, now: Date): boolean {
  if (activeAt === undefined || now.getTime() - Date.parse(dueAt) > IDLE_WAIT_MS_MAX) return false
  return Math.abs(now.getTime() - activeAt.getTime()) < idleMs
}

/** Whether no run lives, though a lock may still stand: of a holder on another host nobody can tell. */
export function isSilent(state: ScheduleState | null, now: Date): boolean {
  if (state === null) return true
  const saidAt = Date.parse(state.run?.beatAt ?? state.since)
  return !(Math.abs(now.getTime() - saidAt) <= SILENT_MS_MAX)
}
