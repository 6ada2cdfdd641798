// POST /api/events on a real server: what it takes, what it refuses, and that it ends where the settings say.
import { expect, test } from 'vitest'
import { useHttpApi } from '../support/http-api.ts'

const turn = { event: 'turn', session: 's', id: 't', message: 'Deploy the billing service' }

test('a batch is taken, and sent again it counts once', async () => {
  const api = await useHttpApi()
  const send = () => api.ask('POST /api/events', { body: { events: [turn, { event: 'turn', session: 's' }] } })
  expect((await send()).json).toEqual({
    taken: 1,
    repeated: 0,
    refused: [{ index: 1, reason: expect.stringMatching(/^message: /) }],
  })
  expect((await send()).json).toMatchObject({ taken: 0, repeated: 1 })
  const { events } = await api.app.journal.read('s', 0)
  expect(events).toMatchObject([{ event: 'turn', id: 't', actor: 'agent', text: 'deploy billing service' }])
})

test('the setting signals.turns keeps messages off the disk', async () => {
  const api = await useHttpApi({ 'signals.turns': 'off', 'signals.tools': 'names' })
  await api.ask('POST /api/events', { body: { events: [turn] } })
  await api.ask('POST /api/recall', { body: { message: 'Restart the billing service', session: 'r' } })
  for (const session of ['s', 'r']) {
    const { events } = await api.app.journal.read(session, 0)
    expect(events).toHaveLength(1)
    expect(events[0]).not.toHaveProperty('text')
  }
})

test('recall keeps the words of the first message of a session', async () => {
  const api = await useHttpApi()
  for (const message of ['Restart the billing service', 'Now deploy the website']) {
    await api.ask('POST /api/recall', { body: { message, session: 'r' } })
  }
  const { events } = await api.app.journal.read('r', 0)
  const turns = events.filter((event) => event.event === 'turn')
  expect(turns.map(({ text }) => text)).toEqual(['restart billing service', undefined])
})

test.each([
  ['no batch', {}],
  ['an empty one', { events: [] }],
  ['more than 500', { events: Array.from({ length: 501 }, () => turn) }],
])('%s is refused as a whole', async (_, body) => {
  const api = await useHttpApi()
  const answer = await api.ask('POST /api/events', { body })
  expect(answer).toMatchObject({ status: 400, json: { code: 'bad-input' } })
})
