// Work orders from begin to report: who may answer and until when, what the same answer brings the second time, and what
// several processes on one home may do at once.
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { ORDER_LEASE_MS } from '../../src/cycles/engine.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { startChild } from '../support/child-process.ts'
import { CLIENT, type CycleHomeOptions, contentOf, EXECUTOR, mailText, openCycleHome } from '../support/cycle-home.ts'
import type { ScriptedOutput } from '../support/scripted-pass.ts'
import { tempHome } from '../support/temp-home.ts'

/** Three skills of a client's. */
async function opened(options: CycleHomeOptions = {}, layout = tempHome()) {
  const home = await openCycleHome(layout, options)
  onTestFinished(home.close)
  for (const name of ['mail', 'post', 'tea']) {
    if (home.shelf.entry(name) === undefined)
      await home.library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
  }
  const begun = async (force = false) => (await home.engine.begin('consolidate', EXECUTOR, { force })).order!
  return { ...home, layout, begun }
}

const saving = (name: string, line: string): ScriptedOutput => ({
  saves: [{ name, content: mailText(line) }],
  archives: [],
})
const eventsOf = (layout: HomeLayout) =>
  readFileSync(layout.cycles, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event)

test('an order says what to do with what, and its answer becomes versions by the model that can be told apart', async () => {
  const { engine, begun, store, layout, ...home } = await opened()
  const order = await begun()
  expect(order).toMatchObject({ pass: 'consolidate', instructions: 'Do the pass consolidate.' })
  expect(order.context).toContain('## mail\n# Mail')
  expect(order.schema).toMatchObject({ type: 'object', required: ['saves', 'archives'] })
  const output = { ...saving('mail', 'Then wait.'), archives: [{ name: 'post', into: 'mail' }] }
  const report = await engine.submit(order.cycleId, output)
  const reason = 'as the script says'
  expect(report).toEqual({
    applied: [
      { kind: 'save', name: 'mail', version: 2, draft: false, created: false, reason },
      { kind: 'archive', name: 'post', version: 1, draft: false, created: false, reason },
    ],
    refused: [],
    moreRefused: 0,
  })
  expect(await contentOf(home, 'mail')).toBe(mailText('Then wait.'))
  expect((await store.record('mail'))!.versions.map(({ actor }) => actor)).toEqual(['agent', 'model'])
  expect(await store.record('post')).toMatchObject({ lifecycle: 'archived', supersededBy: 'mail' })
  expect(await engine.cycles()).toMatchObject([{ id: order.cycleId, status: 'applied', author: 'client', report }])
  expect(eventsOf(layout)).toEqual(['begun', 'submitted', 'doing', 'did', 'doing', 'did', 'applied'])
})

test.each<[what: string, sent: (output: ScriptedOutput) => unknown]>([
  ['an object', (output) => output],
  ['text', (output) => JSON.stringify(output)],
  [
    'a fenced block after thoughts',
    (output) => `<think>Hm {"saves"}.</think>Here:\n\`\`\`json\n${JSON.stringify(output)}\n\`\`\``,
  ],
])('the same answer once more, as %s, is the same report and changes nothing', async (_, sent) => {
  const { engine, begun, store, layout } = await opened()
  const { cycleId } = await begun()
  const output = sent({ ...saving('mail', 'Then wait.'), archives: [{ name: 'none', into: 'mail' }] })
  const first = await engine.submit(cycleId, output)
  expect([first.applied.length, first.refused.length]).toEqual([1, 1])
  const before = [readFileSync(layout.cycles, 'utf8'), await store.record('mail')]
  expect(await engine.submit(cycleId, output)).toEqual(first)
  expect([readFileSync(layout.cycles, 'utf8'), await store.record('mail')]).toEqual(before)
  // Also for whoever starts anew; another answer is none.
  const again = await opened({}, layout)
  expect(await again.engine.submit(cycleId, output)).toEqual(first)
  await expect(again.engine.submit(cycleId, saving('mail', 'Or not.'))).rejects.toMatchObject({ code: 'conflict' })
})

test.each<[what: string, laterMs: number, isTaken: boolean]>([
  ['in the last moment', ORDER_LEASE_MS - 60_000, true],
  ['when its lease is over', ORDER_LEASE_MS, false],
  ['long after', 30 * 24 * 3_600_000, false],
  ['when the clock went back a little', -60_000, true],
  ['when the clock went back by a day', -24 * 3_600_000, false],
])('an answer that comes %s', async (_, laterMs, isTaken) => {
  let time = Date.parse('2026-05-01T10:00:00.000Z')
  const { engine, begun, layout, ...home } = await opened({ now: () => new Date(time) })
  const order = await begun()
  expect(order.leaseUntil).toBe('2026-05-01T10:10:00.000Z')
  time += laterMs
  const answer = engine.submit(order.cycleId, saving('mail', 'Then wait.'))
  if (isTaken) {
    expect((await answer).applied).toHaveLength(1)
    return
  }
  await expect(answer).rejects.toMatchObject({ code: 'conflict', fix: 'Nothing was applied; begin a new one.' })
  expect(await contentOf(home, 'mail')).toBe(mailText('By mail.'))
  expect((await engine.cycles())[0]).toMatchObject({ status: 'failed', reason: 'nobody answered in time' })
  expect(eventsOf(layout)).toEqual(['begun', 'failed'])
  // The pass is free again, and what comes late stays refused.
  expect((await begun()).cycleId).not.toBe(order.cycleId)
  await expect(engine.submit(order.cycleId, saving('mail', 'Late.'))).rejects.toMatchObject({ code: 'conflict' })
})

test('nobody answers a cycle that was never begun, and nothing of the other is written for it', async () => {
  const { engine } = await opened()
  for (const id of ['none', '__proto__', 'a'.repeat(10_000), '../../x']) {
    const error = await engine.submit(id, saving('mail', 'Hm.')).catch((reason: Error) => reason)
    expect(error).toMatchObject({ code: 'not-found' })
    expect((error as Error).message.length).toBeLessThan(200)
  }
  expect(await engine.cycles()).toEqual([])
})

test('a pass that is being answered is busy by name, left out without one, and free when it is given up', async () => {
  const { engine, begun } = await opened()
  const { cycleId, leaseUntil } = await begun()
  const busy = { code: 'busy', message: expect.stringContaining(`client is at it until ${leaseUntil}`) }
  await expect(engine.begin('consolidate', EXECUTOR, { force: true })).rejects.toMatchObject(busy)
  const none = await engine.begin(undefined, EXECUTOR)
  expect(none).toEqual({
    order: undefined,
    skipped: [{ pass: 'consolidate', reason: expect.stringContaining('client is at it') }],
  })
  expect((await engine.due()).due).toEqual([])
  await engine.abandon(cycleId, 'the client went away')
  expect((await engine.due()).due).toEqual(['consolidate'])
  await expect(engine.submit(cycleId, saving('mail', 'Late.'))).rejects.toMatchObject({ code: 'conflict' })
  await begun()
})

test('two answers at once to one cycle: the same one is one report, another is refused whole', async () => {
  const { engine, begun, store, ...home } = await opened()
  const first = await begun()
  const [one, two] = await Promise.all([1, 2].map(() => engine.submit(first.cycleId, saving('mail', 'Once.'))))
  expect(one).toEqual(two)
  expect((await store.record('mail'))!.versions).toHaveLength(2)
  const second = await begun()
  const settled = await Promise.allSettled(
    ['tea', 'post'].map((name) => engine.submit(second.cycleId, saving(name, 'At once.'))),
  )
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect([await contentOf(home, 'tea'), await contentOf(home, 'post')]).toEqual([
    mailText('At once.'),
    mailText('By post.'),
  ])
})

test('who looks at the cycles at once from many places reads each line once', async () => {
  const { engine, begun, layout } = await opened()
  const { cycleId } = await begun()
  await expect(engine.submit(cycleId, 'no')).rejects.toMatchObject({ code: 'bad-input' })
  const other = await opened({}, layout)
  const looks = await Promise.all(Array.from({ length: 20 }, () => other.engine.cycles()))
  expect(looks.map(([cycle]) => cycle!.unread)).toEqual(looks.map(() => 1))
  expect((await other.engine.submit(cycleId, saving('mail', 'Better.'))).applied).toHaveLength(1)
})

type Told = { done?: unknown; refused?: string }

test('two processes begin one pass at the same moment: one has the order, for the other it is busy', async () => {
  const { layout, ...home } = await opened()
  const children = [startChild('cycle', layout.home, '0'), startChild('cycle', layout.home, '0')]
  for (const child of children) expect(await child.heard()).toBe('ready')
  const told = (await Promise.all(children.map((child) => child.ask({ begin: true })))) as Told[]
  expect(told.map(({ refused }) => refused ?? 'order').sort()).toEqual(['busy', 'order'])
  const order = told.find(({ done }) => done != null)!.done as { cycleId: string }
  // What another process has begun is answered here, and by the processes at once.
  const output = saving('mail', 'Across processes.')
  const reports = await Promise.all([
    home.engine.submit(order.cycleId, output),
    ...children.map(async (child) => ((await child.ask({ submit: order.cycleId, output })) as Told).done),
  ])
  expect(reports[0]).toMatchObject({ applied: [{ name: 'mail', version: 2 }] })
  expect(reports).toEqual([reports[0], reports[0], reports[0]])
  expect((await home.store.record('mail'))!.versions).toHaveLength(2)
})
