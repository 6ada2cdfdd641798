// When bindings fire on a real server: conditions, order, cooldown, the guard against circles, what is too early, what may
// not come up.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { SOON } from '../support/soon.ts'
import { useBound } from './bound-server.ts'

test('all conditions must hold, and the highest priority goes first', async () => {
  const api = await useBound()
  const conditions = [
    { field: 'tool', op: 'equals', value: 'Bash' },
    { field: 'ok', op: 'equals', value: false },
  ]
  const low = await api.bind({ conditions, priority: 1 })
  const high = await api.bind({ conditions, priority: 5 })
  const any = await api.bind({ event: 'tool.*', conditions: [{ field: 'tool', op: 'matches', value: 'mcp__*__send' }] })
  await api.called('Bash')
  await api.called('Bash', { ok: false })
  await api.called('mcp__mail__send')
  await api.context()
  expect((await api.fired()).map(({ binding }) => binding)).toEqual([high, low, any])
})

test('a cooldown is kept over a restart of the server', async () => {
  const api = await useBound()
  const id = await api.bind({ cooldownSeconds: 3_600 })
  await api.called('Bash')
  await api.called('Bash')
  await api.context()
  expect(await api.fired()).toHaveLength(1)
  expect((await api.report()).status).toMatchObject({ total: 1, enabled: 1, activeCooldowns: 1 })
  await api.app.bindings.close()
  const after = await openApp({ flags: { home: api.home }, log: () => {}, serving: true })
  await after.takeEvents([{ event: 'tool-called', session: 's', tool: 'Bash', ok: true }], 'agent')
  await after.parts.recall({
    message: 'anything',
    session: 's',
    limit: 5,
    bodies: 0,
    force: false,
    why: false,
    actor: 'agent',
    wantsContext: true,
  })
  const { bindings } = await after.bindings.report()
  await after.close()
  expect(bindings).toMatchObject([{ id, fired: 1, cooldownUntil: expect.any(String) }])
})

test('A emits for B, B emits for A: A does not fire on what came of itself', async () => {
  const api = await useBound()
  const emits = (type: string) => ({ kind: 'emit_event', type })
  const first = await api.bind({ action: emits('custom.ping') })
  const a = await api.bind({ event: 'custom.ping', action: emits('custom.pong') })
  const b = await api.bind({ event: 'custom.pong', action: emits('custom.ping') })
  await api.called('Bash')
  await api.context()
  expect((await api.fired()).map(({ binding, type }) => [binding, type])).toEqual([
    [first, 'tool.called'],
    [a, 'custom.ping'],
    [b, 'custom.pong'],
  ])
})

test('after three in a row nothing more is emitted, and the log says so', async () => {
  const api = await useBound()
  await api.bind({ action: { kind: 'emit_event', type: 'custom.one' } })
  for (const [from, to] of [
    ['one', 'two'],
    ['two', 'three'],
    ['three', 'four'],
  ] as const) {
    await api.bind({ event: `custom.${from}`, action: { kind: 'emit_event', type: `custom.${to}` } })
  }
  await api.bind({ event: 'custom.four' })
  await api.called('Bash')
  await api.context()
  expect((await api.fired()).map(({ ok, result }) => [ok, result])).toEqual([
    [true, 'emitted custom.one'],
    [true, 'emitted custom.two'],
    [true, 'emitted custom.three'],
    [false, '3 bindings in a row led here: custom.four was not emitted'],
  ])
})

test('many bindings that feed each other end at a bound, and the log says so', async () => {
  const api = await useBound()
  for (let i = 0; i < 12; i++) {
    await api.bind({ event: i < 6 ? 'tool.called' : 'custom.*', action: { kind: 'emit_event', type: `custom.x${i}` } })
  }
  await api.called('Bash')
  const all = async () => (await api.report()).bindings.reduce((sum, { fired }) => sum + fired, 0)
  // 6 fire for the call, 6 for each of those, 5 for each of them, and so on: 942 without a bound.
  await expect.poll(all, SOON).toBe(401)
  const { events } = await api.app.journal.readLedger(0)
  const lines = events.filter((event) => event.event === 'binding-fired')
  expect(lines.every(({ path }) => new Set(path).size === path.length && path.length <= 4)).toBe(true)
})

test('a binding looks at nothing that was before it, nor at what was while it was switched off', async () => {
  const api = await useBound()
  await api.called('Before')
  const id = await api.bind({})
  await api.called('Told late', { timestamp: '2020-01-01T00:00:00.000Z' })
  await api.called('First')
  const patch = (enabled: boolean) => api.ask('PATCH /api/skills/bindings', { who: 'operator', body: { id, enabled } })
  await api.context()
  expect((await patch(false)).json).toMatchObject({ done: true, version: 2 })
  await api.called('While off')
  expect((await patch(true)).json).toMatchObject({ done: true, version: 3 })
  await api.called('Second')
  await api.context()
  const { events } = await api.app.journal.read('s', 0)
  const toolOf = new Map(events.flatMap((event) => (event.event === 'tool-called' ? [[event.id, event.tool]] : [])))
  const ledger = (await api.app.journal.readLedger(0)).events
  expect(ledger.flatMap((e) => (e.event === 'binding-fired' ? [toolOf.get(e.eventId)] : []))).toEqual([
    'First',
    'Second',
  ])
})

test('a skill that may not come up is not brought, and the log says why', async () => {
  const api = await useBound()
  const shown = await api.bind({ action: { kind: 'invoke_skill' } })
  const told = await api.bind({ skill: 'mail' })
  for (const name of ['deploy', 'mail']) await api.ask(`DELETE /api/skills?name=${name}`, { who: 'operator' })
  await api.called('Bash')
  expect(await api.context()).toEqual([])
  expect(await api.fired()).toMatchObject([
    { binding: shown, ok: false, result: 'no skill is named "deploy" now' },
    { binding: told, ok: true },
  ])
  expect((await api.report()).bindings).toMatchObject([{ summary: null }, { summary: null }])
})

test('a text that waits is not brought once its skill may come up no more', async () => {
  const api = await useBound()
  await api.bind({ action: { kind: 'inject_context', text: 'Old advice' } })
  await api.called('Bash')
  await expect.poll(async () => (await api.fired()).length, SOON).toBe(1)
  await api.ask('POST /api/skills/deprecate', { who: 'operator', body: { name: 'deploy' } })
  expect(await api.context()).toEqual([])
})

test('what waits in a session is bounded', async () => {
  const api = await useBound()
  await api.bind({ action: { kind: 'inject_context', text: 'Again' } })
  for (let i = 0; i < 21; i++) await api.called(`tool ${i}`)
  await expect.poll(async () => (await api.fired()).length, SOON).toBe(21)
  expect((await api.fired()).filter(({ ok }) => !ok)).toMatchObject([
    { result: '20 texts wait for the next recall already' },
  ])
})

test('a damaged list is told and never written over', async () => {
  const api = await useBound()
  await api.bind({})
  const path = homeLayout(api.home).bindings
  writeFileSync(path, '{"bindings": [{}]}')
  const { json } = await api.ask('GET /api/skills/bindings')
  expect(json.status).toMatchObject({ total: 0, fault: { code: 'bindings-damaged' } })
  await api.called('Bash')
  await api.context()
  await api.context()
  expect(api.logged.filter((line) => line.includes('cortex/bindings.json'))).toHaveLength(1)
  const body = { skill: 'deploy', event: 'tool.called', action: { kind: 'notify' } }
  const refused = await api.ask('POST /api/skills/bindings', { who: 'operator', body })
  expect(refused.json).toMatchObject({ code: 'damaged' })
  expect(readFileSync(path, 'utf8')).toBe('{"bindings": [{}]}')
})
