// Every row of bad-messages.ts is sent, then a good call: nothing dies, the code is right, nothing of our inside leaks, and
// stdout holds nothing but JSON-RPC.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  type Era,
  openLegacySession,
  postMcp,
  postModern,
  requestOf,
  type StdioPeer,
  startStdioPeer,
  toolCall,
} from '../support/json-rpc.ts'
import { forThisTest, type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { BAD_ID, type BadMessage, badMessages, type Expected } from './bad-messages.ts'

const ERAS: Era[] = ['legacy', 'modern']

test('there are enough of them', () => {
  for (const era of ERAS) expect(badMessages(era).length).toBeGreaterThanOrEqual(37)
})

/** The answer in the words of a row. */
function kindOf(answer: Answer | undefined): Expected {
  if (answer === undefined) return 'silence'
  if (answer.error !== undefined) return answer.error.code
  return answer.result?.isError === true ? 'isError' : 'result'
}

/** No stack, no path of this machine, no validator's report; and a sentence that says something. */
function expectClean(answer: Answer | undefined): void {
  const text = JSON.stringify(answer ?? {})
  expect(text).not.toMatch(/\bat \S+ \(|node:internal|node_modules|\.[mc]?[jt]s:\d/)
  expect(text).not.toMatch(/"\/(?:home|root|tmp|usr|work|var)\//)
  expect(text).not.toContain('invalid_type')
  if (answer?.error !== undefined) expect(answer.error.message).toMatch(/\w{3}/)
}

describe.each(ERAS)('on %s stdio', (era) => {
  const { folder: home, remove } = makeFolder()
  let peer: StdioPeer
  beforeAll(async () => {
    peer = await startStdioPeer(home, era)
    await peer.request('tools/list')
  })
  afterAll(async () => {
    await peer.stop()
    remove()
  })

  const rows = badMessages(era)

  test.each(rows.filter((row) => row.opening !== true))('$what', async ({ body, expected }) => {
    const said = await saidTo(peer, body)
    expect(said.map(kindOf)).toEqual(expected === 'silence' ? [] : [expected])
    said.forEach(expectClean)
    expect(peer.noise()).toEqual([])
  })

  test.each(rows.filter((row) => row.opening === true))('$what', async ({ body, expected }) => {
    const fresh = await forThisTest(startStdioPeer(tempFolder(), era))
    expect((await saidTo(fresh, body)).map(kindOf)).toEqual([expected])
  })

  test('all of them at once, and then a good call', async () => {
    for (const row of rows) peer.send(row.body)
    expect((await peer.call('list_skills')).result?.structuredContent).toMatchObject({ total: 3 })
    expect(peer.child.exitCode).toBe(null)
    expect(peer.stderr()).not.toMatch(/^\s+at |invalid_type|Warning/m)
  })

  test('a request that cannot be read is answered under its own id wherever it says one', async () => {
    for (const params of [[1], 'x', null]) {
      const id = `unreadable-${JSON.stringify(params)}`
      peer.send({ jsonrpc: '2.0', id, method: 'tools/call', params })
      expect((await peer.answerTo(id)).error?.code).toBe(-32_600)
    }
  })

  test.each(['tools/call', 'prompts/get'])(
    '%s of an unknown name says where names come from, at any length',
    async (method) => {
      const list = `${method.split('/')[0]}/list names them all`
      for (const name of ['nope', 'constructor', 'n'.repeat(1_000_000)]) {
        const { error } = await peer.request(method, { name })
        expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(list) })
        expect(error?.message.length).toBeLessThan(200)
      }
    },
  )

  // What was said between the bad message and the good answer after it, list_changed aside.
  async function saidTo(to: StdioPeer, body: string | Buffer): Promise<Answer[]> {
    const before = to.heard().length
    to.send(body)
    const good = await to.call('list_skills', { limit: 1 })
    expect(good.result?.isError).toBeUndefined()
    return to
      .heard()
      .slice(before)
      .filter((message) => message.id !== good.id && message.method === undefined)
  }
})

describe.each(ERAS)('over %s HTTP', (era) => {
  const { folder: home, remove } = makeFolder()
  let server: HttpServer
  let session: Record<string, string> = {}
  beforeAll(async () => {
    server = await startHttpServer(home)
    if (era === 'legacy') session = await openLegacySession(server.url)
  })
  afterAll(async () => {
    await server.stop()
    remove()
  })

  const headersOf = (body: string | Buffer): Record<string, string> => (era === 'legacy' ? session : headersFor(body))

  test.each(badMessages(era))('$what', async ({ body, expected, http }: BadMessage) => {
    const { status, answer } = await postMcp(server.url, body, headersOf(body))
    expect(kindOf(answer), JSON.stringify(answer)).toBe(http?.expected ?? expected)
    if (http?.status !== undefined) expect(status).toBe(http.status)
    expect(status).toBeLessThan(500)
    expectClean(answer)
    const good = toolCall(era, 8, 'list_skills', { limit: 1 })
    const { answer: next } =
      era === 'modern' ? await postModern(server.url, good) : await postMcp(server.url, good, session)
    expect(next?.result?.structuredContent).toMatchObject({ total: 3 })
  })

  test('no row left a trace in the log but one short line each', () => {
    expect(server.stderr()).not.toMatch(/^\s+at |internal error|invalid_type|Warning/m)
    for (const line of server.stderr().split('\n')) expect(line.length).toBeLessThan(400)
  })
})

describe('modern HTTP headers that are missing or disagree with the body', () => {
  const { folder: home, remove } = makeFolder()
  let server: HttpServer
  beforeAll(async () => {
    server = await startHttpServer(home)
  })
  afterAll(async () => {
    await server.stop()
    remove()
  })

  const call = toolCall('modern', BAD_ID, 'list_skills')
  const MISMATCH = { code: -32_020 }
  test.each<[what: string, headers: Record<string, string>, error: object]>([
    ['another method', { 'mcp-method': 'tools/list' }, MISMATCH],
    ['another name', { 'mcp-name': 'get_skill' }, MISMATCH],
    ['no method', { 'mcp-method': '' }, MISMATCH],
    ['no name', { 'mcp-name': '' }, MISMATCH],
    ['another version', { 'mcp-protocol-version': '2025-11-25' }, MISMATCH],
    ['a version that nobody knows', { 'mcp-protocol-version': '2099-01-01' }, MISMATCH],
  ])('%s', async (_what, headers, error) => {
    const { status, answer } = await postModern(server.url, call, headers)
    expect({ status, error: answer?.error }).toMatchObject({ status: 400, error })
  })

  test('a version that nobody knows, in the header and in the body', async () => {
    const text = JSON.stringify(requestOf('modern', BAD_ID, 'tools/list')).replace('2026-07-28', '2099-01-01')
    const { status, answer } = await postMcp(server.url, text, {
      'mcp-protocol-version': '2099-01-01',
      'mcp-method': 'tools/list',
    })
    expect({ status, error: answer?.error }).toMatchObject({
      status: 400,
      error: { code: -32_022, data: { supported: ['2026-07-28'] } },
    })
  })

  test('a session id is ignored, and none is given', async () => {
    const { status, headers } = await postModern(server.url, call, { 'mcp-session-id': crypto.randomUUID() })
    expect(status).toBe(200)
    expect(headers.get('mcp-session-id')).toBe(null)
  })
})

// As a client would set them; a header cannot hold everything that a body can.
function headersFor(body: string | Buffer): Record<string, string> {
  const sent = looseParse(body.toString())
  const fits = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]+$/.test(value)
  const name = sent.params?.name ?? sent.params?.uri
  return {
    'mcp-protocol-version': '2026-07-28',
    ...(fits(sent.method) ? { 'mcp-method': sent.method } : {}),
    ...(fits(name) ? { 'mcp-name': name } : {}),
  }
}

function looseParse(text: string): { method?: unknown; params?: { name?: unknown; uri?: unknown } } {
  try {
    return JSON.parse(text) ?? {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
