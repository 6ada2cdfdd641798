// What a page shows of routing memory and lets its operator decide: weights over time, lessons, learning, forgetting. Nobody
// else sees any of it or changes it.
import { expect, test } from 'vitest'
import { type Ask, type HttpApi, useHttpApi } from '../support/http-api.ts'
import { writeSkill } from '../support/written-skills.ts'

const OPERATOR: Ask = { who: 'operator' }
const ID = 'dependency_warning:tea:imagemagick'

async function usedApi(): Promise<HttpApi> {
  const api = await useHttpApi({}, (home) => writeSkill(home, 'tea', '# Tea\n', { summary: 'Make tea' }))
  const { parts } = api.app
  const recall = { limit: 5, bodies: 0, force: false, why: false, actor: 'agent' as const }
  await parts.recall({ message: 'pour the breakfast kettle', session: 'monday', ...recall })
  await parts.loaded({ name: 'tea', version: 1, session: 'monday', actor: 'agent' })
  await parts.reportOutcome({ name: 'tea', outcome: 'success' }, 'monday', 'agent')
  for (const session of ['a', 'b']) {
    const missing = { name: 'tea', outcome: 'dependency_missing', key: 'imagemagick' } as const
    await parts.reportOutcome(missing, session, 'agent')
  }
  return api
}

const routing = async (api: HttpApi) => (await api.ask('GET /api/routing', OPERATOR)).json
const post = (api: HttpApi, path: string, body: object) => api.ask(`POST /api/routing/${path}`, { ...OPERATOR, body })

test('everything of it is the operators alone', async () => {
  const api = await usedApi()
  const lines = ['GET /api/routing', 'GET /api/routing/export']
  for (const line of lines) expect((await api.ask(line)).status, line).toBe(401)
  const bodies = {
    learning: { state: 'pause' },
    forget: { scope: 'all' },
    blacklist: { name: 'tea', to: 'add' },
    reflex: { name: 'tea', to: 'grant' },
    lessons: { id: ID, remove: true },
  }
  for (const [path, body] of Object.entries(bodies)) {
    expect((await api.ask(`POST /api/routing/${path}`, { body })).status, path).toBe(401)
  }
})

test('a page is told each route with its weights over time, the lessons, and whether more is learned', async () => {
  const api = await usedApi()
  expect(await routing(api)).toMatchObject({
    regions: [
      {
        region: 'tea',
        signals: ['breakfast', 'kettl', 'pour'],
        routes: [{ name: 'tea', weights: [{ weight: 0.575 }, { weight: 0.489 }, { weight: 0.415 }] }],
      },
    ],
    lessons: [{ id: ID, confidence: 0.6 }],
    learning: { isOn: true, isPaused: false },
    blacklist: [],
  })
})

test('learning is paused and resumed: in between no report moves anything', async () => {
  const api = await usedApi()
  expect((await post(api, 'learning', { state: 'pause' })).json).toEqual({ isOn: true, isPaused: true, changed: true })
  expect((await post(api, 'learning', { state: 'pause' })).json).toMatchObject({ changed: false })
  const before = await routing(api)
  await api.app.parts.reportOutcome({ name: 'tea', outcome: 'success' }, 'paused', 'agent')
  expect((await routing(api)).regions).toEqual(before.regions)
  expect((await post(api, 'learning', { state: 'resume' })).json).toMatchObject({ isPaused: false, changed: true })
  await api.app.parts.reportOutcome({ name: 'tea', outcome: 'success' }, 'resumed', 'agent')
  expect((await routing(api)).regions).not.toEqual(before.regions)
})

test('a lesson is put right and dropped; what cannot stand is refused, and changes nothing', async () => {
  const api = await usedApi()
  const refused = [
    { id: 'nothing', remove: true },
    { id: ID },
    { id: ID, confidence: 0.1 },
    { id: ID, key: '/usr/bin/convert' },
    { id: ID, remove: true, confidence: 0.9 },
  ]
  const statuses = []
  for (const body of refused) statuses.push((await post(api, 'lessons', body)).status)
  expect(statuses).toEqual([404, 400, 400, 400, 400])
  const magick = 'dependency_warning:tea:magick'
  const { json } = await post(api, 'lessons', { id: ID, key: 'magick', confidence: 0.9 })
  expect(json).toEqual({ id: magick, removed: false })
  expect((await routing(api)).lessons).toMatchObject([{ id: magick, key: 'magick', confidence: 0.9 }])
  expect((await post(api, 'lessons', { id: magick, remove: true })).json).toEqual({ id: magick, removed: true })
  expect((await routing(api)).lessons).toEqual([])
})

test('the blacklist and a reflex are decided there, too', async () => {
  const api = await usedApi()
  expect((await post(api, 'blacklist', { name: 'tea', to: 'add' })).json).toEqual({ name: 'tea', changed: true })
  expect((await routing(api)).blacklist).toEqual(['tea'])
  expect((await post(api, 'blacklist', { name: 'tea', to: 'remove' })).json).toMatchObject({ changed: true })
  expect((await post(api, 'reflex', { name: 'tea', to: 'grant' })).status).toBe(400)
  expect((await post(api, 'reflex', { name: 'tea', to: 'withdraw' })).json).toMatchObject({ changed: false })
})

test('the export holds what forgetting takes: words, reports, weights, lessons, what was seen', async () => {
  const api = await usedApi()
  const kept = async () => (await api.ask('GET /api/routing/export', OPERATOR)).json
  expect(await kept()).toMatchObject({
    wording: [{ skill: 'tea', stems: ['breakfast', 'kettl', 'pour'] }],
    uses: [{ outcome: 'success' }, {}, {}],
    sessions: expect.arrayContaining([
      expect.objectContaining({ session: 'monday', seen: [{ name: 'tea', turn: 1 }] }),
    ]),
  })
  expect((await post(api, 'forget', { scope: 'all', of: 'tea' })).status).toBe(400)
  expect((await post(api, 'forget', { scope: 'skill' })).status).toBe(400)
  const { json } = await post(api, 'forget', { scope: 'skill', of: 'tea' })
  expect(json).toEqual({ lessons: 1, messages: 1, routes: 1, routeLessons: 1 })
  const after = await kept()
  expect(after).toMatchObject({ wording: [], uses: [], routing: { regions: [], lessons: [] } })
  expect(JSON.stringify(after)).not.toContain('kettl')
})
