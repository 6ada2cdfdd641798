// What the dashboard's library is made of: every skill with its numbers, what was put away, and what a skill touches.
import { expect, test } from 'vitest'
import { type Ask, useHttpApi } from '../support/http-api.ts'
import { writeSkill, writeSkills } from '../support/written-skills.ts'

const OPERATOR: Ask = { who: 'operator' }
type Row = { name: string } & Record<string, unknown>
const rows = ({ json }: { json: Record<string, unknown> }) => json.skills as Row[]
const rowOf = (reply: { json: Record<string, unknown> }, name: string) => rows(reply).find((row) => row.name === name)

test('every skill comes with how it stands and what was counted of it', async () => {
  const api = await useHttpApi({}, (home) =>
    writeSkill(home, 'tea', '# Tea\n', { summary: 'Make tea', tags: ['drink'] }),
  )
  await api.save('soup', { summary: 'Cook soup' })
  await api.app.parts.loaded({ name: 'tea', version: 1, session: 's', actor: 'agent' })
  await api.app.parts.reportOutcome({ name: 'tea', outcome: 'success' }, 's', 'agent')
  const reply = await api.ask('GET /api/library')
  expect(rowOf(reply, 'tea')).toMatchObject({
    ...{ summary: 'Make tea', tags: ['drink'], version: 1, origin: 'human', tier: 3, lifecycle: 'released' },
    ...{ exposure: 'listed', warnings: [], mount: null, loads: 1, successes: 1, failures: 0, successRate: 0.667 },
    lastUsedAt: expect.any(String),
  })
  expect(rowOf(reply, 'soup')).toMatchObject({ tier: 1, lifecycle: 'candidate', approval: 'pending_review', loads: 0 })
  expect(reply.json.total).toBe(rows(reply).length)
})

test('what is hidden is the operator’s alone to see', async () => {
  const api = await useHttpApi({}, (home) => writeSkill(home, 'tea', '# Tea\n'))
  await api.ask('POST /api/skills/deprecate', { ...OPERATOR, body: { name: 'tea', reason: 'coffee is better' } })
  expect(rowOf(await api.ask('GET /api/library'), 'tea')).toBeUndefined()
  expect(rowOf(await api.ask('GET /api/library', OPERATOR), 'tea')).toMatchObject({
    exposure: 'hidden',
    warnings: [expect.stringMatching(/coffee is better/)],
  })
})

test('it comes in pages, which together are all', async () => {
  const api = await useHttpApi({}, (home) => writeSkills(home, 23))
  const found: string[] = []
  let cursor: unknown
  do {
    const page = await api.ask(`GET /api/library?limit=10${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    found.push(...rows(page).map(({ name }) => name))
    cursor = page.json.nextCursor
  } while (cursor !== undefined)
  expect(found.filter((name) => name.startsWith('skill-'))).toHaveLength(23)
  expect(new Set(found).size).toBe(found.length)
})

test('what was archived is listed with who did it and why, until it comes back', async () => {
  const api = await useHttpApi({}, (home) => writeSkill(home, 'tea', '# Tea\n'))
  await api.ask('DELETE /api/skills?name=tea', { ...OPERATOR, body: { reason: 'nobody drinks it' } })
  expect((await api.ask('GET /api/library/archived')).status).toBe(401)
  const reply = await api.ask('GET /api/library/archived', OPERATOR)
  expect(reply.json).toEqual({
    skills: [
      {
        ...{ name: 'tea', origin: 'human', reason: 'nobody drinks it', actor: 'operator', versions: 1 },
        archivedAt: expect.any(String),
      },
    ],
    total: 1,
  })
  await api.ask('POST /api/skills/restore', { ...OPERATOR, body: { name: 'tea' } })
  expect((await api.ask('GET /api/library/archived', OPERATOR)).json.total).toBe(0)
})

test('what a skill declares stands beside what was observed in it, applied or not', async () => {
  const content = '# Post\n\nSend it to https://api.example.net/v1 with $POST_TOKEN.\n'
  const api = await useHttpApi({}, (home) =>
    writeSkill(home, 'post', content, { policy: { domains: ['files.example.net'], credentials: ['POST_TOKEN'] } }),
  )
  const { json } = await api.ask('GET /api/skills/facts?name=post')
  expect(json).toMatchObject({
    executable: false,
    declared: { domains: ['files.example.net'], credentials: ['POST_TOKEN'], tools: [], sideEffects: [] },
    contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await api.ask('POST /api/skills/deprecate', { ...OPERATOR, body: { name: 'post' } })
  expect((await api.ask('GET /api/skills/facts?name=post')).status).toBe(403)
  expect((await api.ask('GET /api/skills/facts?name=none')).status).toBe(404)
})
