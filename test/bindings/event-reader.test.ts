// What has been read and what has fired, when files go, shrink or refuse: nothing fires twice, nothing is left out.
import { copyFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVENTS, firingOn, journalOn, plantFireHome } from '../support/fire-home.ts'
import { tempHome } from '../support/temp-home.ts'

type Layout = ReturnType<typeof tempHome>

async function planted(): Promise<Layout> {
  const layout = tempHome()
  await plantFireHome(layout)
  return layout
}

/** One process, from its start to its end. */
async function firedBy(layout: Layout): Promise<number> {
  const firing = firingOn(layout)
  await firing.run()
  await firing.close()
  return counted(layout)
}

async function counted(layout: Layout): Promise<number> {
  const { events } = await journalOn(layout).readLedger(0)
  const lines = events.flatMap((e) => (e.event === 'binding-fired' ? [`${e.binding} ${e.eventId}`] : []))
  expect(new Set(lines).size).toBe(lines.length)
  return lines.length
}

async function callAgain(layout: Layout): Promise<void> {
  const journal = journalOn(layout)
  await journal.append('s', { event: 'tool-called', actor: 'system', tool: 'again', ok: true })
  await journal.close()
}

test('the next process goes on where the last one stood', async () => {
  const layout = await planted()
  expect(await firedBy(layout)).toBe(3 * EVENTS)
  expect(await firedBy(layout)).toBe(3 * EVENTS)
  await callAgain(layout)
  expect(await firedBy(layout)).toBe(3 * EVENTS + 3)
})

test.each([
  ['gone', (layout: Layout) => rmSync(layout.bindingState)],
  ['damaged', (layout: Layout) => writeFileSync(layout.bindingState, '{"streams": 1')],
])('how far was read is %s: the ledger says what has fired', async (_, harm) => {
  const layout = await planted()
  await firedBy(layout)
  harm(layout)
  expect(await firedBy(layout)).toBe(3 * EVENTS)
  await callAgain(layout)
  expect(await firedBy(layout)).toBe(3 * EVENTS + 3)
})

test('a session that became shorter is not read again', async () => {
  const layout = await planted()
  await firedBy(layout)
  truncateSync(join(layout.usage, 's.jsonl'), 10)
  expect(await firedBy(layout)).toBe(3 * EVENTS)
})

test('a ledger that was replaced by a former one is counted anew', async () => {
  const layout = await planted()
  const former = join(layout.home, 'former.jsonl')
  await firedBy(layout)
  copyFileSync(layout.ledger, former)
  await callAgain(layout)
  await firedBy(layout)
  copyFileSync(former, layout.ledger)
  const firing = firingOn(layout)
  await firing.run()
  await firing.close()
  expect(firing.reader.firings().tallies).toMatchObject({ brings: { fired: EVENTS }, tells: { fired: EVENTS } })
})

test('a full disk in the midst: what was not written down fires later, and nothing twice', async () => {
  const layout = await planted()
  let lines = 0
  const firing = firingOn(layout, () => ++lines === 2)
  await expect(firing.run()).rejects.toThrow('the disk is full')
  expect(await counted(layout)).toBe(1)
  // Another process does the rest meanwhile.
  expect(await firedBy(layout)).toBe(3 * EVENTS)
  await firing.run()
  await firing.close()
  expect(await counted(layout)).toBe(3 * EVENTS)
  expect(firing.queue.waiting('s', new Date())).toHaveLength(EVENTS)
})
