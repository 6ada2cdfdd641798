// GET /api/stream on a real server: what is told to whom, that nothing is told twice or lost over a break, and that lines of
// other processes are told as well.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LiveEnvelope } from '../../src/domain/live-event.ts'
import { createLiveFeed } from '../../src/events/live-feed.ts'
import { type HttpApi, useHttpApi } from '../support/http-api.ts'
import { SOON } from '../support/soon.ts'

type Told = Pick<LiveEnvelope, 'type'> & Partial<LiveEnvelope>

/** Reads the stream until the test ends. */
async function follow(api: HttpApi, who: 'agent' | 'operator', lastId?: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const headers = {
    ...(who === 'operator' ? { authorization: `Bearer ${api.token}` } : {}),
    ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
  }
  const response = await fetch(`${api.url}/api/stream`, { headers, signal: stop.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const told: Told[] = []
  const ids: string[] = []
  void read(response, told, ids).catch(() => {})
  return { told, ids, types: () => told.map(({ type }) => type), stop: () => stop.abort() }
}

async function read(response: Response, told: Told[], ids: string[]): Promise<void> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const messages = text.split('\n\n')
    text = messages.pop()!
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1]
      if (data === undefined) continue
      told.push(JSON.parse(data))
      ids.push(/^id: (.*)$/m.exec(message)?.[1] ?? '')
    }
  }
}

test('a save is told in the envelope of seed 002, with what was written down of it', async () => {
  const api = await useHttpApi({ agentId: 'alpha' })
  const { told } = await follow(api, 'operator')
  await api.save('tea')
  await expect.poll(() => told.map(({ type }) => type), SOON).toContain('skill.saved')
  expect(told.find(({ type }) => type === 'skill.saved')).toEqual({
    type: 'skill.saved',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    agent_id: 'alpha',
    sequence: expect.any(Number),
    correlation_id: null,
    payload: expect.objectContaining({ name: 'tea', actor: 'agent', version: 1, event_id: expect.any(String) }),
  })
  expect(told.find(({ type }) => type === 'skill.changed')?.payload).toEqual({ name: 'tea' })
})

test('a line that another process wrote is told once, with its session', async () => {
  const api = await useHttpApi()
  const { told } = await follow(api, 'operator')
  const line = { event: 'tool-called', id: 'x', sessionId: 's', timestamp: '2026-11-22T10:00:00.000Z', seq: 0 }
  mkdirSync(join(api.home, 'skill-usage'), { recursive: true })
  appendFileSync(
    join(api.home, 'skill-usage', 's.jsonl'),
    `${JSON.stringify({ ...line, actor: 'system', tool: 'Bash', ok: true })}\n`,
  )
  await expect.poll(() => told.map(({ type }) => type), SOON).toContain('tool.called')
  await api.save('tea')
  await expect.poll(() => told.map(({ type }) => type), SOON).toContain('skill.saved')
  expect(told.filter(({ type }) => type === 'tool.called')).toMatchObject([
    { correlation_id: 's', payload: { tool: 'Bash', ok: true, event_id: 'x' } },
  ])
})

test('a document that another process wrote is told as changed, a cache is not', async () => {
  const api = await useHttpApi()
  const { told } = await follow(api, 'agent')
  writeFileSync(join(api.home, 'cortex', 'stats.json'), '{}')
  writeFileSync(join(api.home, 'cortex', 'proposals.json'), '{"open":[]}')
  const parts = () => told.filter(({ type }) => type === 'home.changed').map(({ payload }) => payload?.part)
  await expect.poll(parts, SOON).toContain('proposals')
  expect(parts()).not.toContain('stats')
})

test('without a token only what anybody may know is told', async () => {
  const api = await useHttpApi()
  const agent = await follow(api, 'agent')
  const operator = await follow(api, 'operator')
  await api.ask('POST /api/recall', { body: { message: 'make a pot of tea', session: 's' } })
  await api.save('tea')
  await expect.poll(operator.types, SOON).toEqual(expect.arrayContaining(['turn', 'skill.saved', 'skill.changed']))
  await expect.poll(agent.types, SOON).toContain('skill.changed')
  expect(agent.types().filter((type) => !['skill.changed', 'home.changed'].includes(type))).toEqual([])
})

test('whoever comes back with the last id gets what came meanwhile, and nothing twice', async () => {
  const api = await useHttpApi()
  const first = await follow(api, 'operator')
  await api.save('tea')
  await expect.poll(first.types, SOON).toContain('skill.saved')
  first.stop()
  const had = first.told.map(({ sequence }) => sequence)
  await api.save('coffee')
  const second = await follow(api, 'operator', first.ids.at(-1))
  const names = () => second.told.filter(({ type }) => type === 'skill.saved').map(({ payload }) => payload?.name)
  await expect.poll(names, SOON).toEqual(['coffee'])
  expect(second.told.filter(({ sequence }) => had.includes(sequence))).toEqual([])
  expect(second.types()).not.toContain('stream.reset')
})

test('a number of another run, or one that is kept no more, is answered with stream.reset', async () => {
  const api = await useHttpApi()
  for (const lastId of ['elsewhere-7', 'nonsense', `${'9'.repeat(400)}`]) {
    const { types } = await follow(api, 'operator', lastId)
    await expect.poll(types, SOON).toContain('stream.reset')
  }
  const feed = createLiveFeed({ agentId: 'a', run: 'r', now: () => new Date(0) })
  for (let i = 0; i < 1_500; i += 1) feed.tell({ type: 'x', payload: {}, correlationId: null })
  const got: number[] = []
  expect(feed.follow(({ sequence }) => got.push(sequence), 1_400).missed).toBe(false)
  expect(got).toEqual(Array.from({ length: 100 }, (_, i) => 1_401 + i))
  expect(feed.follow(() => {}, 400).missed).toBe(true)
  expect(feed.follow(() => {}, 500).missed).toBe(false)
})

test('a wrong token is refused, and a reader that leaves is forgotten', async () => {
  const api = await useHttpApi()
  const refused = await fetch(`${api.url}/api/stream`, { headers: { authorization: 'Bearer wrong' } })
  expect(refused.status).toBe(401)
  const { stop } = await follow(api, 'agent')
  expect(api.app.live.followers()).toBe(1)
  stop()
  await expect.poll(() => api.app.live.followers(), SOON).toBe(0)
})

test('the hundred-and-first reader is told to wait', async () => {
  const api = await useHttpApi()
  for (let i = 0; i < 100; i += 1) await follow(api, 'agent')
  const last = await fetch(`${api.url}/api/stream`)
  expect(last.status).toBe(503)
  expect(await last.json()).toMatchObject({ code: 'busy' })
})
