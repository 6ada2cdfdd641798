// Two server processes on one home: whatever is told to whichever, each binding fires once for it; the one that is killed
// leaves nothing undone that the other does not do.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { createEventWriter } from '../../src/journal/event-writer.ts'
import { binding, journalOn } from '../support/fire-home.ts'
import { forThisTest, startHttpServer } from '../support/server-process.ts'
import { SOON } from '../support/soon.ts'
import { tempFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const ROUNDS = 12

async function plantedHome() {
  const home = tempFolder()
  const layout = homeLayout(home)
  mkdirSync(layout.cortex, { recursive: true })
  writeSkill(home, 'deploy', '# Deploy\n\nPush it.\n', { summary: 'Deploy' })
  const since = { since: new Date().toISOString(), createdAt: new Date().toISOString() }
  const bindings = [
    binding('brings', 'tool.called', { kind: 'inject_context', text: 'Look out' }, since),
    binding('emits', 'tool.called', { kind: 'emit_event', type: 'custom.called', payload: {} }, since),
    binding('tells', 'custom.*', { kind: 'notify', text: null }, since),
  ]
  writeFileSync(layout.bindings, JSON.stringify({ bindings }))
  const fired = async () => {
    const journal = journalOn(layout)
    const { events } = await journal.readLedger(0)
    return events.flatMap((event) => (event.event === 'binding-fired' ? [`${event.binding} ${event.eventId}`] : []))
  }
  return { home, layout, fired }
}

async function tell(url: string, session: string, tool: string): Promise<void> {
  const body = JSON.stringify({ events: [{ event: 'tool-called', session, tool, ok: true }] })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/events`, { method: 'POST', headers, body })
  expect(await reply.json()).toMatchObject({ taken: 1 })
}

async function recalled(url: string, home: string, session: string): Promise<string[]> {
  const token = readFileSync(homeLayout(home).operatorToken, 'utf8').trim()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ message: 'hello there', session })
  const reply = await fetch(`${url}/api/recall`, { method: 'POST', headers, body })
  const { context } = (await reply.json()) as { context: { text: string }[] }
  return context.map(({ text }) => text)
}

test('both servers and a hook tell at once: everything fires once', async () => {
  const { home, layout, fired } = await plantedHome()
  const [one, other] = [await forThisTest(startHttpServer(home)), await forThisTest(startHttpServer(home))]
  const hook = createEventWriter(layout, { now: () => new Date(), newId: () => crypto.randomUUID() })
  const told: Promise<void>[] = []
  for (let i = 0; i < ROUNDS; i++) {
    told.push(tell(one.url, `s${i}`, 'a'), tell(other.url, `s${i}`, 'b'))
    hook.append(`s${i}`, { event: 'tool-called', actor: 'system', tool: 'c', ok: true })
  }
  await Promise.all(told)
  await expect.poll(async () => (await fired()).length, SOON).toBeGreaterThanOrEqual(9 * ROUNDS)
  // Three for each session, whoever of the two is asked.
  const counts = []
  for (let i = 0; i < ROUNDS; i++) {
    const texts = [...(await recalled(one.url, home, `s${i}`)), ...(await recalled(other.url, home, `s${i}`))]
    counts.push(texts.filter((text) => text.includes('Look out')).length)
  }
  expect(counts).toEqual(Array.from({ length: ROUNDS }, () => 3))
  const all = await fired()
  expect([all.length, new Set(all).size]).toEqual([9 * ROUNDS, 9 * ROUNDS])
})

test('a server that is killed while it fires is made up for, and by one that starts later too', async () => {
  const { home, fired } = await plantedHome()
  const first = await forThisTest(startHttpServer(home))
  await Promise.all(Array.from({ length: ROUNDS }, (_, i) => tell(first.url, 's', `tool ${i}`)))
  await expect.poll(async () => (await fired()).length, SOON).toBeGreaterThan(0)
  await first.stop()
  const second = await forThisTest(startHttpServer(home))
  await expect.poll(async () => (await fired()).length, SOON).toBeGreaterThanOrEqual(3 * ROUNDS)
  await recalled(second.url, home, 's')
  const all = await fired()
  expect([all.length, new Set(all).size]).toEqual([3 * ROUNDS, 3 * ROUNDS])
})
