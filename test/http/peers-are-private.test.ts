// What passed with peers is told over HTTP to the person alone: not as a list, not as a work order, not as what became of one.
import { expect, test } from 'vitest'
import { useHttpApi } from '../support/http-api.ts'

const PEER = 'npub-secretive'
const interaction = (n: number) => ({
  ...{ event: 'interaction', session: 's', id: `i${n}`, peer: PEER, direction: 'in', channel: 'chat' },
  preview: 'Could you look this up?',
})

test('without a token nobody is given the order to reflect, or shown one', async () => {
  const api = await useHttpApi()
  const sent = await api.ask('POST /api/events', { body: { events: [1, 2, 3, 4, 5].map(interaction) } })
  expect(sent.json).toMatchObject({ taken: 5, refused: [] })
  const any = await api.ask('POST /api/cycles/begin')
  expect(any.json).not.toHaveProperty('cycleId')
  const refusal = { status: 403, json: { code: 'refused' } }
  expect(await api.ask('POST /api/cycles/begin', { body: { kind: 'reflect' } })).toMatchObject(refusal)
  const own = await api.ask('POST /api/cycles/begin', { who: 'operator', body: { kind: 'reflect' } })
  expect(own.json.context).toContain(PEER)
  const { cycleId } = own.json
  const answer = {
    ...{ beliefs: [], directives: [], summary: 'Calm.' },
    assessments: [{ peer_id: PEER, trust: 2, rationale: 'Polite requests.' }],
  }
  const submit = { body: { cycleId, output: answer } }
  expect(await api.ask('POST /api/cycles/submit', submit)).toMatchObject(refusal)
  expect(await api.ask('POST /api/cycles/submit', { ...submit, who: 'operator' })).toMatchObject({
    status: 200,
    json: { applied: expect.arrayContaining([expect.objectContaining({ kind: 'assess', name: PEER })]) },
  })
  expect(await api.ask(`GET /api/cycles/one?id=${cycleId}`)).toMatchObject(refusal)
})

test('and no list that anybody may read names a peer', async () => {
  const api = await useHttpApi()
  await api.ask('POST /api/events', { body: { events: [1, 2, 3, 4, 5].map(interaction) } })
  const { cycleId } = (await api.ask('POST /api/cycles/begin', { who: 'operator', body: { kind: 'reflect' } })).json
  const belief = { key: 'asks-often', value: `${PEER} asks often`, rationale: 'seen', peer_id: PEER }
  const output = {
    ...{ directives: [{ action: 'Answer it.', peer_id: PEER, rationale: 'asked' }], summary: `${PEER} asked.` },
    ...{ beliefs: [belief], assessments: [{ peer_id: PEER, trust: 1, rationale: 'Polite.' }] },
  }
  const applied = await api.ask('POST /api/cycles/submit', { who: 'operator', body: { cycleId, output } })
  expect(applied.status).toBe(200)
  const told = await Promise.all(
    [
      'GET /api/cycles',
      'GET /api/passes',
      'GET /api/cycles/cost',
      'GET /api/stats',
      'GET /api/usage',
      'GET /api/skills',
      'GET /api/skills/bindings',
      'GET /api/proposals',
      'GET /api/skills/graph',
      'GET /api/library',
    ].map(async (line) => JSON.stringify((await api.ask(line)).json)),
  )
  const recalled = await api.ask('POST /api/recall', {
    body: { message: 'Answer the peer that asks often', session: 's', peers: [PEER] },
  })
  expect([...told, JSON.stringify(recalled.json)].filter((text) => text.includes(PEER))).toEqual([])
  const own = await api.ask('POST /api/recall', {
    who: 'operator',
    body: { message: 'Answer the peer that asks often', session: 's', peers: [PEER] },
  })
  expect(JSON.stringify(own.json.context)).toContain(PEER)
})
