// Goal: statistics are a fold of the journal that may be thrown away at any time, and never count twice.
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Outcome } from '../../src/domain/outcomes.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { smallDocument } from '../../src/store/small-document.ts'
import { OWN_EVENTS_MAX } from '../../src/usage/own-events.ts'
import { checkpointSchema, noCheckpoint, openUsageStats } from '../../src/usage/usage-stats.ts'
import { NOW } from '../support/builders.ts'
import { tempHome } from '../support/temp-home.ts'

let ids = 0
function open(layout: HomeLayout) {
  const clock = { now: () => new Date(NOW), newId: () => `id-${++ids}` }
  const journal = openFileJournal(layout, clock, (error) => {
    throw error
  })
  onTestFinished(() => journal.close())
  const document = smallDocument(layout.usageStats, checkpointSchema, noCheckpoint)
  const stats = openUsageStats(journal, document, clock.now)
  const load = (session: string, skillName: string) =>
    journal.append(session, { event: 'loaded', actor: 'agent', skillName, version: 1, how: 'by-name' })
  const recall = (session: string, ...skills: string[]) =>
    journal.append(session, { event: 'recalled', actor: 'agent', skills, related: [], confidence: 1, blockChars: 9 })
  const report = (session: string, skill: string, outcome: Outcome, key?: string) =>
    journal.append(session, { event: 'outcome', actor: 'agent', skill, outcome, key })
  return { stats, load, recall, report }
}

test('counts what is in the journal, also what came since the last time', async () => {
  const { stats, load } = open(tempHome())
  expect(stats.of('mail')).toBeUndefined()
  await load('s1', 'mail')
  await load('s2', 'mail')
  await stats.level()
  expect(stats.of('mail')).toEqual({ loads: 2, lastUsedAt: NOW })
  await load('s1', 'mail')
  await stats.level()
  expect(stats.of('mail')?.loads).toBe(3)
  expect(await stats.report(30)).toMatchObject({ loads: 3, sessions: 2, skippedLines: 0 })
})

test('knows a load of this process before it is read back, and counts it once', async () => {
  const { stats, load } = open(tempHome())
  await stats.level()
  stats.note(await load('s1', 'mail'))
  expect(stats.of('mail')?.loads).toBe(1)
  await stats.level()
  expect(stats.of('mail')?.loads).toBe(1)
})

test('pairs what one session loaded, and nothing that was called without a session', async () => {
  const { stats, load } = open(tempHome())
  for (const session of ['s1', 'stateless-2026-11-21']) for (const name of ['a', 'b']) await load(session, name)
  expect(await stats.report(30)).toMatchObject({
    ...{ loads: 4, sessions: 1 },
    together: [{ skills: ['a', 'b'], sessions: 1 }],
  })
})

test('goes on from what was saved, and starts anew when that is gone or damaged', async () => {
  const layout = tempHome()
  const first = open(layout)
  await first.load('s1', 'mail')
  await first.stats.level()
  await first.stats.save()
  await first.load('s1', 'mail')
  const loads = async () => {
    const { stats } = open(layout)
    await stats.level()
    return stats.of('mail')?.loads
  }
  expect(await loads()).toBe(2)
  writeFileSync(layout.usageStats, '{"cursors":')
  expect(await loads()).toBe(2)
  rmSync(layout.usageStats)
  expect(await loads()).toBe(2)
})

test("folds anew when a session's file was replaced by a shorter one", async () => {
  const layout = tempHome()
  const { stats, load } = open(layout)
  for (const name of ['mail', 'post', 'mail']) await load('s1', name)
  await stats.level()
  truncateSync(join(layout.usage, 's1.jsonl'))
  await load('s1', 'post')
  await stats.level()
  expect([stats.of('mail'), stats.of('post')?.loads]).toEqual([undefined, 1])
})

test('bad lines are counted once and harm nothing', async () => {
  const layout = tempHome()
  const { stats, load } = open(layout)
  await load('s1', 'mail')
  writeFileSync(join(layout.usage, 's1.jsonl'), 'garbage\n\0\0\n', { flag: 'a' })
  await load('s1', 'mail')
  for (const _ of [1, 2]) expect(await stats.report(30)).toMatchObject({ loads: 2, skippedLines: 2 })
})

test('knows its own recalls, loads and reports at once, and counts each once however often it reads', async () => {
  const { stats, load, recall, report } = open(tempHome())
  await stats.level()
  stats.note(await recall('s1', 'mail', 'post'))
  stats.note(await load('s1', 'mail'))
  stats.note(await report('s1', 'mail', 'success'))
  const funnel = { recalled: 1, lastRecalledAt: NOW, loads: 1, lastUsedAt: NOW, successes: 1, failures: 0 }
  expect(await stats.tally('mail')).toMatchObject(funnel)
  await stats.level()
  expect(await stats.tally('mail')).toMatchObject(funnel)
  expect(await stats.tally('post')).toMatchObject({ recalled: 1, loads: 0, successes: 0 })
  stats.note(await report('s1', 'mail', 'runtime_error', 'again'))
  expect(await stats.tally('mail')).toMatchObject({ successes: 1, failures: 1 })
})

test('an event that is read before it is noted counts once', async () => {
  const { stats, load, recall } = open(tempHome())
  const [recalled, loaded] = [await recall('s1', 'mail'), await load('s1', 'mail')]
  await stats.level()
  stats.note(recalled)
  stats.note(loaded)
  expect(await stats.tally('mail')).toMatchObject({ recalled: 1, loads: 1 })
})

test('more own events than are kept: nothing is lost', async () => {
  const { stats, recall } = open(tempHome())
  await stats.level()
  for (let i = 0; i < OWN_EVENTS_MAX + 3; i++) stats.note(await recall('s1', 'mail'))
  expect((await stats.tally('mail')).recalled).toBe(1_003)
})

test('outcomes are the same after the fold was deleted, damaged, or is of a former form', async () => {
  const layout = tempHome()
  const first = open(layout)
  await first.report('s1', 'mail', 'success', 'k')
  await first.report('s2', 'mail', 'success')
  await first.stats.level()
  await first.stats.save()
  await first.report('s1', 'mail', 'task_mismatch', 'k')
  await first.recall('s3', 'mail')
  const tally = () => open(layout).stats.tally('mail')
  const known = await tally()
  expect(known).toMatchObject({ recalled: 1, successes: 1, failures: 1, lastOutcome: { outcome: 'task_mismatch' } })
  for (const spoil of [
    () => writeFileSync(layout.usageStats, '{"cursors":{"s1":1},"state":{"totals":{},"recent":[],"skipped":0}}'),
    () => writeFileSync(layout.usageStats, '{"cursors":'),
    () => rmSync(layout.usageStats),
  ]) {
    spoil()
    expect(await tally()).toEqual(known)
  }
})

test("a report in a stream of calls without a session counts, and a later one is another's", async () => {
  const { stats, report } = open(tempHome())
  await report('stateless-2026-11-21', 'mail', 'success')
  await report('stateless-2026-11-21', 'mail', 'runtime_error')
  expect(await stats.tally('mail')).toMatchObject({ successes: 1, failures: 1 })
})

test('verdicts are told at once, without a look at the journal, and count once after a restart', async () => {
  const layout = tempHome()
  const { stats, report } = open(layout)
  await stats.level()
  expect(stats.verdicts('mail')).toBeUndefined()
  stats.note(await report('s1', 'mail', 'runtime_error'))
  stats.note(await report('s2', 'mail', 'api_error'))
  expect(stats.verdicts('mail')).toEqual({ successes: 0, failures: 1 })
  await stats.save()
  const again = open(layout).stats
  await again.level()
  expect(again.verdicts('mail')).toEqual({ successes: 0, failures: 1 })
})
