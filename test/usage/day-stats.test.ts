// Goal: what is counted by day is what stands in the journal and the ledger, read once each, also when a file was swapped.
import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { openDayStats } from '../../src/usage/day-stats.ts'
import { NOW } from '../support/builders.ts'
import { tempHome } from '../support/temp-home.ts'

let ids = 0
function open(layout: HomeLayout) {
  const clock = { now: () => new Date(NOW), newId: () => `id-${++ids}` }
  const journal = openFileJournal(layout, clock, (error) => {
    throw error
  })
  onTestFinished(() => journal.close())
  const stats = openDayStats({ journal, now: clock.now })
  const load = (session: string, skillName: string) =>
    journal.append(session, { event: 'loaded', actor: 'agent', skillName, version: 1, how: 'by-name' })
  const archive = (name: string) =>
    journal.appendLedger({ event: 'skill-archived', actor: 'operator', name, version: 1, digest: 'd' })
  const today = async (name?: string) => (await stats({ days: 1, name }))[0]!
  return { load, archive, today }
}

test('counts what came, and from then on only what is new', async () => {
  const { load, archive, today } = open(tempHome())
  expect(await today()).toMatchObject({ day: NOW.slice(0, 10), loads: 0, archived: 0, sessions: 0 })
  await load('s1', 'mail')
  await archive('post')
  expect(await today()).toMatchObject({ loads: 1, archived: 1, sessions: 1 })
  await load('s1', 'mail')
  await load('s2', 'post')
  expect(await today()).toMatchObject({ loads: 3, archived: 1, sessions: 2 })
  expect(await today('post')).toMatchObject({ loads: 1 })
})

test('another process that reads the same counts the same, and callers at once count nothing twice', async () => {
  const layout = tempHome()
  const { load, today } = open(layout)
  for (const session of ['s1', 's2', 's3']) await load(session, 'mail')
  const all = await Promise.all([today(), today(), open(layout).today()])
  expect(all.map(({ loads }) => loads)).toEqual([3, 3, 3])
})

test('a stream that shrank is counted anew, with the ledger beside it', async () => {
  const layout = tempHome()
  const { load, archive, today } = open(layout)
  await load('s1', 'mail')
  await load('s2', 'mail')
  await archive('post')
  expect(await today()).toMatchObject({ loads: 2, archived: 1 })
  truncateSync(join(layout.usage, 's1.jsonl'), 0)
  expect(await today()).toMatchObject({ loads: 1, archived: 1 })
  rmSync(join(layout.usage, 's1.jsonl'))
  expect(await today()).toMatchObject({ loads: 1, archived: 1 })
})
