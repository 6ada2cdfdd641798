// Goal: statistics are a fold of the journal that may be thrown away at any time, and never count twice.
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { smallDocument } from '../../src/store/small-document.ts'
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
  return { stats, load }
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
