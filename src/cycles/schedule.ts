// Runs the passes when their time has come and nobody is at work: one run for a home, however many processes serve it. What
// was due while none ran is caught up once; a run that was cut off goes on with the passes that it had not come to.
import type { PassName } from '../domain/pass-change.ts'
import {
  isAtWork,
  isSilent,
  noScheduleState,
  type ScheduledOutcome,
  type ScheduledRun,
  type ScheduleState,
  scheduleStateSchema,
  scheduleStep,
} from '../domain/schedule-step.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import { acquireLease, LEASE_MS, LEASE_WAIT_MS_MAX, type Lease } from '../files/file-lease.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { smallDocument } from '../store/small-document.ts'
import { nextTime } from './cron-time.ts'
import type { Cycles } from './open-cycles.ts'
import type { PassRun } from './run-pass.ts'
import { runSummary } from './run-summary.ts'

const RUN_MS_MAX = 3_600_000
const AUTHOR = 'schedule'
// A run may take long, so that one which lives is never passed over for that.
const PATIENT = { leaseMs: Number.POSITIVE_INFINITY, waitMsMax: 500 }

export type Looked = { kind: 'waits'; until: Date | undefined } | { kind: 'at-work' | 'elsewhere' | 'ran' | 'ended' }

export type Schedule = {
  /** With its time zone, where one is set. */
  cron: string
  /** Runs what is due, if it is. @throws SkillError where the disk refuses. */
  look(signal: AbortSignal): Promise<Looked>
  /** As it stands on disk. */
  state(): Promise<{ state: ScheduleState | null; nextAt: Date | undefined }>
}

export type ScheduleParts = {
  layout: Pick<HomeLayout, 'schedule' | 'leases'>
  cron: string
  timeZone: string | null
  idleMs: number
  passes: readonly PassName[]
  run: Cycles['run']
  /** When something last happened in any session; undefined: never. */
  activeAt: () => Date | undefined
  now: () => Date
  log: Log
  /** How long the lock of a run that has long been silent is still waited for. */
  leaseMs?: number
}

export function createSchedule(parts: ScheduleParts): Schedule {
  const { layout, cron, timeZone, idleMs, activeAt, now, leaseMs = LEASE_MS } = parts
  const document = smallDocument(layout.schedule, scheduleStateSchema, noScheduleState)
  const schedule = timeZone === null ? cron : `${cron} (${timeZone})`
  const next = (after: Date) => nextTime(cron, timeZone, after)
  const step = (state: ScheduleState | null) => scheduleStep(state, schedule, now(), next)
  const path = `${layout.leases}/schedule.lock`
  // Whoever holds it says so in the document at once. A lock beside a long silence is of a host that is gone.
  const leaseNow = async () => {
    const lease = await leaseOrNone(path, PATIENT)
    if (lease !== undefined || !isSilent(await document.read(), now())) return lease
    return leaseOrNone(path, { leaseMs, waitMsMax: LEASE_WAIT_MS_MAX })
  }
  const look = async (signal: AbortSignal): Promise<Looked> => {
    const seen = await document.read()
    const first = step(seen)
    if (first.kind === 'wait') return { kind: 'waits', until: first.until }
    if (first.kind === 'run' && isAtWork(first.run, activeAt(), idleMs, now())) return { kind: 'at-work' }
    const lease = await leaseNow()
    if (lease === undefined) return { kind: 'elsewhere' }
    try {
      // Another process may just have done it.
      const state = await document.read()
      const decided = step(state)
      if (decided.kind === 'wait') return { kind: 'waits', until: decided.until }
      const keep = async (run: ScheduledRun | null) => {
        await lease.assertHeld()
        await document.write({ schedule, since: state?.since ?? now().toISOString(), run })
      }
      if (decided.kind === 'run') return await carryOut(decided.run, keep, signal, parts)
      await lease.assertHeld()
      await document.write({ schedule, since: now().toISOString(), run: null })
      return { kind: 'waits', until: next(now()) }
    } finally {
      await lease.release()
    }
  }
  return {
    cron: schedule,
    look,
    async state() {
      const state = await document.read()
      const found = step(state)
      const nextAt = found.kind === 'wait' ? found.until : found.kind === 'run' ? now() : next(now())
      return { state: state?.schedule === schedule ? state : null, nextAt }
    },
  }
}

async function leaseOrNone(path: string, limits: typeof PATIENT): Promise<Lease | undefined> {
  try {
    return await acquireLease(path, 'the schedule', limits)
  } catch (error) {
    if (error instanceof SkillError && error.code === 'busy') return undefined
    throw error
  }
}

async function carryOut(
  begun: ScheduledRun,
  keep: (run: ScheduledRun) => Promise<void>,
  signal: AbortSignal,
  { passes, run, now, log }: ScheduleParts,
): Promise<Looked> {
  let standing = begun
  await keep(standing)
  for (const pass of passes.filter((each) => !begun.outcomes.some((outcome) => outcome.pass === each))) {
    const late = lateSignal(begun, now())
    const [done] = await run({ passes: [pass], author: AUTHOR, signal: AbortSignal.any([signal, late.signal]) })
    late.clear()
    // What the end of the server cut off is not over: the next one goes on with it.
    if (signal.aborted) return { kind: 'ended' }
    standing = { ...standing, beatAt: now().toISOString(), outcomes: [...standing.outcomes, outcomeOf(done!)] }
    log('passes', `scheduled: ${runSummary(done!)}`)
    await keep(standing)
  }
  await keep({ ...standing, endedAt: now().toISOString() })
  return { kind: 'ran' }
}

// Of the whole run, not of each pass.
function lateSignal({ startedAt }: ScheduledRun, now: Date): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController()
  const reason = new SkillError('busy', 'the scheduled run took too long', 'It goes on at its next time.')
  const left = RUN_MS_MAX - (now.getTime() - Date.parse(startedAt))
  if (left <= 0) controller.abort(reason)
  const timer = setTimeout(() => controller.abort(reason), Math.max(0, left)).unref()
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}

function outcomeOf(run: PassRun): ScheduledOutcome {
  return { pass: run.pass, kind: run.kind, note: 'reason' in run ? run.reason : null }
}
