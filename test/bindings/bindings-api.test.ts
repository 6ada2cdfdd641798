// The list of bindings over HTTP: making, changing and removing them, whose yes it takes, what is refused and how.
import { expect, test } from 'vitest'
import { useBound } from './bound-server.ts'

const PATH = '/api/skills/bindings'
const notify = { skill: 'deploy', event: 'tool.called', action: { kind: 'notify' } }

test('a binding is made, shown with its skill, changed by version and removed', async () => {
  const api = await useBound()
  const id = await api.bind({
    action: { kind: 'notify', text: 'Hm' },
    conditions: [{ field: 'ok', op: 'equals', value: false }],
  })
  const { json } = await api.ask(`GET ${PATH}`)
  expect(json).toMatchObject({
    status: { total: 1, enabled: 1, activeCooldowns: 0, fault: null },
    recent: [],
    bindings: [
      {
        ...{ id, version: 1, skill: 'deploy', summary: 'How to deploy', exposure: 'listed', fired: 0, failed: 0 },
        ...{ createdBy: 'operator', updatedAt: null, lastFiredAt: null, priority: 0, cooldownSeconds: 0 },
        text: '"deploy" on tool.called where ok equals false to notify "Hm"',
      },
    ],
  })
  expect(json.eventTypes).toEqual(
    expect.arrayContaining(['tool.called', 'session.started', 'skill.saved', 'cortex.after_reflect']),
  )
  const change = (body: object) => api.ask(`PATCH ${PATH}`, { who: 'operator', body: { id, ...body } })
  expect((await change({ priority: 7, expectedVersion: 1 })).json).toMatchObject({ done: true, version: 2 })
  expect(await change({ priority: 8, expectedVersion: 1 })).toMatchObject({ status: 409, json: { code: 'conflict' } })
  expect(await change({})).toMatchObject({ status: 400 })
  expect((await api.report()).bindings).toMatchObject([{ id, version: 2, priority: 7, cooldownSeconds: 0 }])
  expect((await api.ask(`DELETE ${PATH}?id=${id}`, { who: 'operator' })).json).toMatchObject({ done: true })
  expect(await api.ask(`DELETE ${PATH}?id=${id}`, { who: 'operator' })).toMatchObject({ status: 404 })
  const { events } = await api.app.journal.readLedger(0)
  const told = events.flatMap((e) => ('binding' in e && e.binding === id ? [[e.event, e.actor]] : []))
  expect(told).toEqual([
    ['binding-added', 'operator'],
    ['binding-changed', 'operator'],
    ['binding-removed', 'operator'],
  ])
})

test("an agent's binding waits for a person, and fires for what happens after the yes", async () => {
  const api = await useBound()
  const asked = await api.ask(`POST ${PATH}`, { body: { ...notify, reason: 'To be told' } })
  expect(asked).toMatchObject({ status: 202, json: { name: 'deploy', done: false, proposal: expect.any(String) } })
  const again = await api.ask(`POST ${PATH}`, { body: notify })
  expect(again.json.proposal).toBe(asked.json.proposal)
  await api.called('Before the yes')
  expect((await api.report()).status).toMatchObject({ total: 0 })
  const { json } = await api.ask('GET /api/proposals')
  expect(json).toMatchObject({
    total: 1,
    proposals: [{ text: 'bind "deploy" on tool.called to notify', actor: 'agent' }],
  })
  const accepted = await api.ask('POST /api/proposals/accept', { who: 'operator', body: { id: asked.json.proposal } })
  expect(accepted).toMatchObject({ status: 200, json: { name: 'deploy', version: 1 } })
  await api.called('After it')
  await api.context()
  expect((await api.report()).bindings).toMatchObject([{ createdBy: 'agent', fired: 1 }])
})

test('an agent can neither change, switch on nor remove one', async () => {
  const api = await useBound()
  const id = await api.bind({ enabled: false })
  const asks = [
    await api.ask(`PATCH ${PATH}`, { body: { id, enabled: true } }),
    await api.ask(`PATCH ${PATH}`, { body: { id, action: { kind: 'notify', text: 'Other' } } }),
    await api.ask(`DELETE ${PATH}?id=${id}`),
  ]
  for (const answer of asks) expect(answer).toMatchObject({ status: 202, json: { id, done: false } })
  expect((await api.report()).bindings).toMatchObject([{ id, version: 1, enabled: false, action: { text: null } }])
  // The person has changed it meanwhile: what was asked for was about something else.
  await api.ask(`PATCH ${PATH}`, { who: 'operator', body: { id, priority: 1 } })
  const accept = await api.ask('POST /api/proposals/accept', { who: 'operator', body: { id: asks[0]?.json.proposal } })
  expect(accept).toMatchObject({ status: 409, json: { code: 'conflict' } })
})

test.each([
  ['an unknown skill', { skill: 'deplo' }, 404, /Nearest names: deploy/],
  ['an unknown event', { event: 'tool.caled' }, 400, /tool\.called/],
  ['a pattern that matches nothing', { event: 'nothing.*' }, 400, /expected a type of event/],
  ['a firing as an event', { event: 'binding.fired' }, 400, /expected a type of event/],
  ['another action', { action: { kind: 'run_shell', command: 'rm -rf /' } }, 400, /action/],
  ['an event of others', { action: { kind: 'emit_event', type: 'skill.saved' } }, 400, /custom/],
  ['a field that is a prototype', { conditions: [{ field: '__proto__.x', op: 'equals', value: 'y' }] }, 400, /field/],
  ['an unknown comparison', { conditions: [{ field: 'tool', op: 'regex', value: '(a+)+$' }] }, 400, /op/],
  ['a text beyond the limit', { action: { kind: 'notify', text: 'x'.repeat(2_000) } }, 400, /text/],
  ['a forged maker', { createdBy: 'operator' }, 400, /createdBy/],
  ['a negative cooldown', { cooldownSeconds: -1 }, 400, /cooldownSeconds/],
])('%s is refused with what was expected', async (_, more, status, says) => {
  const api = await useBound()
  const answer = await api.ask(`POST ${PATH}`, { who: 'operator', body: { ...notify, ...more } })
  expect(answer.status).toBe(status)
  expect(`${answer.json.detail} ${answer.json.fix}`).toMatch(says)
  expect((await api.report()).status).toMatchObject({ total: 0 })
})

test('the same binding twice, and one more than the list holds, are refused', async () => {
  const api = await useBound()
  await api.bind({})
  expect(await api.ask(`POST ${PATH}`, { who: 'operator', body: notify })).toMatchObject({ status: 409 })
  for (let i = 1; i < 200; i++) await api.bind({ priority: i })
  const over = await api.ask(`POST ${PATH}`, { who: 'operator', body: { ...notify, priority: 999 } })
  expect(over.json).toMatchObject({ code: 'refused', detail: 'expected at most 200 bindings, and there are 200' })
})

test('a dry test says what would fire and why not, by former names too', async () => {
  const api = await useBound()
  const yes = await api.bind({ event: 'tool_call', conditions: [{ field: 'tool', op: 'contains', value: 'bash' }] })
  const off = await api.bind({ enabled: false })
  const other = await api.bind({ event: 'skill.saved' })
  const body = { event: 'tool-called', fields: { tool: 'Bash' }, session: 's' }
  const { json } = await api.ask(`POST ${PATH}/test`, { body })
  expect(json).toMatchObject({
    fires: 1,
    bindings: [
      { id: yes, fires: true, why: null },
      { id: off, fires: false, why: 'it is switched off' },
      { id: other, fires: false, why: 'it waits for skill.saved' },
    ],
  })
  expect(await api.fired()).toEqual([])
})

test('without the token nobody learns in which session something fired', async () => {
  const api = await useBound()
  await api.bind({})
  await api.called('Bash')
  await api.context()
  expect((await api.report()).recent).toMatchObject([{ session: 's' }])
  expect((await api.ask(`GET ${PATH}`)).json.recent).toMatchObject([{ session: null }])
})
