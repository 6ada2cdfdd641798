// The schedule on a real home: when it runs, that one process runs it, and that it goes on where another was cut off. Time is
// handed in; the passes are counted, not run.
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keepSchedule } from '../../src/cycles/keep-schedule.ts'
import type { PassRun } from '../../src/cycles/run-pass.ts'
import type { RunAsked } from '../../src/cycles/run-passes.ts'
import { createSchedule, type ScheduleParts } from '../../src/cycles/schedule.ts'
import type { PassName } from '../../src/domain/pass-change.ts'
import { SILENT_MS_MAX } from '../../src/domain/schedule-step.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { makeFolder } from '../../src/files/folder-sync.ts'
import { ownIdentity } from '../../src/files/process-identity.ts'
import { SOON } from '../support/soon.ts'
import { tempHome } from '../support/temp-home.ts'

const MINUTE = 60_000
const NEVER = new AbortController().signal
const PASSES: PassName[] = ['gap', 'summarize']

/** One home and its clock; `process` is what one server on it does. */
function useHome() {
  const layout = tempHome()
  let now = Date.UTC(2026, 10, 22, 12, 0)
  const ran: PassName[] = []
  const logged: string[] = []
  let active: Date | undefined
  const outcome = (pass: PassName): PassRun => ({ pass, kind: 'skipped', reason: 'there is nothing to do' })
  const process = (given: Partial<ScheduleParts> = {}) =>
    createSchedule({
      ...{ layout, cron: '0 3 * * *', timeZone: 'Europe/Berlin', idleMs: 10 * MINUTE, passes: PASSES },
      async run({ passes }: RunAsked) {
        ran.push(...passes)
        return passes.map(outcome)
      },
      activeAt: () => active,
      now: () => new Date(now),
      log: (_part, message) => void logged.push(message),
      ...given,
    })
  return {
    ...{ layout, ran, logged, outcome, process },
    to(iso: string) {
      now = Date.parse(iso)
    },
    work() {
      active = new Date(now)
    },
  }
}

test('it runs when the time has come in its time zone, and once', async () => {
  const { process, ran, to, logged } = useHome()
  const schedule = process()
  expect(await schedule.look(NEVER)).toEqual({ kind: 'waits', until: new Date('2026-11-23T02:00:00Z') })
  to('2026-11-23T01:59:00Z')
  expect(await schedule.look(NEVER)).toMatchObject({ kind: 'waits' })
  expect(ran).toEqual([])
  to('2026-11-23T02:00:30Z')
  expect(await schedule.look(NEVER)).toEqual({ kind: 'ran' })
  expect(await schedule.look(NEVER)).toEqual({ kind: 'waits', until: new Date('2026-11-24T02:00:00Z') })
  expect(ran).toEqual(PASSES)
  expect(logged).toEqual([
    'scheduled: gap: skipped, there is nothing to do',
    'scheduled: summarize: skipped, there is nothing to do',
  ])
})

test('what was missed while nothing ran is caught up once, by whatever process comes', async () => {
  const { process, ran, to } = useHome()
  await process().look(NEVER)
  to('2026-11-29T15:00:00Z')
  expect(await process().look(NEVER)).toEqual({ kind: 'ran' })
  expect(await process().look(NEVER)).toMatchObject({ kind: 'waits' })
  expect(ran).toEqual(PASSES)
})

test('it waits while somebody is at work', async () => {
  const { process, ran, to, work } = useHome()
  const schedule = process()
  await schedule.look(NEVER)
  to('2026-11-23T02:00:30Z')
  work()
  expect(await schedule.look(NEVER)).toEqual({ kind: 'at-work' })
  to('2026-11-23T02:11:00Z')
  expect(await schedule.look(NEVER)).toEqual({ kind: 'ran' })
  expect(ran).toEqual(PASSES)
})

test('of several processes that look at once, one runs', async () => {
  const { process, ran, to } = useHome()
  await process().look(NEVER)
  to('2026-11-23T02:00:30Z')
  const looked = await Promise.all([process(), process(), process(), process()].map((each) => each.look(NEVER)))
  expect(looked.filter(({ kind }) => kind === 'ran')).toHaveLength(1)
  expect(ran).toEqual(PASSES)
})

test('long after the last run, of several that look at once one runs, however long it takes', async () => {
  const { process, to, outcome } = useHome()
  await process().look(NEVER)
  to('2026-11-23T02:00:30Z')
  await process().look(NEVER)
  to('2026-11-24T02:00:30Z')
  const begun: PassName[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const run: ScheduleParts['run'] = async ({ passes: [pass] }) => {
    begun.push(pass!)
    await finished
    return [outcome(pass!)]
  }
  let elsewhere = 0
  const looks = [1, 2, 3, 4].map(async () => {
    const { kind } = await process({ run, leaseMs: 1 }).look(NEVER)
    if (kind === 'elsewhere') elsewhere++
    return kind
  })
  await expect.poll(() => elsewhere, SOON).toBe(3)
  finish()
  expect((await Promise.all(looks)).sort()).toEqual(['elsewhere', 'elsewhere', 'elsewhere', 'ran'])
  expect(begun).toEqual(PASSES)
})

test('the end of a server cuts a run off, and the next one goes on with the passes that are left', async () => {
  const { process, ran, to, outcome } = useHome()
  await process().look(NEVER)
  to('2026-11-23T02:00:30Z')
  const ending = new AbortController()
  const cut = process({
    async run({ passes: [pass] }) {
      if (pass === 'gap') return [outcome('gap')]
      ending.abort(new SkillError('busy', 'the server stops', 'Wait.'))
      return [{ pass: 'summarize', kind: 'failed', cycleId: null, reason: 'the server stops' }]
    },
  })
  expect(await cut.look(ending.signal)).toEqual({ kind: 'ended' })
  const next = process()
  expect((await next.state()).state?.run).toMatchObject({ endedAt: null, outcomes: [{ pass: 'gap' }] })
  expect(await next.look(NEVER)).toEqual({ kind: 'ran' })
  expect(ran).toEqual(['summarize'])
  expect((await next.state()).state?.run).toMatchObject({
    tries: 2,
    outcomes: [{ pass: 'gap' }, { pass: 'summarize' }],
  })
})

test('the lock of a host that is gone keeps nobody for ever', async () => {
  const { process, ran, to, layout } = useHome()
  await process().look(NEVER)
  to('2026-11-23T02:00:30Z')
  const cut = process({ run: () => Promise.reject(new Error('killed')) })
  await expect(cut.look(NEVER)).rejects.toThrow('killed')
  await makeFolder(layout.leases)
  const holder = { token: 'gone', ...ownIdentity(), host: 'another-host', expiresAt: '2026-11-23T02:00:38Z' }
  writeFileSync(`${layout.leases}/schedule.lock`, JSON.stringify(holder))
  expect(await process().look(NEVER)).toEqual({ kind: 'elsewhere' })
  to(new Date(Date.parse('2026-11-23T02:00:30Z') + SILENT_MS_MAX + 1).toISOString())
  expect(await process({ leaseMs: 50 }).look(NEVER)).toEqual({ kind: 'ran' })
  expect(ran).toEqual(PASSES)
})

test('another schedule counts anew, and its state is not that of the former one', async () => {
  const { process, ran, to } = useHome()
  await process().look(NEVER)
  to('2026-11-25T12:00:00Z')
  const other = process({ cron: '0 * * * *' })
  expect(await other.state()).toEqual({ state: null, nextAt: new Date('2026-11-25T13:00:00Z') })
  expect(await other.look(NEVER)).toEqual({ kind: 'waits', until: new Date('2026-11-25T13:00:00Z') })
  expect(ran).toEqual([])
})

test('closing ends a run that is under way and waits for it', async () => {
  const { process, to } = useHome()
  await process().look(NEVER)
  to('2026-11-23T02:00:30Z')
  let begun = () => {}
  const running = new Promise<void>((resolve) => {
    begun = resolve
  })
  const schedule = process({
    run: ({ signal, passes: [pass] }) =>
      new Promise((resolve) => {
        begun()
        const failed: PassRun = { pass: pass!, kind: 'failed', cycleId: null, reason: 'ended' }
        signal?.addEventListener('abort', () => resolve([failed]))
      }),
  })
  const kept = keepSchedule(schedule, () => {}, { firstMs: 1 })
  await running
  await kept.close()
  expect((await schedule.state()).state?.run).toMatchObject({ endedAt: null, outcomes: [] })
})
