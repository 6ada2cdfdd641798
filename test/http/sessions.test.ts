// Many clients of one HTTP server: none hears another's answers, and those who never say goodbye cost nothing lasting.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  type Era,
  INITIALIZE,
  openLegacySession,
  postMcp,
  postModern,
  requestOf,
  toolCall,
} from '../support/json-rpc.ts'
import { memoryOf } from '../support/process-memory.ts'
import { forThisTest, type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const CLIENTS = 32
const CALLS = 60
// Typed out: what the server promises to keep at most.
const SESSIONS_KEPT_MAX = 200
const SESSIONS_OPENED = 2_000
const OPENED_AT_ONCE = 16
// Resident memory, which the runtime gives back late and each version otherwise: this finds a leak, not a byte.
const BYTES_A_SESSION_MAX = 48 * 1024

const { folder: home, remove } = makeFolder()
let server: HttpServer

beforeAll(async () => {
  for (let client = 0; client < CLIENTS; client++) writeSkill(home, `client-${client}`, `# For client ${client}\n`)
  server = await startHttpServer(home)
})
afterAll(async () => {
  await server.stop()
  remove()
})

const ERAS: Era[] = ['legacy', 'modern']

test.each(ERAS)(
  `${CLIENTS} %s clients that count their requests alike each get their own answers`,
  async (era) => {
    const wrong: string[] = []
    const clientRun = async (client: number) => {
      const session = era === 'legacy' ? await openLegacySession(server.url) : { 'skill-session': `talk-${client}` }
      const post = era === 'legacy' ? postMcp : postModern
      for (let id = 0; id < CALLS; id++) {
        const { answer } = await post(server.url, toolCall(era, id, 'get_skill', { name: `client-${client}` }), session)
        const skill = answer?.result?.structuredContent?.skill as { name: string } | undefined
        if (answer?.id !== id || skill?.name !== `client-${client}`)
          wrong.push(`${client}/${id}: ${JSON.stringify(answer)}`)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => clientRun(client)))
    expect(wrong).toEqual([])
  },
  120_000,
)

describe('a legacy session', () => {
  const ask = (session: Record<string, string>, id = 2) =>
    postMcp(server.url, toolCall('legacy', id, 'list_skills'), session)

  test('ends with DELETE, and its client is told to begin anew', async () => {
    const session = await openLegacySession(server.url)
    expect((await ask(session)).status).toBe(200)
    expect((await fetch(`${server.url}/mcp`, { method: 'DELETE', headers: session })).status).toBe(200)
    const gone = await ask(session)
    expect(gone).toMatchObject({
      status: 404,
      answer: { error: { message: expect.stringContaining('Initialize again') } },
    })
    expect((await fetch(`${server.url}/mcp`, { method: 'DELETE', headers: session })).status).toBe(404)
  })

  test('that was never opened is not found', async () => {
    for (const id of ['', 'x', crypto.randomUUID(), '../../etc/passwd', '__proto__']) {
      expect((await ask({ 'mcp-session-id': id })).status, id).toBe(404)
    }
  })

  test('cannot be initialized twice', async () => {
    const session = await openLegacySession(server.url)
    const again = await postMcp(server.url, requestOf('legacy', 3, 'initialize', INITIALIZE), session)
    expect(again).toMatchObject({ status: 400, answer: { error: { code: -32_600 } } })
  })

  test('speaks the revision that its client asked for', async () => {
    for (const protocolVersion of ['2025-06-18', '2025-11-25']) {
      const opened = await postMcp(server.url, requestOf('legacy', 1, 'initialize', { ...INITIALIZE, protocolVersion }))
      expect(opened.answer?.result).toMatchObject({ protocolVersion })
    }
  })

  test('has one stream of notices', async () => {
    const session = await openLegacySession(server.url)
    const listen = () =>
      fetch(`${server.url}/mcp`, {
        headers: { ...session, accept: 'text/event-stream' },
        signal: AbortSignal.timeout(5_000),
      })
    const first = await listen()
    expect(first.status).toBe(200)
    expect((await listen()).status).toBe(409)
    await first.body?.cancel()
    await expect.poll(async () => (await listen()).status).toBe(200)
  })
})

test('a GET without a session is not a way in', async () => {
  const response = await fetch(`${server.url}/mcp`, { headers: { accept: 'text/event-stream' } })
  expect(response.status).toBe(405)
})

describe(`${SESSIONS_OPENED} sessions that nobody closes`, () => {
  test(`are ${SESSIONS_KEPT_MAX} in the end, the last ones, and cost no memory that lasts`, async () => {
    // A small nursery, so that what is resident is what is kept and not what was not swept yet.
    const env = { NODE_OPTIONS: '--max-semi-space-size=1' }
    const busy = await forThisTest(startHttpServer(tempFolder(), { env }))
    // The first ones pay for what every server loads once, and for a heap of its working size.
    await openSessions(busy.url, SESSIONS_OPENED)
    const before = memoryOf(busy.pid)
    const opened = await openSessions(busy.url, SESSIONS_OPENED)
    const grown = memoryOf(busy.pid) - before
    expect(grown / SESSIONS_OPENED).toBeLessThan(BYTES_A_SESSION_MAX)

    const status = async (id: string) =>
      (await postMcp(busy.url, toolCall('legacy', 2, 'list_skills'), { 'mcp-session-id': id })).status
    const statuses = await Promise.all(opened.slice(-2 * SESSIONS_KEPT_MAX).map(status))
    expect(statuses.filter((code) => code === 200)).toHaveLength(SESSIONS_KEPT_MAX)
    // Those that were opened at once may have been let in in another order.
    expect(statuses.slice(-SESSIONS_KEPT_MAX + OPENED_AT_ONCE)).not.toContain(404)
    expect(statuses.slice(0, SESSIONS_KEPT_MAX - OPENED_AT_ONCE)).not.toContain(200)

    // And whoever lost its session gets a new one.
    const again = await openLegacySession(busy.url)
    expect(await status(again['mcp-session-id'])).toBe(200)
  }, 120_000)

  test('never push out a client that listens', async () => {
    const busy = await forThisTest(startHttpServer(tempFolder()))
    const listener = await openLegacySession(busy.url)
    const leaving = new AbortController()
    const stream = await fetch(`${busy.url}/mcp`, {
      headers: { ...listener, accept: 'text/event-stream' },
      signal: leaving.signal,
    })
    expect(stream.status).toBe(200)
    const stillThere = async () => (await postMcp(busy.url, toolCall('legacy', 2, 'list_skills'), listener)).status
    await openSessions(busy.url, SESSIONS_KEPT_MAX + 20)
    expect(await stillThere()).toBe(200)

    // Once it has hung up it is like any other.
    leaving.abort()
    await expect
      .poll(
        async () => {
          await openSessions(busy.url, SESSIONS_KEPT_MAX)
          return stillThere()
        },
        { timeout: 20_000 },
      )
      .toBe(404)
  }, 60_000)
})

/** Opens them some at a time, in order, and forgets them. */
async function openSessions(url: string, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const some = Math.min(OPENED_AT_ONCE, count - ids.length)
    const opened = await Promise.all(
      Array.from({ length: some }, () => postMcp(url, requestOf('legacy', 1, 'initialize', INITIALIZE))),
    )
    for (const { headers, answer } of opened) ids.push(sessionOf(headers, answer))
  }
  return ids
}

function sessionOf(headers: Headers, answer: Answer | undefined): string {
  const id = headers.get('mcp-session-id')
  if (id === null) throw new Error(`no session: ${JSON.stringify(answer)}`)
  return id
}
