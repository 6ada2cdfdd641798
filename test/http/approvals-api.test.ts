// A person's yes and no over HTTP: the queue, what each text changes, and that a yes is to exact bytes.
import { describe, expect, test } from 'vitest'
import { type Ask, type HttpApi, useHttpApi } from '../support/http-api.ts'
import { writeSkill } from '../support/written-skills.ts'

const OPERATOR: Ask = { who: 'operator' }
type Waiting = { name: string; which: string; hash: string; version: number; rejection: unknown }

const withTea = (home: string) => writeSkill(home, 'tea', '# Tea\n\nBoil water.\n', { summary: 'Make tea' })
const queue = async (api: HttpApi, query = '') => {
  const { json } = await api.ask(`GET /api/approvals${query}`, OPERATOR)
  return { ...json, waiting: json.waiting as Waiting[] }
}
const approve = (api: HttpApi, name: string, hash: string) =>
  api.ask('POST /api/approvals/approve', { ...OPERATOR, body: { name, hash } })

test('a draft goes live by a yes to its hash, and only that', async () => {
  const api = await useHttpApi({}, withTea)
  await api.save('tea', { content: '# Tea\n\nBoil milk.\n' })
  const { waiting } = await queue(api)
  expect(waiting).toEqual([
    expect.objectContaining({ name: 'tea', which: 'draft', version: 2, actor: 'agent', via: 'http', rejection: null }),
  ])
  const { json } = await api.ask('GET /api/approvals/detail?name=tea', OPERATOR)
  expect(json).toMatchObject({ against: 'version 1, live', skill: { content: '# Tea\n\nBoil milk.\n' } })
  expect(json.diff).toMatch(/^-Boil water\.\n\+Boil milk\.$/m)
  // It changes while the person reads.
  await api.save('tea', { content: '# Tea\n\nBoil oil.\n', expectedVersion: 2 })
  const stale = await approve(api, 'tea', waiting[0]!.hash)
  expect(stale).toMatchObject({
    status: 409,
    json: { code: 'conflict', fix: expect.stringMatching(/^Nothing was /) },
  })
  expect((await api.ask('GET /api/skills/detail?name=tea')).json).toMatchObject({
    skill: { content: '# Tea\n\nBoil water.\n' },
  })
  const [now] = (await queue(api)).waiting
  expect(await approve(api, 'tea', now!.hash)).toMatchObject({ status: 200, json: { name: 'tea' } })
  expect((await api.ask('GET /api/skills/detail?name=tea')).json).toMatchObject({
    skill: { content: '# Tea\n\nBoil oil.\n' },
    standing: { approval: 'approved', executable: true, draft: false },
  })
  expect((await queue(api)).waiting).toEqual([])
})

test('a new skill of an agent waits whole, and becomes verified by a yes', async () => {
  const api = await useHttpApi()
  await api.save('coffee')
  const { json } = await api.ask('GET /api/approvals/detail?name=coffee', OPERATOR)
  expect(json).toMatchObject({ which: 'live', against: 'nothing', diff: expect.stringMatching(/^\+Do coffee\.$/m) })
  const done = await approve(api, 'coffee', String(json.hash))
  expect(done.json).toEqual({ name: 'coffee', version: 1, lifecycle: 'verified' })
})

describe('a no', () => {
  const reject = (api: HttpApi, body: object) =>
    api.ask('POST /api/approvals/reject', { ...OPERATOR, body: { name: 'tea', ...body } })

  test('keeps the draft and its note', async () => {
    const api = await useHttpApi({}, withTea)
    await api.save('tea', { content: '# Tea\n\nBoil milk.\n' })
    expect(await reject(api, { note: 'Water, please.' })).toMatchObject({ status: 200, json: { name: 'tea' } })
    const [waiting] = (await queue(api)).waiting
    expect(waiting).toMatchObject({ which: 'draft', rejection: { note: 'Water, please.' } })
  })

  test('lets it go when it is asked to', async () => {
    const api = await useHttpApi({}, withTea)
    await api.save('tea', { content: '# Tea\n\nBoil milk.\n' })
    await reject(api, { note: '', discardDraft: true })
    expect((await queue(api)).waiting).toEqual([])
    expect((await api.ask('GET /api/skills/detail?name=tea&version=draft')).status).toBe(404)
  })
})

test('the queue comes in pages', async () => {
  const api = await useHttpApi()
  const made = ['bake-bread', 'climb-hills', 'dig-holes', 'fly-kites', 'grow-roses']
  for (const name of made) await api.save(name)
  const found: string[] = []
  let cursor: unknown
  do {
    const page = await queue(api, `?limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    expect(page).toMatchObject({ total: 5, unreadable: [] })
    found.push(...page.waiting.map(({ name }) => name))
    cursor = (page as { nextCursor?: unknown }).nextCursor
  } while (cursor !== undefined)
  expect(found).toEqual(made)
})

test('in a strict gate nothing of an agent is served before a yes', async () => {
  const api = await useHttpApi({ gate: 'strict' })
  expect((await api.save('coffee')).json).toMatchObject({ created: true, draft: true })
  expect((await api.ask('GET /api/skills/detail?name=coffee')).status).toBe(404)
  expect((await api.ask('GET /api/skills/detail?name=coffee&version=draft')).json).toMatchObject({ version: 1 })
  const [waiting] = (await queue(api)).waiting
  expect(waiting).toMatchObject({ name: 'coffee', which: 'draft', version: 1, standing: null })
  expect((await approve(api, 'coffee', waiting!.hash)).json).toMatchObject({ lifecycle: 'verified' })
  expect((await api.ask('GET /api/skills/detail?name=coffee')).json).toMatchObject({ version: 1 })
})
