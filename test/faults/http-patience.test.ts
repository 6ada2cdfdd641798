// How long the HTTP server waits for clients that dawdle, and what they cost it. Minutes, because the limits are.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryOf } from '../support/process-memory.ts'
import { openSocket } from '../support/raw-http.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder } from '../support/temp-home.ts'

const MIB = 1024 * 1024
const CUT_MS_MAX = 60_000
const IDLE_SOCKETS = 1_000
const GROWTH_BYTES_MAX = 64 * MIB

const { folder: home, remove } = makeFolder()
let server: HttpServer

beforeAll(async () => {
  server = await startHttpServer(home)
})
afterAll(async () => {
  await server.stop()
  remove()
})

async function healthy(): Promise<number> {
  return (await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(5_000) })).status
}

/** Milliseconds until the server cuts a socket on which this is sent, and a byte more every second. */
async function cutAfter(beginning: string, drip: string): Promise<number> {
  const socket = await openSocket(server.port)
  const from = performance.now()
  socket.resume().write(beginning)
  const dripping = setInterval(() => socket.write(drip), 1_000)
  await once(socket, 'close')
  clearInterval(dripping)
  return performance.now() - from
}

const HOST = () => `Host: 127.0.0.1:${server.port}`
const JSON_TYPE = 'Content-Type: application/json'

test.concurrent.each<[what: string, beginning: () => string, drip: string]>([
  ['headers that come a byte a second', () => `GET /healthz HTTP/1.1\r\n${HOST()}\r\nX-Slow: `, 'x'],
  ['a request line that never ends', () => 'GET /', 'a'],
  [
    'a body that comes a byte a second',
    () => `POST /mcp HTTP/1.1\r\n${HOST()}\r\n${JSON_TYPE}\r\nContent-Length: 1000\r\n\r\n`,
    ' ',
  ],
  [
    'a chunk a second',
    () => `POST /mcp HTTP/1.1\r\n${HOST()}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '1\r\n \r\n',
  ],
])('%s are cut', async (_what, beginning, drip) => {
  expect(await cutAfter(beginning(), drip)).toBeLessThan(CUT_MS_MAX)
  expect(await healthy()).toBe(200)
})

test(`${IDLE_SOCKETS} sockets that say nothing are cut, the server answers meanwhile, and keeps little of them`, async () => {
  await healthy()
  const before = memoryOf(server.pid)
  const sockets = await Promise.all(Array.from({ length: IDLE_SOCKETS }, () => openSocket(server.port)))
  const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')))
  const from = performance.now()
  expect(await healthy()).toBe(200)
  expect(memoryOf(server.pid) - before).toBeLessThan(GROWTH_BYTES_MAX)
  await closed
  expect(performance.now() - from).toBeLessThan(CUT_MS_MAX)
  expect(await healthy()).toBe(200)
})

test('uploads beyond the limit, over and over, leave no memory behind', async () => {
  const upload = () =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(12 * MIB, 0x20),
    })
  for (let i = 0; i < 10; i++) expect((await upload()).status).toBe(413)
  const before = memoryOf(server.pid)
  for (let i = 0; i < 50; i++) expect((await upload()).status).toBe(413)
  expect(memoryOf(server.pid) - before).toBeLessThan(GROWTH_BYTES_MAX)
})
