// Goal: what is reported of skills moves them on a real home, again and again, and nothing else does.
// Method: a real library, a journal that is really folded, and a clock that the test turns.
import { expect, test } from 'vitest'
import type { Outcome } from '../../src/domain/outcomes.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { type HealthJobParts, healthChore, runHealthJob } from '../../src/library/health-job.ts'
import { smallDocument } from '../../src/store/small-document.ts'
import { checkpointSchema, noCheckpoint, openUsageStats } from '../../src/usage/usage-stats.ts'
import { AGENT, OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

const START = Date.parse('2026-11-21T10:00:00.000Z')
const DAY_MS = 86_400_000

async function openJob(layout: HomeLayout = tempHome(), shipped: string[] = []) {
  let time = START
  // Every look at the clock is a millisecond later, so that nothing happens at the same time.
  const now = () => {
    time += 1
    return new Date(time)
  }
  const opened = await openLibrary(layout, { now, isShipped: ({ name }) => shipped.includes(name) })
  const { shelf, library, review, journal } = opened
  const stats = openUsageStats(journal, smallDocument(layout.usageStats, checkpointSchema, noCheckpoint), now)
  const tallyOf = async (name: string) => {
    await stats.level()
    return stats.tally(name)
  }
  const parts: HealthJobParts = {
    ...{ level: shelf.lookAround, entries: shelf.entries, tallyOf, now },
    ...{ step: review.step, archive: library.archive },
  }
  let reports = 0
  return {
    ...opened,
    layout,
    parts,
    pass(days: number) {
      time += days * DAY_MS
    },
    async report(skill: string, ...outcomes: Outcome[]) {
      for (const outcome of outcomes) {
        reports += 1
        await journal.append('s', { event: 'outcome', actor: 'agent', skill, outcome, key: `k${time}-${reports}` })
      }
    },
    async run(request = { isDryRun: false }) {
      const { steps } = await runHealthJob(parts, request)
      return steps.map(({ name, step, outcome }) => `${step} ${name} ${outcome.kind}`)
    },
    states: () => Object.fromEntries(shelf.entries().map(({ skill, lifecycle }) => [skill.name, lifecycle])),
  }
}

const FAILURES = Array<Outcome>(5).fill('runtime_error')
const SUCCESSES = Array<Outcome>(3).fill('success')

test('failures degrade, three successes bring it back, and runs in between change nothing', async () => {
  const { library, report, run, states, journal, shelf } = await openJob()
  await library.save('tea', { content: 'Boil the water.' }, AGENT)
  await report('tea', ...FAILURES.slice(1), 'auth_error', 'cancelled')
  expect(await run()).toEqual([])
  await report('tea', 'task_mismatch')
  expect(await run()).toEqual(['degrade tea done'])
  for (let round = 0; round < 3; round++) {
    expect([await run(), await run(), states()]).toEqual([[], [], { tea: 'degraded' }])
    await report('tea', 'success', 'success', 'api_error')
    expect(await run()).toEqual([])
    await report('tea', 'success')
    expect(await run()).toEqual(['recover tea done'])
    expect([await run(), await run(), states()]).toEqual([[], [], { tea: 'candidate' }])
    await report('tea', ...FAILURES)
    expect(await run()).toEqual(['degrade tea done'])
  }
  expect(shelf.entry('tea')?.record?.lastStep).toMatchObject({ cause: 'degrade', from: 'candidate', actor: 'system' })
  const { events } = await journal.readLedger(0)
  const steps = events.flatMap((event) => (event.event === 'skill-stepped' ? [`${event.actor} ${event.cause}`] : []))
  expect(steps).toEqual([...Array(3).fill(['system degrade', 'system recover']).flat(), 'system degrade'])
  expect(events.find(({ event }) => event === 'skill-stepped')).toMatchObject({ note: '5 of 5 reported uses failed' })
})

test('successes of before it was degraded do not bring it back', async () => {
  const { library, report, run, states } = await openJob()
  await library.save('tea', { content: 'Boil the water.' }, AGENT)
  await report('tea', ...FAILURES, 'success', 'success')
  expect(await run()).toEqual(['degrade tea done'])
  await report('tea', 'success', 'success')
  expect([await run(), states()]).toEqual([[], { tea: 'degraded' }])
  await report('tea', 'success')
  expect([await run(), states()]).toEqual([['recover tea done'], { tea: 'candidate' }])
})

test('a skill that a person promoted comes back to where the person had put it', async () => {
  const { library, review, report, run, states } = await openJob()
  await library.save('tea', { content: 'Boil the water.' }, AGENT)
  await review.step('tea', 'promote', OPERATOR)
  await report('tea', ...FAILURES)
  expect([await run(), states()]).toEqual([['degrade tea done'], { tea: 'degraded' }])
  await review.step('tea', 'promote', OPERATOR)
  expect([await run(), states()]).toEqual([[], { tea: 'verified' }])
  await report('tea', 'runtime_error')
  expect(await run()).toEqual(['degrade tea done'])
  await report('tea', ...SUCCESSES)
  expect([await run(), states()]).toEqual([['recover tea done'], { tea: 'verified' }])
})

test("a person's skill is flagged, a starter and a pinned skill are left, and none is touched", async () => {
  const { library, review, report, parts, states, store } = await openJob(undefined, ['shipped'])
  await library.save('mine', { content: 'Boil the water.' }, OPERATOR)
  await library.save('shipped', { content: 'Warm the pot.' }, AGENT)
  await library.save('pinned', { content: 'Wait for a while.' }, AGENT)
  await review.pin('pinned', true, OPERATOR)
  for (const name of ['mine', 'shipped', 'pinned']) await report(name, ...FAILURES)
  const records = await store.records()
  const told = await runHealthJob(parts, { isDryRun: false })
  expect(told.steps).toEqual([])
  expect(told.flagged.map(({ name, why }) => `${name} ${why}`)).toEqual(['mine failing'])
  expect(told.left.map(({ name, why }) => `${name} ${why}`)).toEqual([
    'mine human-written',
    'pinned pinned',
    'shipped builtin',
  ])
  expect(states()).toEqual({ mine: 'released', pinned: 'candidate', shipped: 'candidate' })
  expect(await store.records()).toEqual(records)
})

test('what nobody uses is deprecated, and archived after sixty days; its text can come back', async () => {
  const { library, review, run, states, pass } = await openJob()
  await library.save('old', { content: 'Boil the water.' }, AGENT)
  await library.save('mine', { content: 'Warm the pot.' }, OPERATOR)
  await library.save('needed', { content: 'Fold three times.' }, AGENT)
  await library.save('letter', { content: 'Seal it.', dependsOn: ['needed'] }, OPERATOR)
  pass(101)
  expect([await run(), states().old]).toEqual([['deprecate old done'], 'deprecated'])
  pass(59)
  expect(await run()).toEqual([])
  pass(1.5)
  expect([await run(), states()]).toEqual([
    ['archive old done'],
    { letter: 'released', mine: 'released', needed: 'candidate' },
  ])
  expect(await library.restore('old', undefined, OPERATOR)).toMatchObject({ changed: true })
  expect([await run(), states().old]).toEqual([[], 'candidate'])
  await review.step('old', 'deprecate', OPERATOR)
  pass(61)
  expect(await run()).toEqual(['archive old done'])
})

test('a dry run tells the same and changes nothing', async () => {
  const { library, report, run, states, store, journal } = await openJob()
  await library.save('tea', { content: 'Boil the water.' }, AGENT)
  await report('tea', ...FAILURES)
  const before = [await store.record('tea'), await journal.readLedger(0)]
  expect(await run({ isDryRun: true })).toEqual(['degrade tea planned'])
  expect([await store.record('tea'), await journal.readLedger(0)]).toEqual(before)
  expect([await run(), states()]).toEqual([['degrade tea done'], { tea: 'degraded' }])
})

test('two that run at once take each step once, and none of them fails', async () => {
  const first = await openJob()
  const second = await openJob(first.layout)
  const names = ['a', 'b', 'c', 'd']
  for (const name of names) await first.library.save(name, { content: `Do ${name}.` }, AGENT)
  for (const name of names) await first.report(name, ...FAILURES)
  const ended = (await Promise.all([first.run(), second.run()])).flat().sort()
  expect(ended.filter((line) => line.endsWith(' done'))).toEqual(names.map((name) => `degrade ${name} done`))
  expect(ended.filter((line) => line.endsWith(' failed'))).toEqual([])
  const { events } = await first.journal.readLedger(0)
  expect(events.filter(({ event }) => event === 'skill-stepped')).toHaveLength(4)
  // What the other one did is seen, and not tried again.
  expect([await first.run(), await second.run()]).toEqual([[], []])
})

test('a step that fails does not stop the others, and is told; what was changed meanwhile is no failure', async () => {
  const { library, review, report, parts, states } = await openJob()
  for (const name of ['a', 'b', 'c']) {
    await library.save(name, { content: `Do ${name}.` }, AGENT)
    await report(name, ...FAILURES)
  }
  const step: HealthJobParts['step'] = async (name, cause, caller, why) => {
    if (name === 'a') throw new SkillError('storage', 'the disk is full', 'Make room.')
    if (name === 'b') await review.pin('b', true, OPERATOR)
    return review.step(name, cause, caller, why)
  }
  const logged: string[] = []
  const chore = healthChore({ ...parts, step }, (part, message) => void logged.push(`${part}: ${message}`))
  await chore.run()
  expect([chore.firstAfterMs, chore.everyMs]).toEqual([600_000, 21_600_000])
  expect(states()).toEqual({ a: 'candidate', b: 'candidate', c: 'degraded' })
  expect(logged).toEqual([
    'health: degrade "a" failed: the disk is full',
    'health: degrade "c", now degraded: 5 of 5 reported uses failed',
  ])
})

test('near-duplicates are flagged once, but not those that were put away', async () => {
  const { library, review, parts } = await openJob()
  const content = 'Boil the water, warm the pot, wait four minutes.'
  for (const name of ['tea', 'cha', 'old-tea']) await library.save(name, { content }, AGENT)
  await review.step('old-tea', 'deprecate', OPERATOR)
  const { flagged, skills } = await runHealthJob(parts, { isDryRun: true })
  expect(flagged).toMatchObject([{ name: 'cha', of: 'tea', similarity: 1 }])
  expect(skills.map(({ name, numbers }) => `${name} ${numbers.redundancy}`)).toEqual([
    'cha 0.3',
    'old-tea 0',
    'tea 0.3',
  ])
  const one = await runHealthJob(parts, { isDryRun: true, only: 'tea' })
  expect([one.flagged, one.skills.map(({ name }) => name)]).toEqual([flagged, ['tea']])
})
