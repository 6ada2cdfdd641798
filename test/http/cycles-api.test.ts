// Passes over HTTP: work orders that any caller may take, runs and undoing that are the person's, and the list of what was.
import { expect, onTestFinished, test } from 'vitest'
import type { Flags } from '../../src/config.ts'
import { startFakeModelServer } from '../support/fake-model-server.ts'
import { type HttpApi, openHttpApi } from '../support/http-api.ts'
import { type ScriptedOutput, scriptedPass } from '../support/scripted-pass.ts'
import { tempFolder } from '../support/temp-home.ts'

const SKILLS = ['mail', 'post']

async function opened(flags: Flags = {}): Promise<HttpApi> {
  const shows = (name: string) => SKILLS.includes(name)
  const api = await openHttpApi(tempFolder(), flags, { passes: ({ shelf }) => [scriptedPass(shelf, { shows })] })
  onTestFinished(api.close)
  for (const name of SKILLS) await api.save(name)
  return api
}

const saving = (name: string, content: string): ScriptedOutput => ({ saves: [{ name, content }], archives: [] })
const begin = async (api: HttpApi) => (await api.ask('POST /api/cycles/begin')).json as { cycleId: string }

test('an agent takes a work order, hands it in, and reads what became of it', async () => {
  const api = await opened()
  const begun = await api.ask('POST /api/cycles/begin', { body: { kind: 'consolidate' } })
  expect(begun).toMatchObject({
    status: 200,
    json: { kind: 'consolidate', instructions: 'Do the pass consolidate.', skipped: [], due: [] },
  })
  const { cycleId } = begun.json
  const output = { ...saving('mail', 'Send it twice.'), archives: [{ name: 'nothing', into: 'mail' }] }
  const submitted = await api.ask('POST /api/cycles/submit', { body: { cycleId, output: JSON.stringify(output) } })
  expect(submitted.json).toMatchObject({
    applied: [{ kind: 'save', name: 'mail', version: 2, draft: false }],
    refused: [{ kind: 'archive', name: 'nothing' }],
    moreRefused: 0,
  })
  const one = await api.ask(`GET /api/cycles/one?id=${cycleId}`)
  expect(one.json).toMatchObject({ id: cycleId, status: 'applied', executor: 'order', seen: SKILLS })
  expect(one.json.applied).toEqual(submitted.json.applied)
  expect(Object.keys(one.json)).not.toContain('state')
})

test('the list is in pages, newest first', async () => {
  const api = await opened()
  const ids: string[] = []
  for (const line of ['One.', 'Two.', 'Three.']) {
    const { cycleId } = await begin(api)
    await api.ask('POST /api/cycles/submit', { body: { cycleId, output: saving('mail', line) } })
    ids.unshift(cycleId)
  }
  const first = await api.ask('GET /api/cycles?limit=2')
  expect(first.json).toMatchObject({ total: 3, nextCursor: ids[1] })
  const rest = await api.ask(`GET /api/cycles?limit=2&cursor=${ids[1]}`)
  const listed = [first, rest].flatMap(({ json }) => json.cycles as { id: string; applied: number }[])
  expect(listed.map(({ id, applied }) => [id, applied])).toEqual(ids.map((id) => [id, 1]))
  expect(rest.json.nextCursor).toBeUndefined()
})

test.each<[line: string, body: unknown, status: number]>([
  ['POST /api/cycles/begin', { kind: 'everything' }, 400],
  ['POST /api/cycles/submit', { cycleId: 'none', output: {} }, 404],
  ['POST /api/cycles/submit', { cycleId: 'none', output: 7 }, 400],
  ['GET /api/cycles/one?id=none', undefined, 404],
  ['GET /api/cycles?cursor=none', undefined, 404],
  ['POST /api/cycles/run', {}, 401],
  ['POST /api/cycles/undo', { id: 'none' }, 401],
])('%s with %j by an agent is %i', async (line, body, status) => {
  const api = await opened()
  expect((await api.ask(line, { body })).status).toBe(status)
})

test('a pass that somebody is at is not begun twice', async () => {
  const api = await opened()
  await begin(api)
  expect((await api.ask('POST /api/cycles/begin', { body: { kind: 'consolidate' } })).status).toBe(503)
  expect((await api.ask('POST /api/cycles/begin')).json).toMatchObject({ skipped: [{ kind: 'consolidate' }], due: [] })
})

test('the person has the provider run, first only to see, and takes it back', async () => {
  const server = await startFakeModelServer()
  const api = await opened({
    'provider.kind': 'openai',
    'provider.baseUrl': server.baseUrl('openai'),
    'provider.model': 'scripted',
  })
  server.otherwise({ text: JSON.stringify(saving('mail', 'Send it by the model.')) })
  const person = { who: 'operator' as const }
  const run = (body: unknown) => api.ask('POST /api/cycles/run', { ...person, body })
  const tag = await api.tagOf('mail')
  const seen = await run({ kind: 'consolidate', dryRun: true })
  expect(seen.json).toMatchObject({ dryRun: true, runs: [{ outcome: 'judged', applied: [{ name: 'mail' }] }] })
  expect(seen.json.proposals).toMatchObject([
    { pass: 'consolidate', kind: 'save', name: 'mail', verdict: 'apply', files: [{ file: 'SKILL.md' }] },
  ])
  expect([await api.tagOf('mail'), (await api.ask('GET /api/cycles')).json.total]).toEqual([tag, 0])

  const done = await run({ kind: 'consolidate' })
  expect(done.json).toMatchObject({ runs: [{ outcome: 'applied', applied: [{ kind: 'save', name: 'mail' }] }] })
  const [{ cycleId }] = done.json.runs as [{ cycleId: string }]
  const undone = await api.ask('POST /api/cycles/undo', { ...person, body: { id: cycleId } })
  expect(undone.json).toEqual({ undone: [{ name: 'mail', what: 'restored' }], refused: [] })
  expect((await api.ask('POST /api/cycles/undo', { ...person, body: { id: cycleId } })).status).toBe(409)
})

test('without a provider a run says what to do instead', async () => {
  const api = await opened()
  const refused = await api.ask('POST /api/cycles/run', { who: 'operator' })
  expect(refused).toMatchObject({ status: 400, json: { fix: expect.stringContaining('begin_cycle') } })
})

test('of what a dry run showed, what is chosen is carried out without asking the model again', async () => {
  const server = await startFakeModelServer()
  const api = await opened({
    'provider.kind': 'openai',
    'provider.baseUrl': server.baseUrl('openai'),
    'provider.model': 'scripted',
  })
  const person = { who: 'operator' as const }
  const saves = SKILLS.map((name) => ({ name, content: `# ${name}\n\nDo ${name} better.\n` }))
  server.reply({ text: JSON.stringify({ saves, archives: [] }) })
  const dry = await api.ask('POST /api/cycles/run', { ...person, body: { kind: 'consolidate', dryRun: true } })
  const [{ preview }] = dry.json.runs as [{ preview: string }]
  const apply = (changes: unknown, what = preview) =>
    api.ask('POST /api/cycles/apply', { ...person, body: { preview: what, changes } })
  const before = await api.tagOf('post')
  const done = await apply([{ kind: 'save', name: 'mail' }])
  expect(done.json).toMatchObject({
    outcome: 'applied',
    applied: [{ kind: 'save', name: 'mail' }],
    refused: [{ kind: 'save', name: 'post', reason: 'it was not chosen' }],
  })
  expect(await api.tagOf('post')).toBe(before)
  expect(server.asked).toHaveLength(1)
  // It is judged as things stand by now: the text that was shown is not the one that stands.
  expect((await apply([{ kind: 'save', name: 'mail' }])).json).toMatchObject({ applied: [] })
  expect((await apply([{ kind: 'save', name: 'mail' }], 'another')).status).toBe(404)
  expect((await apply([])).status).toBe(400)
  expect((await api.ask('POST /api/cycles/apply', { body: { preview, changes: [] } })).status).toBe(401)
})
