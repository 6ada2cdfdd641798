// When passes run by themselves, with every hour of a day as a time that comes due.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  IDLE_WAIT_MS_MAX,
  isAtWork,
  isSilent,
  type ScheduledRun,
  type ScheduleState,
  SILENT_MS_MAX,
  scheduleStep,
  TRIES_MAX,
} from '../../src/domain/schedule-step.ts'

const HOUR = 3_600_000
const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour, 30))
const iso = (hour: number) => at(hour).toISOString()
/** On the hour. */
const hourly = (after: Date) => new Date(Math.floor(after.getTime() / HOUR) * HOUR + HOUR)
const step = (state: ScheduleState | null, now: Date, schedule = 'hourly') => scheduleStep(state, schedule, now, hourly)

function state(run: Partial<ScheduledRun> | null, since = iso(0)): ScheduleState {
  const ended = { dueAt: iso(1), startedAt: iso(1), beatAt: iso(1), tries: 1, endedAt: iso(1), outcomes: [] }
  return { schedule: 'hourly', since, run: run === null ? null : { ...ended, ...run } }
}

test.each<[why: string, state: ScheduleState | null, now: Date, schedule?: string]>([
  ['nothing is known', null, at(3)],
  ['another schedule holds', state(null), at(3), 'daily'],
  ['the clock was set back behind the last run', state({ startedAt: iso(5) }), at(3)],
  ['the clock was set back behind its beginning', state(null, iso(5)), at(3)],
  ['a date cannot be read', state(null, 'once'), at(3)],
])('it counts from now on where %s', (_why, given, now, schedule) => {
  expect(step(given, now, schedule)).toEqual({ kind: 'begin-to-count' })
})

test('it waits for the next time', () => {
  expect(step(state(null), new Date(at(0).getTime() + 60_000))).toEqual({ kind: 'wait', until: hourly(at(0)) })
  expect(step(state({}), new Date(at(1).getTime() + 60_000))).toEqual({ kind: 'wait', until: hourly(at(1)) })
})

test('of many that were missed one is caught up, once', () => {
  const due = step(state({}), at(9))
  expect(due).toMatchObject({ kind: 'run', run: { dueAt: hourly(at(1)).toISOString(), startedAt: iso(9), tries: 1 } })
  const run = { ...(due as { run: ScheduledRun }).run, endedAt: iso(9) }
  expect(step({ ...state(null), run }, new Date(at(9).getTime() + 60_000))).toMatchObject({ kind: 'wait' })
})

test('a run that was cut off goes on with what it had done, a few times and no more', () => {
  const outcomes = [{ pass: 'gap' as const, kind: 'skipped', note: null }]
  const cut = { endedAt: null, outcomes }
  expect(step(state({ ...cut, tries: 1 }), new Date(at(1).getTime() + 60_000))).toMatchObject({
    kind: 'run',
    run: { dueAt: iso(1), tries: 2, outcomes },
  })
  expect(step(state({ ...cut, tries: TRIES_MAX }), new Date(at(1).getTime() + 60_000)).kind).toBe('wait')
})

test('a schedule that never comes again waits without an end', () => {
  expect(scheduleStep(state(null), 'hourly', at(3), () => undefined)).toEqual({ kind: 'wait', until: undefined })
})

test('whatever stands on disk, at most one run follows from one moment', () => {
  const hours = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(
      hours,
      fc.option(fc.record({ hour: hours, ended: fc.boolean(), tries: fc.integer({ min: 1, max: 5 }) })),
      hours,
      (since, run, now) => {
        const ran = run && { startedAt: iso(run.hour), endedAt: run.ended ? iso(run.hour) : null, tries: run.tries }
        const first = step(state(ran, iso(since)), at(now))
        if (first.kind !== 'run') return
        const done = { ...state(null, iso(since)), run: { ...first.run, endedAt: first.run.startedAt } }
        expect(step(done, at(now)).kind).toBe('wait')
      },
    ),
  )
})

test('somebody is at work for as long as nothing was idle, but a run waits no longer than a day', () => {
  const run = state({ dueAt: iso(3) }).run!
  const minutes = (count: number) => new Date(at(3).getTime() + count * 60_000)
  const idle = 10 * 60_000
  expect(isAtWork(run, minutes(0), idle, minutes(9))).toBe(true)
  expect(isAtWork(run, minutes(0), idle, minutes(11))).toBe(false)
  // A clock that is ahead somewhere.
  expect(isAtWork(run, minutes(5), idle, minutes(0))).toBe(true)
  expect(isAtWork(run, undefined, idle, minutes(0))).toBe(false)
  const late = new Date(at(3).getTime() + IDLE_WAIT_MS_MAX + 1)
  expect(isAtWork(run, late, idle, late)).toBe(false)
})

test('a run that has long said nothing is dead, whichever way the clock went', () => {
  const silent = (ms: number) => isSilent(state({ beatAt: iso(3) }), new Date(at(3).getTime() + ms))
  expect([silent(SILENT_MS_MAX - 1), silent(SILENT_MS_MAX + 1), silent(-SILENT_MS_MAX - 1)]).toEqual([
    false,
    true,
    true,
  ])
  expect([isSilent(null, at(0)), isSilent(state(null), at(0)), isSilent(state(null), at(9))]).toEqual([
    true,
    false,
    true,
  ])
})
