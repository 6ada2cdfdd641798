// The second loop through each surface: an agent over MCP, a person at a terminal and over HTTP, and who is neither.
import { expect, onTestFinished, test } from 'vitest'
import { inProcess } from '../cli/in-process.ts'
import { useHttpApi } from '../support/http-api.ts'
import { connectClient } from '../support/mcp-clients.ts'
import { tempFolder } from '../support/temp-home.ts'

const OUTPUT = {
  assessments: [{ peer_id: 'bob', trust: -1, rationale: 'Two promises, none kept.' }],
  beliefs: [{ key: 'bob-is-late', value: 'Bob answers late.', rationale: 'Twice.' }],
  directives: [{ action: 'Ask Bob for the report.', peer_id: 'bob' }],
  summary: 'Bob is slow.',
}

test('an agent reflects by a work order, is told what came of it once, and consults; a person has the last word', async () => {
  const home = tempFolder()
  const agent = await connectClient('v2 auto', { kind: 'stdio', home, args: ['--toolsets', 'core,work,reflection'] })
  onTestFinished(() => agent.close())
  for (let n = 0; n < 5; n++) {
    await agent.call('record_interaction', { peer_id: 'bob', direction: 'in', preview: `part ${n}` })
  }
  const begun = (await agent.call('begin_cycle', {})).structuredContent as Record<string, string>
  expect(begun.kind).toBe('reflect')
  const { cycleId, context } = begun
  expect(context).toContain('- "bob": 5 interactions')
  const done = await agent.call('submit_cycle', { cycleId, output: OUTPUT })
  expect(done.content[0]!.text).toMatch(/^4 applied; 0 refused\.\n- assess bob: trust -1: Two promises/)
  const recalled = await agent.call('recall_skills', { message: 'what about bob', peers: ['bob'] })
  const kinds = (recalled.structuredContent as { context: { kind: string }[] }).context.map(({ kind }) => kind)
  expect(kinds).toEqual(['directive', 'peer', 'beliefs'])
  expect(await agent.read('cortex://beliefs')).toContain('- bob-is-late (bob): Bob answers late.')
  expect(await agent.read('cortex://directives')).toContain('"state": "delivered"')
  const held = await agent.call('consult', { decision: 'Pay bob in advance?', peers: ['bob'] })
  const { id } = held.structuredContent as { id: string }
  expect(held.structuredContent).toMatchObject({
    state: 'waiting',
    holding: expect.stringContaining('Commit to nothing'),
  })
  const order = (await agent.call('begin_cycle', { kind: 'consult' })).structuredContent as Record<string, string>
  const verdict = { verdict: 'deny', reasoning: 'He has kept no promise.', suggested_response: 'Not in advance.' }
  await agent.call('submit_cycle', { cycleId: order.cycleId, output: verdict })
  expect((await agent.call('consult', { id })).structuredContent).toMatchObject({ state: 'answered', verdict: 'deny' })
  expect((await agent.call('consult', {})).isError).toBe(true)

  const person = (...args: string[]) => inProcess([...args, '--home', home], { isTerminal: true })
  expect((await person('beliefs')).out).toMatch(
    /^1 belief .*\n- bob-is-late \(bob\): Bob answers late\.\n {2}1\d\d active minutes left/,
  )
  expect((await person('beliefs', 'edit', 'bob-is-late', 'Bob is on time.')).out).toContain(
    'Bob is on time.\n  120 active',
  )
  expect((await person('beliefs', 'pin', 'bob-is-late')).out).toContain('pinned, by you')
  expect((await person('beliefs', 'reject', 'bob-is-late')).out).toMatch(/^No belief stands/)
  expect((await person('beliefs', 'edit', 'bob-is-late')).exit).toBe(2)
  const told = (await person('reflections', '--last', '1')).out
  expect(told).toMatch(/interaction_count.*\n#1: Bob is slow\.\n\nDirectives:\n- .* delivered \(bob\)/)
  expect(told).toContain('deny: Pay bob in advance?')
  const [, directive] = /^- (\S+) delivered/m.exec(told)!
  expect((await person('reflections', '--done', directive!)).out).toContain(`${directive} done`)
  const piped = await inProcess(['beliefs', 'confirm', 'bob-is-late', '--home', home], { isTerminal: false })
  expect([piped.exit, piped.err]).toEqual([1, expect.stringContaining('only a person')])
})

test('over HTTP the operator sees and changes what nobody else sees', async () => {
  const api = await useHttpApi()
  const operator = { who: 'operator' as const }
  const event = { event: 'interaction', session: 's', peer: 'bob', direction: 'in', preview: 'hello' }
  await api.ask('POST /api/events', {
    body: { events: Array.from({ length: 5 }, (_, n) => ({ ...event, id: `e${n}` })) },
  })
  const { cycleId } = (await api.ask('POST /api/cycles/begin', { ...operator, body: { kind: 'reflect' } })).json
  await api.ask('POST /api/cycles/submit', { ...operator, body: { cycleId, output: OUTPUT } })
  for (const route of ['GET /api/beliefs', 'GET /api/reflections', 'GET /api/suggestions'] as const) {
    expect((await api.ask(route)).status, route).toBe(401)
  }
  expect((await api.ask('POST /api/beliefs', { body: { step: 'reject', key: 'bob-is-late' } })).status).toBe(401)
  expect((await api.ask('GET /api/beliefs', operator)).json).toMatchObject({
    beliefs: [{ key: 'bob-is-late', peerId: 'bob', trust: -1, minutesLeft: expect.any(Number), superseded: null }],
    block: '## Cortex Beliefs\n\n- bob-is-late (bob): Bob answers late.',
  })
  const pinned = await api.ask('POST /api/beliefs', { ...operator, body: { step: 'pin', key: 'bob-is-late' } })
  expect(pinned.json).toMatchObject({ beliefs: [{ pinned: true, minutesLeft: null }] })
  const bad = await api.ask('POST /api/beliefs', {
    ...operator,
    body: { step: 'edit', key: 'bob-is-late', value: 'a\nb' },
  })
  expect([bad.status, bad.json]).toEqual([400, expect.anything()])
  const history = (await api.ask('GET /api/reflections?last=1', operator)).json
  expect(history).toMatchObject({ reflections: [{ cycle: 1, id: cycleId, peersAssessed: ['bob'] }], consultations: [] })
  const { directives } = (await api.ask('GET /api/suggestions', operator)).json as { directives: { id: string }[] }
  const done = await api.ask('POST /api/suggestions/done', { body: { id: directives[0]!.id } })
  expect(done.json).toMatchObject({ state: 'done' })
})
