// What the dashboard draws: the graph of the library, days of use, the passes at a glance with their cost, directives.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeModelServer } from '../support/fake-model-server.ts'
import { openHttpApi, useHttpApi } from '../support/http-api.ts'
import { scriptedPass } from '../support/scripted-pass.ts'
import { tempFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const OPERATOR = { who: 'operator' } as const
const today = () => new Date().toISOString().slice(0, 10)

test('the graph has what texts say, what sessions loaded together, and what was merged', async () => {
  const api = await useHttpApi({}, (home) => {
    writeSkill(home, 'tea', '# Tea\n', { seeAlso: ['coffee'], dependsOn: ['water', 'gone'] })
    writeSkill(home, 'water', '# Water\n', { dependsOn: ['tea'] })
    writeSkill(home, 'coffee', '# Coffee\n')
    writeSkill(home, 'espresso', '# Espresso\n\nShort and strong.\n')
  })
  await api.ask('POST /api/skills/merge', { ...OPERATOR, body: { target: 'coffee', source: 'espresso' } })
  for (const name of ['tea', 'coffee']) await api.app.parts.loaded({ name, version: 1, session: 's1', actor: 'agent' })
  const { json } = await api.ask('GET /api/skills/graph')
  // The starters see each other.
  const shipped = ['mcp-tool-guide', 'memory-systems', 'skills-and-rules']
  const edges = (json.edges as { from: string; to: string; kind: string }[]).filter(({ to }) => !shipped.includes(to))
  expect(edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`).sort()).toEqual([
    'coffee co-use tea',
    'espresso merged coffee',
    'tea depends-on water',
    'tea see-also coffee',
    'water depends-on tea',
  ])
  expect(json).toMatchObject({
    nodesLeftOut: 0,
    edgesLeftOut: 0,
    cycles: [['tea', 'water', 'tea']],
    dangling: [{ from: 'tea', field: 'dependsOn', to: 'gone' }],
  })
  expect(json.nodes).toContainEqual(expect.objectContaining({ name: 'tea', lifecycle: 'released', uses: 1 }))
  expect(json.nodes).toContainEqual(expect.objectContaining({ name: 'espresso', lifecycle: 'archived', tier: null }))
  expect(json.orphans).toEqual([])
})

test('days say what was used and how many skills stood, also of one skill', async () => {
  const api = await useHttpApi()
  await api.save('mail')
  await api.save('post')
  await api.ask('POST /api/skills/promote', { ...OPERATOR, body: { name: 'mail' } })
  await api.ask('POST /api/recall', { body: { message: 'do mail', session: 's1' } })
  await api.app.parts.loaded({ name: 'mail', version: 1, session: 's1', actor: 'agent' })
  const { json } = await api.ask('GET /api/usage?days=2')
  expect(json.days).toEqual([
    expect.objectContaining({ skills: 0, sessions: 0, loads: 0, saved: 0 }),
    expect.objectContaining({ day: today(), skills: 5, sessions: 1, loads: 1, saved: 2 }),
  ])
  const ofOne = async (name: string) => (await api.ask(`GET /api/usage?days=1&name=${name}`)).json.days
  expect(await ofOne('mail')).toMatchObject([{ loads: 1 }])
  expect(await ofOne('post')).toMatchObject([{ loads: 0, recalls: 0 }])
  expect((await api.ask('GET /api/usage?days=367')).status).toBe(400)
})

test('passes at a glance: due or why not, who is at one, and what the provider took for it', async () => {
  const server = await startFakeModelServer()
  const flags = {
    'provider.kind': 'openai',
    'provider.baseUrl': server.baseUrl('openai'),
    'provider.model': 'scripted',
    'provider.tokensPerDay': 1_000_000,
  }
  const api = await openHttpApi(tempFolder(), flags, {
    passes: ({ shelf }) => [scriptedPass(shelf, { shows: (name) => name === 'mail' })],
  })
  onTestFinished(api.close)
  await api.save('mail')
  const row = async () => ((await api.ask('GET /api/passes')).json.passes as Record<string, unknown>[])[0]
  expect(await row()).toMatchObject({ kind: 'consolidate', due: true, reason: null, open: null, last: null })

  server.otherwise({ text: JSON.stringify({ saves: [{ name: 'mail', content: 'Twice.' }], archives: [] }) })
  const ran = await api.ask('POST /api/cycles/run', { ...OPERATOR, body: { kind: 'consolidate' } })
  const [{ cycleId }] = ran.json.runs as [{ cycleId: string }]
  expect(await row()).toMatchObject({ last: { id: cycleId, status: 'applied' } })
  const { json: cost } = await api.ask('GET /api/cycles/cost?days=1')
  expect(cost).toMatchObject({
    days: [{ day: today(), calls: 1 }],
    cycles: [{ id: cycleId, calls: 1 }],
    budget: { tokens: 1_000_000, money: null },
  })

  await api.ask('POST /api/cycles/begin', { body: { kind: 'consolidate' } })
  expect(await row()).toMatchObject({
    due: false,
    open: { status: 'begun' },
    reason: expect.stringMatching(/ is at it /),
  })
})

test('directives: a person reads, writes and resets them; nobody else does', async () => {
  const api = await useHttpApi()
  const list = async () => (await api.ask('GET /api/directives', OPERATOR)).json.directives as Record<string, string>[]
  const [gap] = await list()
  expect(gap).toMatchObject({ kind: 'gap', file: 'skill-gap.md', own: null })
  const write = (body: unknown) => api.ask('POST /api/directives', { ...OPERATOR, body })
  const written = await write({ kind: 'gap', text: 'Ask twice.', base: gap!.digest })
  expect(written).toMatchObject({ status: 200, json: { own: 'Ask twice.' } })
  expect(await write({ kind: 'gap', text: 'Late.', base: gap!.digest })).toMatchObject({ status: 409 })
  expect(await write({ kind: 'gap', text: ' ' })).toMatchObject({ status: 400 })
  const reset = await api.ask('DELETE /api/directives?kind=gap', OPERATOR)
  expect(reset.json).toMatchObject({ own: null, removed: 'Ask twice.' })
  writeFileSync(join(api.home, 'directives', 'skill-gap.md'), new Uint8Array([0xff]))
  expect((await list())[0]).toMatchObject({ fault: expect.stringContaining('UTF-8') })
  for (const line of ['GET /api/directives', 'DELETE /api/directives?kind=gap', 'POST /api/directives']) {
    expect((await api.ask(line)).status).toBe(401)
  }
})
