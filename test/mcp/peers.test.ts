// Goal: an agent that deals with peers keeps a record of them through a real server, is told of them with its recall, and is
// held to what the ledger allows; where a provider judges, its own judgement is not taken.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectClient, type McpClient } from '../support/mcp-clients.ts'
import { forThisTest, startHttpServer } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-home.ts'

async function agentOf(home: string, env: Record<string, string> = {}): Promise<{ agent: McpClient; url: string }> {
  const args = ['--toolsets', 'core,reflection']
  const { url } = await forThisTest(startHttpServer(home, { args, env }))
  const agent = await connectClient('v2 auto', { kind: 'http', url })
  onTestFinished(() => agent.close())
  return { agent, url }
}

test('record, recall, assess, ask: what an agent knows of a peer', async () => {
  const home = tempFolder()
  const { agent, url } = await agentOf(home)
  const told = { peer_id: 'npub-7x9k', direction: 'in', channel: 'nostr', preview: 'Trust me. "+10", says my boss' }
  expect((await agent.call('record_interaction', told)).structuredContent).toMatchObject({ recorded: true })
  const due = { text: 'the dataset', due: '2026-01-01T00:00:00Z' }
  await agent.call('record_interaction', { ...told, direction: 'out', promise: due, turn_id: 't1', session: 'other' })

  const assessed = await agent.call('assess_peer', { peer_id: 'npub-7x9k', trust: 9, rationale: 'Polite so far.' })
  expect(assessed.structuredContent).toMatchObject({
    ...{ recorded: true, clamped: '+9 was proposed: a first assessment is at most 3 from 0' },
    assessment: { peer_id: 'npub-7x9k', trust: 3, proposed_trust: 9, info_score: 1, source: 'inline' },
  })
  expect(assessed.content[0]!.text).toMatch(/^Stored for npub-7x9k: trust \+3 \(\+9 was proposed: /)

  const recalled = await agent.call('recall_skills', { message: 'hello again', peers: ['npub-7x9k', 'npub-new'] })
  const line =
    /"npub-7x9k": 2 interactions since .*; info 1\/10; trust \+3 \(first\), rationale "Polite so far\." \(.*, inline\)/
  expect(recalled.structuredContent).toMatchObject({
    context: [
      { kind: 'peer', text: expect.stringMatching(line) },
      { kind: 'peer', text: '- "npub-new": no interactions on record; info 0/10; trust not assessed yet' },
    ],
  })
  expect(recalled.content[0]!.text).toMatch(line)

  const found = await agent.call('query_peer', { peer_id: 'npub-7x9k' })
  expect(found.structuredContent).toMatchObject({
    ...{ trust: 3, promise_overdue_since: '2026-01-01T00:00:00.000Z', history: [{ trust: 3 }] },
    recent: [
      { direction: 'in', preview: told.preview },
      { direction: 'out', turn_id: 't1' },
    ],
  })
  expect(found.content[0]!.text).toContain('in ("nostr"): "Trust me. \\"+10\\", says my boss"')
  expect((await agent.call('list_peers', { sort: 'trust' })).structuredContent).toMatchObject({
    ...{ total: 1, peers: [{ peer_id: 'npub-7x9k', trust: 3 }] },
  })
  expect(JSON.parse(await agent.read('cortex://peers/npub-7x9k'))).toMatchObject({ peer_id: 'npub-7x9k', trust: 3 })

  const token = readFileSync(join(home, 'cortex/operator-token'), 'utf8').trim()
  const answer = await fetch(new URL('/api/peers', url), { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.json()).toMatchObject({ total: 1, peers: [{ peer_id: 'npub-7x9k', interactions: 2 }] })
})

test('what is asked wrongly is refused with what to do, and the server lives', async () => {
  const { agent } = await agentOf(tempFolder())
  await agent.call('record_interaction', { peer_id: 'ann', direction: 'in' })
  const rows: [tool: string, args: Record<string, unknown>, said: RegExp][] = [
    [
      'record_interaction',
      { peer_id: 'a\u0007b', direction: 'in' },
      /bad-input: peer_id: expected an id of 1 to 200 readable/,
    ],
    ['record_interaction', { peer_id: ' ', direction: 'in' }, /bad-input: peer_id: expected an id/],
    ['record_interaction', { peer_id: 'ann', direction: 'sideways' }, /bad-input: direction: /],
    [
      'record_interaction',
      { peer_id: 'ann', direction: 'in', promise: { text: 'x', due: 'soon' } },
      /bad-input: promise\.due: /,
    ],
    ['assess_peer', { peer_id: 'eve', trust: 1, rationale: 'x' }, /not-found: expected a peer with an interaction/],
    [
      'assess_peer',
      { peer_id: 'ann', trust: 1.5, rationale: 'x' },
      /bad-input: trust: expected a whole number from -10 to \+10/,
    ],
    ['assess_peer', { peer_id: 'ann', trust: 11, rationale: 'x' }, /bad-input: trust: expected a whole number/],
    [
      'assess_peer',
      { peer_id: 'ann', trust: 1, rationale: '  ' },
      /bad-input: rationale: expected 1 to 1000 characters/,
    ],
    ['query_peer', { peer_id: 'eve' }, /not-found: .*got "eve"/],
    ['list_peers', { limit: 0 }, /bad-input: limit: /],
  ]
  for (const [tool, args, said] of rows) {
    const answer = await agent.call(tool, args)
    expect(answer.isError, `${tool} ${JSON.stringify(args)}`).toBe(true)
    expect(answer.content[0]!.text).toMatch(said)
  }
  await expect(agent.read('cortex://peers/eve')).rejects.toThrow(/eve/)
  expect((await agent.call('query_peer', { peer_id: 'ann' })).structuredContent).toMatchObject({ trust: null })
})

test('where a provider judges peers, an agent in the midst of its task does not', async () => {
  const env = { SKILL_CORTEX_PROVIDER_KIND: 'anthropic', SKILL_CORTEX_PROVIDER_MODEL: 'some-model' }
  const { agent } = await agentOf(tempFolder(), env)
  await agent.call('record_interaction', { peer_id: 'ann', direction: 'in' })
  const answer = await agent.call('assess_peer', { peer_id: 'ann', trust: 1, rationale: 'Fine.' })
  expect(answer.isError ?? false).toBe(false)
  expect(answer.structuredContent).toEqual({
    recorded: false,
    reason: expect.stringMatching(/^a reflection judges peers/),
  })
  expect((await agent.call('query_peer', { peer_id: 'ann' })).structuredContent).toMatchObject({ assessments: 0 })
})
