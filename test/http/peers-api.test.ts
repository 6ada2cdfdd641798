// The ledger over HTTP: what programs tell of peers, what the operator sees and sets, and that nobody else sees any of it.
import { expect, test } from 'vitest'
import { useHttpApi } from '../support/http-api.ts'

const told = { event: 'interaction', session: 's', peer: 'ann', direction: 'in', preview: 'hello from ann@example.org' }

test('events of peers are taken with what may be kept of them, and a bad one is refused by its place', async () => {
  const api = await useHttpApi()
  const batch = [
    { ...told, id: 'one', timestamp: '2026-11-01T08:00:00+01:00' },
    {
      ...told,
      direction: 'out',
      channel: 'nostr',
      turnId: 't',
      promise: { text: 'data', due: '2026-11-02T08:00:00Z' },
    },
    { ...told, peer: '' },
    { ...told, direction: 'both' },
    { ...told, promise: { text: 'data', due: 'tomorrow' } },
    { ...told, timestamp: '2999-01-01T00:00:00Z' },
  ]
  const send = () => api.ask('POST /api/events', { body: { events: batch } })
  expect((await send()).json).toMatchObject({
    taken: 2,
    refused: [{ index: 2 }, { index: 3 }, { index: 4 }, { index: 5 }],
  })
  expect((await send()).json).toMatchObject({ taken: 1, repeated: 1 })
  const peer = await api.ask('GET /api/peers/detail?id=ann&interactions=2', { who: 'operator' })
  expect(peer.json).toMatchObject({
    ...{ interactions: 3, incoming: 1, first_seen: '2026-11-01T07:00:00.000Z' },
    ...{ promise_overdue_since: '2026-11-02T08:00:00.000Z' },
    recent: [
      { direction: 'out', preview: 'hello from [address]', turn_id: 't' },
      { direction: 'out', channel: 'nostr', promise: { text: 'data', due: '2026-11-02T08:00:00.000Z' } },
    ],
  })
})

test('the setting reflection.previewCharsMax keeps words of peers off the disk', async () => {
  const api = await useHttpApi({ 'reflection.previewCharsMax': 0 })
  await api.ask('POST /api/events', { body: { events: [told] } })
  await api.app.ledger.recordInteraction({ peer: 'ann', direction: 'in', preview: 'hello' }, 's', 'agent')
  const { events } = await api.app.journal.read('s', 0)
  expect(events).toHaveLength(2)
  for (const event of events) expect(event).not.toHaveProperty('preview')
})

test("the operator's word stands, and is one line of the ledger", async () => {
  const api = await useHttpApi()
  await api.ask('POST /api/events', { body: { events: [told] } })
  const assess = (body: object, who: 'agent' | 'operator' = 'operator') =>
    api.ask('POST /api/peers/assess', { body, who })
  const asked = { peer_id: 'ann', trust: -7, rationale: 'Known from elsewhere.' }
  expect((await assess(asked)).json).toMatchObject({
    assessment: { peer_id: 'ann', trust: -7, proposed_trust: -7, info_score: 1, source: 'operator', cycle: null },
  })
  expect(await assess(asked, 'agent')).toMatchObject({ status: 401 })
  expect(await assess({ ...asked, peer_id: 'eve' })).toMatchObject({ status: 404, json: { code: 'not-found' } })
  expect(await assess({ ...asked, trust: 0.5 })).toMatchObject({ status: 400, json: { code: 'bad-input' } })
  expect(await assess({ ...asked, rationale: '' })).toMatchObject({ status: 400 })
  const peers = await api.ask('GET /api/peers?sort=trust&limit=1', { who: 'operator' })
  expect(peers.json).toMatchObject({ total: 1, peers: [{ peer_id: 'ann', trust: -7, assessments: 1 }] })
  expect(await api.ask('GET /api/peers/detail?id=eve', { who: 'operator' })).toMatchObject({ status: 404 })
})

test('an agent over HTTP is told of no peer, whatever it names', async () => {
  const api = await useHttpApi()
  await api.ask('POST /api/events', { body: { events: [told] } })
  const recall = (who: 'agent' | 'operator') =>
    api.ask('POST /api/recall', { who, body: { message: 'hello', session: `of ${who}`, peers: ['ann'] } })
  expect((await recall('agent')).json).toMatchObject({ context: [] })
  expect((await recall('operator')).json).toMatchObject({ context: [{ kind: 'peer' }] })
  for (const line of ['GET /api/peers', 'GET /api/peers/detail?id=ann'])
    expect(await api.ask(line)).toMatchObject({ status: 401 })
})

test('whoever follows the stream hears of both in the words of the seed, however they came', async () => {
  const api = await useHttpApi()
  const heard: { type: string; payload: Record<string, unknown> }[] = []
  const { stop } = api.app.live.follow(({ type, payload }) => void heard.push({ type, payload }), undefined)
  await api.ask('POST /api/events', { body: { events: [told] } })
  await api.app.ledger.recordInteraction({ peer: 'ann', direction: 'out' }, 's', 'agent')
  const asked = { peer_id: 'ann', trust: 4, rationale: 'Known.' }
  await api.ask('POST /api/peers/assess', { who: 'operator', body: asked })
  const judged = { peerId: 'ann', trust: 9, rationale: 'Better still.', source: 'cycle', cycle: 'c1' } as const
  await api.app.ledger.recordAssessment(judged, 'model')
  stop()
  expect(heard.filter(({ type }) => /^(?:ledger|cortex)\./.test(type))).toMatchObject([
    { type: 'ledger.after_record', payload: { peer_id: 'ann', direction: 'in' } },
    { type: 'ledger.after_record', payload: { peer_id: 'ann', direction: 'out' } },
    { type: 'ledger.after_assess', payload: { ...asked, source: 'operator' } },
    { type: 'cortex.after_assess', payload: { peer_id: 'ann', trust: 7, proposed_trust: 9, cycle: 'c1' } },
  ])
})
