// Goal: what strangers' hosts answer, or do not, can neither hang us, fill our memory nor pass for something whole.
// Real hosts on the loopback, which the rule of these tests allows; what the rule is for stands in fetch-guard.test.ts.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { SkillError } from '../../src/domain/skill-error.ts'
import { createFetcher, type FetchAsked, type FetcherOptions } from '../../src/net/fetcher.ts'
import { selfSigned } from '../support/certificate.ts'
import { httpHost, httpsHost, rawHost, sayingHost } from '../support/hosts.ts'

const ASKED = { bytesMax: 1000, accept: 'text/markdown' }
const [SOON_IDLE, SOON_OVER] = [{ idleMs: 200 }, { totalMs: 600 }]

const fetcher = (options: Partial<FetcherOptions> = {}) =>
  createFetcher({ isAllowedAddress: (address) => address === '127.0.0.1', ...options })

async function outcome(url: string, options: Partial<FetcherOptions> = {}, asked: FetchAsked = ASKED): Promise<string> {
  try {
    return (await fetcher(options)(url, asked)).bytes.toString()
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    expect(error.fix).toMatch(/^[A-Z].*\.$/)
    return `${error.code}: ${error.message.replace(/^"?(?:https?:\/\/)?[\w.]+:\d+\/?"?: /, '')}`
  }
}

test('the bytes as they are, and where they were', async () => {
  const bytes = Buffer.from([0, 255, 80, 75, 3, 4])
  const host = await httpHost((_request, response) => void response.end(bytes))
  expect(await fetcher()(`${host.url}/a?b=c#d`, ASKED)).toEqual({ url: `${host.url}/a?b=c#d`, bytes })
})

test('asks for what is wanted, unpacked, and tells nothing of who asks', async () => {
  const host = await httpHost((request, response) => {
    response.setHeader('set-cookie', 'id=1')
    if (request.url === '/') response.writeHead(302, { location: '/next' })
    response.end(JSON.stringify([request.method, request.url, request.headers]))
  })
  expect(JSON.parse(await outcome(host.url))).toEqual([
    'GET',
    '/next',
    {
      ...{ accept: 'text/markdown', 'accept-encoding': 'identity', 'user-agent': 'skill-cortex' },
      ...{ host: `127.0.0.1:${host.port}`, connection: 'close' },
    },
  ])
})

test('what is posted is JSON, asked again only where a redirect means the same question', async () => {
  const seen: string[] = []
  const host = await httpHost(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    seen.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`)
    const status = { '/same': 308, '/other': 303 }[request.url ?? '']
    if (status !== undefined) response.writeHead(status, { location: '/there' })
    response.end('came')
  })
  const asked = { ...ASKED, json: { items: ['ü'] } }
  expect(await outcome(`${host.url}/same`, {}, asked)).toBe('came')
  expect(seen).toEqual(['/same', '/there'].map((path) => `POST ${path} application/json {"items":["ü"]}`))
  expect(await outcome(`${host.url}/other`, {}, asked)).toBe('unreachable: expected status 200, got 303 (See Other)')
})

test('one question may have less time than all have', async () => {
  const host = await httpHost(() => undefined)
  expect(await outcome(host.url, {}, { ...ASKED, totalMs: 200 })).toBe(
    'unreachable: expected an answer, got none within 0.2 seconds',
  )
})

test('a status that is none says which it was, and what was asked for', async () => {
  const host = await httpHost((_request, response) => void response.writeHead(429, { 'retry-after': '34' }).end())
  await expect(fetcher()(host.url, ASKED)).rejects.toMatchObject({ status: 429, retryAfter: '34', code: 'unreachable' })
})

test('exactly as much as is allowed is taken, and not a byte more, whatever was announced', async () => {
  const answer = (size: number, headers = {}) =>
    httpHost((_request, response) => void response.writeHead(200, headers).end('x'.repeat(size)))
  expect(await outcome((await answer(1000)).url)).toHaveLength(1000)
  const more = 'too-large: expected at most 1000 bytes, got more'
  expect(await outcome((await answer(1001)).url)).toBe(more)
  expect(await outcome((await answer(1001, { 'transfer-encoding': 'chunked' })).url)).toBe(more)
})

test('an endless answer is cut at the limit', async () => {
  let sent = 0
  const host = await httpHost((_request, response) => {
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 1
    }
    response.on('drain', send)
    send()
  })
  const asked = { ...ASKED, bytesMax: 1024 * 1024 }
  expect(await outcome(host.url, {}, asked)).toMatch(/^too-large: expected at most 1048576 bytes/)
  // What the system's own buffers hold on the way comes on top.
  expect(sent * 64 * 1024).toBeLessThan(32 * 1024 * 1024)
})

test('what leads on or refuses is not read, however much it says', async () => {
  const endless = (status: number, headers: Record<string, string>) =>
    httpHost((request, response) => {
      if (request.url === '/there') return void response.end('there')
      response.writeHead(status, headers)
      const more = () => void (response.destroyed || response.write(Buffer.alloc(64 * 1024)))
      response.on('drain', more)
      more()
    })
  expect(await outcome((await endless(302, { location: '/there' })).url)).toBe('there')
  expect(await outcome((await endless(500, {})).url)).toMatch(/got 500 \(Internal Server Error\)$/)
})

test('where a host has several addresses, one that answers is enough', async () => {
  const host = await httpHost((_request, response) => void response.end('here'))
  const lookup = () =>
    Promise.resolve([
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ])
  expect(await outcome(`http://two.example:${host.port}`, { lookup, isAllowedAddress: () => true })).toBe('here')
})

const CUT = 'unreachable: expected an answer, got a connection that was cut (ECONNRESET)'
const NO_HTTP = /^unreachable: expected an answer, got something that is no proper HTTP \(HPE_\w+\)$/
const status = (line: string, ...headers: string[]) => `${[`HTTP/1.1 ${line}`, ...headers].join('\r\n')}\r\n\r\n`

const SAID: [is: string, bytes: string | Buffer, outcome: string | RegExp][] = [
  ['a length', `${status('200 OK', 'Content-Length: 5')}hello`, 'hello'],
  ['pieces', `${status('200 OK', 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`, 'hello'],
  ['no length', `${status('200 OK')}hello`, 'hello'],
  ['an unpacked answer that says so', `${status('200 OK', 'Content-Encoding: identity')}hello`, 'hello'],
  ['a length longer than what comes', `${status('200 OK', 'Content-Length: 50')}hello`, CUT],
  ['a length beyond the limit', `${status('200 OK', 'Content-Length: 1001')}hello`, /^too-large: /],
  ['a length beyond all numbers', `${status('200 OK', `Content-Length: ${'9'.repeat(40)}`)}hello`, NO_HTTP],
  ['two lengths', `${status('200 OK', 'Content-Length: 5', 'Content-Length: 7')}hello`, NO_HTTP],
  ['a length and pieces', status('200 OK', 'Content-Length: 5', 'Transfer-Encoding: chunked'), NO_HTTP],
  ['pieces without an end', `${status('200 OK', 'Transfer-Encoding: chunked')}5\r\nhello\r\n`, CUT],
  ['gzip', Buffer.concat([Buffer.from(status('200 OK', 'Content-Encoding: gzip')), gzipSync('hello')]), /Content-Enc/],
  ['gzip below', status('200 OK', 'Transfer-Encoding: gzip, chunked'), /^unreachable: .*\(Transfer-Encoding\)$/],
  ['headers beyond their limit', status('200 OK', `X: ${'x'.repeat(20_000)}`), NO_HTTP],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', NO_HTTP],
  [
    'a change of protocol',
    status('101 Switching', 'Upgrade: h2c', 'Connection: upgrade'),
    /none before the connection/,
  ],
  ['nothing', '', CUT],
  ['not there', status('404 Not here'), 'not-found: expected status 200, got 404 (Not Found)'],
  ['gone', status('410 Gone'), 'not-found: expected status 200, got 410 (Gone)'],
  ['a login', status('401 Who', 'WWW-Authenticate: Basic'), 'unreachable: expected status 200, got 401 (Unauthorized)'],
  [
    'too many asked',
    status('429 Slow', 'Retry-After: 120'),
    'unreachable: expected status 200, got 429 (Too Many Requests), to be tried again after "120"',
  ],
  ['a failure', status('503 Later'), 'unreachable: expected status 200, got 503 (Service Unavailable)'],
  ['a part', `${status('206 Part', 'Content-Length: 5')}hello`, /got 206 \(Partial Content\)$/],
  ['no content', status('204 None'), /got 204 \(No Content\)$/],
  ['a redirect to nowhere', status('302 Found'), /got 302 \(Found\)$/],
  ['a status of its own', status('799 \u001b[2JHa'), /got 799 \(unknown\)$/],
]

test.each(SAID)('answered: %s', async (_is, bytes, expected) => {
  const said = await outcome((await sayingHost(bytes)).url)
  if (typeof expected === 'string') expect(said).toBe(expected)
  else expect(said).toMatch(expected)
})

test('more than was announced is never taken', async () => {
  const host = await sayingHost(`${status('200 OK', 'Content-Length: 5')}hello world`)
  // Whether it is noticed hangs on how the bytes arrive.
  expect(await outcome(host.url)).toMatch(/^(?:hello|unreachable: .*)$/)
})

const IDLE: [is: string, speak: (socket: Socket) => void][] = [
  ['says nothing', () => undefined],
  ['stops in its headers', (socket) => void socket.write('HTTP/1.1 200')],
  ['stops midway', (socket) => void socket.write(`${status('200 OK')}ab`)],
]

test.each(IDLE)('a host that %s is given up', async (_is, speak) => {
  expect(await outcome((await rawHost(speak)).url, SOON_IDLE)).toBe(
    'unreachable: expected an answer, got nothing more for 0.2 seconds',
  )
})

const DRIPS: [is: string, first: string, drop: string][] = [
  ['its answer', status('200 OK'), 'x'],
  ['its headers', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'],
  ['announcements', '', status('103 Early')],
]

test.each(DRIPS)('a host that drips %s without end is given up, and hung up on', async (_is, first, drop) => {
  const ends: Promise<unknown>[] = []
  const host = await rawHost((socket) => {
    const timer = setInterval(() => socket.write(drop), 20)
    ends.push(once(socket, 'close').finally(() => clearInterval(timer)))
    socket.write(first)
  })
  expect(await outcome(host.url, SOON_OVER)).toBe('unreachable: expected an answer, got none within 0.6 seconds')
  expect(ends).toHaveLength(1)
  await Promise.all(ends)
})

test('a name that nobody resolves in time is given up, and so is a circle of slow redirects', async () => {
  const over = /expected an answer, got none within 0\.6 seconds$/
  const lookup = () => new Promise<never>(() => undefined)
  expect(await outcome('http://slow.example:80', { ...SOON_OVER, lookup })).toMatch(over)
  const slow = await httpHost((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 250)
  })
  expect(await outcome(slow.url, SOON_OVER)).toMatch(over)
  expect(slow.connections()).toBeLessThan(6)
})

test('a name without an address, and a port where nobody listens', async () => {
  const unknown = () => Promise.reject(Object.assign(new Error('secret detail'), { code: 'ENOTFOUND' }))
  for (const lookup of [unknown, () => Promise.resolve([])]) {
    expect(await outcome('http://no.example:80', { lookup })).toMatch(
      /expected an answer, got no address of that name$/,
    )
  }
  expect(await outcome('http://127.0.0.1:1')).toBe(
    'unreachable: expected an answer, got nobody who listens there (ECONNREFUSED)',
  )
})

test('over HTTPS, when the certificate is one that is trusted and of that name', async () => {
  const certificate = selfSigned()
  const host = await httpsHost(certificate, (_request, response) => void response.end('safe'))
  const ca = certificate.cert
  const lookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  expect(await outcome(host.url, { ca })).toBe('safe')
  expect(await outcome(`https://localhost:${host.port}`, { ca, lookup })).toBe('safe')
  const unproven = /^unreachable: .*got a certificate or a connection that proves nothing \(\w+\)$/
  expect(await outcome(host.url)).toMatch(unproven)
  expect(await outcome(`https://other.example:${host.port}`, { ca, lookup })).toMatch(unproven)
  expect(await outcome(`http://127.0.0.1:${host.port}`)).toBe(CUT)
})
