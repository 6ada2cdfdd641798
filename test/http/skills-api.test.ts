// The library over HTTP: what each endpoint answers, in which words it refuses, and that it is what the tools answer.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Ask, type HttpApi, openHttpApi, useHttpApi } from '../support/http-api.ts'
import { postModern, toolCall } from '../support/json-rpc.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill, writeSkills } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
const OPERATOR: Ask = { who: 'operator' }
let api: HttpApi

beforeAll(async () => {
  writeSkill(home, 'tea', '# Tea\n\nBoil water.\n', { summary: 'Make tea', tags: ['drink'], dependsOn: ['water'] })
  writeSkill(home, 'water', '# Water\n\nOpen the tap.\n', { summary: 'Get water', tags: ['drink'] })
  api = await openHttpApi(home)
})
afterAll(async () => {
  await api.close()
  remove()
})

const names = ({ json }: { json: Record<string, unknown> }) =>
  (json.skills as { name: string }[]).map(({ name }) => name)

describe('GET /api/skills', () => {
  test.each([
    ['?tag=drink', ['tea', 'water']],
    ['?prefix=t', ['tea']],
    ['?query=tap+get', []],
    ['?query=get+water', ['water']],
    ['?origin=human', ['tea', 'water']],
    ['?origin=human&lifecycle=released&tag=drink&prefix=w', ['water']],
    ['?origin=machine', []],
  ])('%s', async (query, expected) => {
    const answer = await api.ask(`GET /api/skills${query}`)
    expect(names(answer)).toEqual(expected)
    expect(answer.json.total).toBe(expected.length)
  })

  test('answers what list_skills answers', async () => {
    const args = { tag: 'drink', limit: 1 }
    const { answer } = await postModern(api.url, toolCall('modern', 1, 'list_skills', args))
    expect((await api.ask('GET /api/skills?tag=drink&limit=1')).json).toEqual(answer?.result?.structuredContent)
  })

  test('comes in pages, which together are all', async () => {
    const many = await useHttpApi({}, (folder) => writeSkills(folder, 23))
    const found: string[] = []
    let cursor: unknown
    do {
      const page = await many.ask(
        `GET /api/skills?prefix=skill-&limit=5${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      )
      expect(page.json.total).toBe(23)
      found.push(...names(page))
      cursor = page.json.nextCursor
    } while (cursor !== undefined)
    expect(found).toEqual(Array.from({ length: 23 }, (_, i) => `skill-${String(i).padStart(3, '0')}`))
  })
})

describe('a skill', () => {
  test('is answered as get_skill answers it, and no load is counted', async () => {
    const { json } = await api.ask('GET /api/skills/detail?name=tea')
    const { answer } = await postModern(api.url, toolCall('modern', 1, 'get_skill', { name: 'tea' }))
    const told = answer?.result?.structuredContent as { stats: Record<string, unknown> }
    const declared = { tools: [], domains: [], credentials: [], sideEffects: [] }
    const found = { declared, findings: [], moreFindings: 0 }
    expect(json).toEqual({ ...told, stats: { ...told.stats, loads: 0 }, ...found })
    expect((await api.ask('GET /api/skills/detail?name=tea')).json.stats).toMatchObject({ loads: 1 })
    expect(json).toMatchObject({ version: 1, dependencies: ['water'], standing: { tier: 3, lifecycle: 'released' } })
  })

  test('names what to load before it, and who needs it', async () => {
    expect((await api.ask('GET /api/skills/dependencies?name=tea')).json).toMatchObject({
      loadFirst: ['water'],
      dependents: [],
    })
    expect((await api.ask('GET /api/skills/dependencies?name=water')).json).toMatchObject({
      loadFirst: [],
      dependents: ['tea'],
    })
  })

  test('is exported as a SKILL.md', async () => {
    const { json } = await api.ask('POST /api/skills/export', { body: { name: 'tea' } })
    expect(json).toMatchObject({ name: 'tea', file: 'SKILL.md', text: expect.stringMatching(/^---\nname: tea\n/) })
  })

  test('has its numbers', async () => {
    const { json } = await api.ask('GET /api/skills/health?name=tea')
    expect(json).toMatchObject({ total: 1, skills: [{ name: 'tea', successRate: 0.5, concern: null }] })
    const all = await api.ask('GET /api/skills/health?limit=2')
    expect(names(all)).toEqual(['mcp-tool-guide', 'memory-systems'])
    expect(names(await api.ask(`GET /api/skills/health?cursor=${all.json.nextCursor}`))).toEqual([
      'skills-and-rules',
      'tea',
      'water',
    ])
    expect((await api.ask('GET /api/skills/stats')).json).toMatchObject({
      total: 5,
      origins: { builtin: 3, human: 2, machine: 0 },
      tiers: { 1: 0, 2: 0, 3: 2, 4: 3 },
    })
    expect((await api.ask('GET /api/stats?days=7')).json).toMatchObject({ days: 7, sessions: 0 })
  })
})

describe('a save and an edit', () => {
  test('create, change, and say where it stands', async () => {
    const made = await api.save('mcp/email', { summary: 'Send mail' })
    expect(made).toMatchObject({ status: 201, json: { name: 'mcp/email', version: 1, created: true, draft: false } })
    expect(made.json.index).toContain('mcp/email: Send mail')
    expect(made.headers.get('location')).toBe('/api/skills/detail?name=mcp%2Femail')
    expect((await api.ask(`GET ${made.headers.get('location')}`)).json).toMatchObject({
      skill: { summary: 'Send mail' },
    })
    const merged = await api.ask('POST /api/skills', { body: { name: 'mcp/email', tags: ['mail'] } })
    expect(merged).toMatchObject({ status: 200, json: { version: 2, created: false } })
    const body = { old_string: 'Do mcp/email.', new_string: 'Send it.' }
    const edited = await api.ask('PATCH /api/skills?name=mcp/email', { body })
    expect(edited.json).toEqual({ name: 'mcp/email', version: 3, replacements: 1, draft: false })
    expect((await api.ask('GET /api/skills/detail?name=mcp/email')).json).toMatchObject({
      skill: { content: '# mcp/email\n\nSend it.\n', tags: ['mail'], summary: 'Send mail' },
      standing: { origin: 'machine', tier: 1 },
    })
    const rows = (await api.ask('GET /api/skills/history?name=mcp/email')).json.versions as { cause: string }[]
    expect(rows.map(({ cause }) => cause)).toEqual(['edited', 'saved', 'saved'])
    const diff = await api.ask('GET /api/skills/diff?name=mcp/email&a=2&b=3')
    expect(diff.json.text).toMatch(/^-Do mcp\/email\.\n\+Send it\.$/m)
    expect((await api.ask('GET /api/skills/diff?name=mcp/email&a=3&b=live')).json).toMatchObject({
      files: [],
      text: '',
    })
    expect((await api.ask('GET /api/skills/detail?name=mcp/email&version=2')).json).toMatchObject({
      version: 2,
      skill: { content: '# mcp/email\n\nDo mcp/email.\n' },
      standing: { executable: false, warnings: ['version 2 is not in force; version 3 is'] },
    })
  })

  test('of a person are a person’s', async () => {
    await api.save('knead-dough', {}, OPERATOR)
    expect((await api.ask('GET /api/skills/detail?name=knead-dough')).json).toMatchObject({
      standing: { origin: 'human', tier: 3, lifecycle: 'released' },
    })
  })

  test('of an agent to what a person wrote wait as a draft', async () => {
    expect((await api.save('water', { content: '# Water\n\nFrom the well.\n' })).json).toMatchObject({ draft: true })
    expect((await api.ask('GET /api/skills/detail?name=water')).json).toMatchObject({
      version: 1,
      skill: { content: '# Water\n\nOpen the tap.\n' },
      standing: { draft: true },
    })
    expect((await api.ask('GET /api/skills/detail?name=water&version=draft')).json).toMatchObject({
      version: 2,
      skill: { content: '# Water\n\nFrom the well.\n' },
      standing: { warnings: ['a draft that waits for review; version 1 is in force'] },
    })
  })
})

describe('what is not the caller’s to decide', () => {
  test('becomes a proposal, which a person accepts or declines', async () => {
    await api.save('boil-eggs', {}, OPERATOR)
    const asked = await api.ask('DELETE /api/skills?name=boil-eggs', { body: { reason: 'nobody eats eggs' } })
    expect(asked).toMatchObject({ status: 202, json: { archived: [], proposed: [{ name: 'boil-eggs' }], errors: [] } })
    const again = await api.ask('POST /api/skills/deprecate', { body: { name: 'boil-eggs', supersededBy: 'tea' } })
    expect(again).toMatchObject({ status: 202, json: { name: 'boil-eggs', done: false, proposal: expect.any(String) } })
    const { json } = await api.ask('GET /api/proposals')
    expect(json).toMatchObject({
      total: 2,
      proposals: [
        { text: 'archive "boil-eggs"', actor: 'agent', via: 'http', request: { reason: 'nobody eats eggs' } },
        { text: 'deprecate "boil-eggs" in favour of "tea"' },
      ],
    })
    const declined = await api.ask('POST /api/proposals/decline', { ...OPERATOR, body: { id: again.json.proposal } })
    expect(declined.json).toMatchObject({ id: again.json.proposal })
    const [{ proposal: id }] = asked.json.proposed as [{ proposal: string }]
    const accepted = await api.ask('POST /api/proposals/accept', { ...OPERATOR, body: { id } })
    expect(accepted.json).toEqual({
      id,
      name: 'boil-eggs',
      text: 'archive "boil-eggs"',
      version: 1,
      lifecycle: 'archived',
    })
    expect((await api.ask('GET /api/proposals')).json).toEqual({ proposals: [], total: 0 })
    expect((await api.ask('GET /api/skills/detail?name=boil-eggs')).status).toBe(404)
    const back = await api.ask('POST /api/skills/restore', { ...OPERATOR, body: { name: 'boil-eggs' } })
    expect(back.json).toEqual({ name: 'boil-eggs', version: 1, changed: true })
  })

  test('is done at once for a person, step by step', async () => {
    await api.save('fry-potatoes')
    const step = (line: string, body: object) =>
      api.ask(`POST /api/skills/${line}`, { ...OPERATOR, body: { name: 'fry-potatoes', ...body } })
    expect((await step('promote', {})).json).toEqual({
      name: 'fry-potatoes',
      done: true,
      version: 1,
      lifecycle: 'verified',
    })
    expect((await step('promote', {})).json).toMatchObject({ lifecycle: 'released' })
    expect((await step('pin', { pinned: true })).json).toEqual({ name: 'fry-potatoes', pinned: true })
    const wrong = await step('promote', {})
    expect(wrong).toMatchObject({
      status: 409,
      json: { code: 'conflict', detail: 'skill "fry-potatoes" is released: there is no step "promote" from released' },
    })
    expect(wrong.json.fix).toMatch(/^Possible: .*deprecate to deprecated \(operator\)/)
    expect((await step('deprecate', { reason: 'too fat', supersededBy: 'tea' })).json).toMatchObject({
      lifecycle: 'deprecated',
    })
    const hidden = await api.ask('GET /api/skills/detail?name=fry-potatoes')
    expect(hidden).toMatchObject({
      status: 403,
      json: { code: 'refused', fix: expect.stringContaining('Load "tea" instead') },
    })
    for (const line of [
      'GET /api/skills/diff?name=fry-potatoes',
      'GET /api/skills/detail?name=fry-potatoes&version=99',
    ]) {
      expect((await api.ask(line)).status).toBe(403)
    }
    expect((await api.ask('POST /api/skills/export', { body: { name: 'fry-potatoes' } })).status).toBe(403)
    // A draft that waits is its writer's to read, and opens nothing else.
    expect((await api.save('fry-potatoes', { content: '# Fry\n\nIn less fat.\n' })).json).toMatchObject({ draft: true })
    expect((await api.ask('POST /api/skills/export', { body: { name: 'fry-potatoes' } })).status).toBe(403)
    expect((await api.ask('GET /api/skills/diff?name=fry-potatoes')).status).toBe(403)
    expect((await api.ask('GET /api/skills/detail?name=fry-potatoes&version=draft')).status).toBe(200)
    expect((await api.ask('GET /api/skills/diff?name=fry-potatoes', OPERATOR)).status).toBe(200)
    expect((await api.ask('GET /api/skills/detail?name=fry-potatoes', OPERATOR)).json).toMatchObject({
      standing: { lifecycle: 'deprecated', supersededBy: 'tea', pinned: true },
    })
    expect(names(await api.ask('GET /api/skills?lifecycle=deprecated'))).toEqual(['fry-potatoes'])
  })
})

describe('DELETE of several', () => {
  test('takes what needs others before what it needs, and tells each', async () => {
    await api.save('paint-walls')
    await api.save('buy-paint', { content: '# Buy paint\n\nGo to town.\n' })
    const steps = [{ action: 'stir', tool: 'stick' }]
    await api.save('mix-paint', { content: '# Mix paint\n\nStir well.\n', dependsOn: ['buy-paint'], steps })
    expect((await api.ask('GET /api/skills/detail?name=mix-paint')).json).toMatchObject({
      skill: { steps },
      dependencies: ['buy-paint'],
    })
    const still = await api.ask('DELETE /api/skills?name=buy-paint')
    expect(still).toMatchObject({
      status: 409,
      json: { detail: 'skill "buy-paint" is still needed: "mix-paint" depends on it' },
    })
    const all = await api.ask('DELETE /api/skills?name=buy-paint&name=paint-walls', {
      body: { names: ['mix-paint', 'tea', 'tae'] },
    })
    expect(all.status).toBe(200)
    expect((all.json.archived as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      'buy-paint',
      'mix-paint',
      'paint-walls',
    ])
    expect(all.json.proposed).toEqual([{ name: 'tea', proposal: expect.any(String) }])
    expect(all.json.errors).toEqual([
      {
        name: 'tae',
        code: 'not-found',
        detail: 'no skill is named "tae"',
        fix: expect.stringMatching(/^Nearest names: .*tea/),
      },
    ])
  })

  test.each([
    ['', {}],
    [`?${Array.from({ length: 101 }, (_, i) => `name=s-${i}`).join('&')}`, {}],
    ['', { names: [] }],
  ])('names some, and not too many', async (query, body) => {
    expect((await api.ask(`DELETE /api/skills${query}`, { body })).status).toBe(400)
  })
})

test('the health job tells what it would do, and does it', async () => {
  const of = await useHttpApi()
  await of.save('fold-napkins')
  for (let i = 0; i < 6; i++) {
    await of.app.parts.reportOutcome({ name: 'fold-napkins', outcome: 'runtime_error', key: `use-${i}` }, 's', 'agent')
  }
  const run = (dryRun: boolean) => of.ask('POST /api/skills/health/run', { ...OPERATOR, body: { dryRun } })
  const step = { name: 'fold-napkins', step: 'degrade', reason: expect.any(String) }
  expect((await run(true)).json).toMatchObject({ dryRun: true, steps: [{ ...step, outcome: { kind: 'planned' } }] })
  expect((await of.ask('GET /api/skills/health?name=fold-napkins')).json).toMatchObject({
    skills: [{ lifecycle: 'candidate', failures: 6, concern: 'degrade' }],
  })
  expect((await run(false)).json).toMatchObject({
    dryRun: false,
    steps: [{ ...step, outcome: { kind: 'done', to: 'degraded' } }],
  })
  expect((await of.ask('GET /api/skills/detail?name=fold-napkins')).json).toMatchObject({
    standing: { lifecycle: 'degraded', exposure: 'listed-warn' },
  })
})

test('a merge takes the source away', async () => {
  await api.save('plant-tomatoes', { content: '# Plant tomatoes\n\n1. Dig a hole.\n' }, OPERATOR)
  await api.save('grow-tomatoes', { content: '# Grow tomatoes\n\n1. Water them.\n', force: true }, OPERATOR)
  const body = { target: 'plant-tomatoes', source: 'grow-tomatoes' }
  const asked = await api.ask('POST /api/skills/merge', { body })
  expect(asked).toMatchObject({ status: 202, json: { name: 'plant-tomatoes', done: false } })
  const done = await api.ask('POST /api/skills/merge', { ...OPERATOR, body })
  expect(done).toMatchObject({ status: 200, json: { name: 'plant-tomatoes', done: true } })
  expect((await api.ask('GET /api/skills/detail?name=grow-tomatoes')).status).toBe(404)
})

test('load-human tells what people changed on disk', async () => {
  const place = makeFolder()
  onTestFinished(place.remove)
  for (const name of ['kept', 'changed', 'gone']) writeSkill(place.folder, name, `# ${name}\n`, { summary: name })
  const of = await openHttpApi(place.folder, {}, { serving: false })
  onTestFinished(of.close)
  writeSkill(place.folder, 'dig', '# Dig\n', { summary: 'Dig a hole' })
  writeSkill(place.folder, 'changed', '# Changed\n\nBy hand.\n', { summary: 'changed' })
  writeSkill(place.folder, 'broken', '# Broken\n', { summary: 5 })
  rmSync(join(place.folder, 'skills/gone.json'))
  const { json } = await of.ask('POST /api/skills/load-human', OPERATOR)
  expect(json).toEqual({
    added: ['dig'],
    changed: ['changed'],
    removed: ['gone'],
    total: 3,
    faults: [expect.objectContaining({ file: 'skills/broken.json', severity: 'error', fix: expect.any(String) })],
  })
  expect((await of.ask('GET /api/skills/detail?name=broken')).json).toMatchObject({
    status: 422,
    code: 'damaged',
    detail: expect.stringContaining('skills/broken.json'),
  })
  expect((await of.ask('POST /api/skills/load-human', OPERATOR)).json).toMatchObject({
    added: [],
    changed: [],
    removed: [],
  })
})
