// What the HTTP server refuses before it looks at what is asked, told by tables: foreign hosts, foreign pages, wrong types,
// missing tokens, bodies beyond the limits. And that no GET changes anything.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postMcp, requestOf, toolCall } from '../support/json-rpc.ts'
import { openSocket, rawExchange, rawRequest } from '../support/raw-http.ts'
import { forThisTest, type HttpServer, startHttpServer, startProcess } from '../support/server-process.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'

const TOKEN = 'a-long-enough-operator-token'
const MIB = 1024 * 1024
const { folder: home, remove } = makeFolder()
let server: HttpServer
let guarded: HttpServer

beforeAll(async () => {
  server = await startHttpServer(home)
  guarded = await startHttpServer(home, { env: { SKILL_CORTEX_TOKEN: TOKEN } })
})
afterAll(async () => {
  await Promise.all([server.stop(), guarded.stop()])
  remove()
})

const RECALL = JSON.stringify({ message: 'how do skills work here' })
const CALL = JSON.stringify(toolCall('legacy', 1, 'list_skills'))
const JSON_TYPE = 'Content-Type: application/json'
const ACCEPT = 'Accept: application/json, text/event-stream'

/** Every path and method that is served, with a body that it would take. */
const ROUTES: [line: string, body: string][] = [
  ['GET /healthz', ''],
  ['POST /api/recall', RECALL],
  ['POST /mcp', CALL],
  ['GET /api/skills', ''],
  ['POST /api/skills', JSON.stringify({ name: 'by-anybody', content: 'x' })],
  ['GET /openapi.json', ''],
  ['GET /mcp', ''],
  ['DELETE /mcp', ''],
]

function send(port: number, line: string, headers: string[], body = ''): ReturnType<typeof rawExchange> {
  const length = body === '' ? [] : [JSON_TYPE, ACCEPT, `Content-Length: ${Buffer.byteLength(body)}`]
  return rawExchange(port, rawRequest([`${line} HTTP/1.1`, ...headers, ...length], body))
}

describe('a request whose Host or page is', () => {
  const own = (port: number) => `Host: 127.0.0.1:${port}`
  const TABLE: [what: string, headers: (port: number) => string[], status: number][] = [
    ['ours by address', (p) => [own(p)], 200],
    ['ours by name', (p) => [`Host: localhost:${p}`], 200],
    ['ours by name, shouted', (p) => [`Host: LOCALHOST:${p}`], 200],
    ['ours by IPv6', (p) => [`Host: [::1]:${p}`], 200],
    ['ours, from our own page', (p) => [own(p), `Origin: http://127.0.0.1:${p}`, 'Sec-Fetch-Site: same-origin'], 200],
    ['ours, typed into a browser', (p) => [own(p), 'Sec-Fetch-Site: none'], 200],
    ['foreign', () => ['Host: evil.example'], 403],
    ['foreign with our port', (p) => [`Host: evil.example:${p}`], 403],
    ['ours as a beginning', (p) => [`Host: localhost.evil.example:${p}`], 403],
    ['ours as an end', (p) => [`Host: evil-localhost:${p}`], 403],
    ['ours with another port', (p) => [`Host: 127.0.0.1:${p + 1}`], 403],
    ['ours without its port', () => ['Host: 127.0.0.1'], 403],
    ['another address of loopback', (p) => [`Host: 127.0.0.2:${p}`], 403],
    ['any address', (p) => [`Host: 0.0.0.0:${p}`], 403],
    ['ours with a user', (p) => [`Host: evil@127.0.0.1:${p}`], 400],
    ['ours in decimal', (p) => [`Host: 2130706433:${p}`], 403],
    ['ours with a dot', (p) => [`Host: localhost.:${p}`], 403],
    ['empty', () => ['Host: '], 403],
    ['ours and foreign at once', (p) => [own(p), 'Host: evil.example'], 400],
    ['foreign and ours at once', (p) => ['Host: evil.example', own(p)], 400],
    ['a foreign page', (p) => [own(p), 'Origin: https://evil.example'], 403],
    ['a page of another local port', (p) => [own(p), `Origin: http://127.0.0.1:${p + 1}`], 403],
    ['a page of localhost without a port', (p) => [own(p), 'Origin: http://localhost'], 403],
    ['a page over https', (p) => [own(p), `Origin: https://127.0.0.1:${p}`], 403],
    ['a page that begins like ours', (p) => [own(p), `Origin: http://127.0.0.1:${p}.evil.example`], 403],
    ['a page without an origin', (p) => [own(p), 'Origin: null'], 403],
    ['a file', (p) => [own(p), 'Origin: file://'], 403],
    ['an empty Origin', (p) => [own(p), 'Origin: '], 403],
    ['a browser extension', (p) => [own(p), 'Origin: chrome-extension://abc'], 403],
    ['a cross-site fetch', (p) => [own(p), 'Sec-Fetch-Site: cross-site'], 403],
    ['a same-site fetch', (p) => [own(p), 'Sec-Fetch-Site: same-site'], 403],
  ]

  describe.each(ROUTES.slice(0, 3))('%s', (line, body) => {
    test.each(TABLE)('%s', async (_what, headers, status) => {
      const answer = await send(server.port, line, headers(server.port), body)
      expect(`${answer.status} ${answer.body}`).toMatch(new RegExp(`^${status} `))
      if (status === 403) expect(errorIn(answer.body)).toMatch(/expected Host|Origin|cross-site/)
    })
  })

  test('missing, as HTTP/1.0 allows, is refused', async () => {
    const answer = await rawExchange(server.port, rawRequest(['GET /healthz HTTP/1.0']))
    expect(answer.status).toBe(403)
  })

  test('missing, as HTTP/1.1 forbids, is refused', async () => {
    const answer = await rawExchange(server.port, rawRequest(['GET /healthz HTTP/1.1']))
    expect(answer.status).toBe(400)
  })

  test('told by an absolute address is judged by its Host header', async () => {
    const absolute = (host: string) =>
      send(server.port, `GET http://127.0.0.1:${server.port}/healthz`, [`Host: ${host}`])
    expect((await absolute('evil.example')).status).toBe(403)
    expect((await absolute(`127.0.0.1:${server.port}`)).status).toBe(200)
  })

  test('foreign is refused before a word of a bad body is read', async () => {
    const answer = await send(server.port, 'POST /mcp', ['Host: evil.example'], '{ not json')
    expect(answer.status).toBe(403)
  })

  test('asked for by a preflight gets no leave', async () => {
    const headers = [own(server.port), 'Origin: https://evil.example', 'Access-Control-Request-Method: POST']
    const answer = await send(server.port, 'OPTIONS /mcp', headers)
    expect(answer.status).toBe(403)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the body of a POST', () => {
  const PATHS = [
    ['/mcp', CALL],
    ['/api/recall', RECALL],
  ] as const
  const TYPES: [type: string, status: number][] = [
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['text/plain', 415],
    ['text/plain; application/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonp', 415],
    ['application/json-rpc', 415],
    ['', 415],
  ]

  describe.each(PATHS)('to %s', (path, body) => {
    const post = (type: string | null, text: string | Buffer) => {
      const length = `Content-Length: ${Buffer.byteLength(text)}`
      const head = rawRequest([
        `POST ${path} HTTP/1.1`,
        `Host: localhost:${server.port}`,
        ACCEPT,
        length,
        ...typeLine(type),
      ])
      return rawExchange(server.port, head, text)
    }

    test.each(TYPES)('of type "%s" is answered with %i', async (type, status) => {
      expect((await post(type, body)).status).toBe(status)
    })

    test('without a type is refused', async () => {
      expect((await post(null, body)).status).toBe(415)
    })

    test('just within 4 MiB is read', async () => {
      const padded = `${body}${' '.repeat(4 * MIB - body.length)}`
      expect((await post('application/json', padded)).status).toBe(200)
    })

    test('of one byte more is answered with 413', async () => {
      const answer = await post('application/json', `${body}${' '.repeat(4 * MIB + 1 - body.length)}`)
      expect(answer.status).toBe(413)
      expect(errorIn(answer.body)).toContain(`at most ${4 * MIB} bytes`)
    })

    test('of 12 MiB is answered with 413 too, not cut off', async () => {
      expect((await post('application/json', Buffer.alloc(12 * MIB, 0x20))).status).toBe(413)
    })

    test('in chunks, without a length, has the same limit', async () => {
      const head = rawRequest([
        `POST ${path} HTTP/1.1`,
        `Host: localhost:${server.port}`,
        ACCEPT,
        JSON_TYPE,
        'Transfer-Encoding: chunked',
      ])
      const chunk = `${MIB.toString(16)}\r\n${' '.repeat(MIB)}\r\n`
      const answer = await rawExchange(server.port, head, ...Array(5).fill(chunk), '0\r\n\r\n')
      expect(answer.status).toBe(413)
    })

    test('may nest 64 deep and no deeper', async () => {
      const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
      const refusal = /nested at most 64 deep/
      expect(errorIn((await post('application/json', nested(65))).body)).toMatch(refusal)
      expect(errorIn((await post('application/json', nested(64))).body)).not.toMatch(refusal)
    })

    test('that breaks off is no bug of ours', async () => {
      const head = [`POST ${path} HTTP/1.1`, `Host: localhost:${server.port}`, JSON_TYPE, 'Content-Length: 1000']
      const socket = await openSocket(server.port)
      socket.write(rawRequest(head, '{"half'))
      socket.destroy()
      expect((await post('application/json', body)).status).toBe(200)
      expect(server.stderr()).not.toContain('internal error')
    })
  })

  test('of /mcp may be a batch of 100 messages and no more', async () => {
    const batch = (count: number) => Array.from({ length: count }, (_, id) => requestOf('legacy', id, 'ping'))
    expect((await postMcp(server.url, batch(100))).status).toBe(200)
    expect(await postMcp(server.url, batch(101))).toMatchObject({ status: 400, answer: { error: { code: -32_600 } } })
  })
})

describe('with a token set', () => {
  const bearer = (token: string) => [`Authorization: Bearer ${token}`]
  const WRONG: [what: string, headers: string[]][] = [
    ['no token', []],
    ['another token', bearer('another-long-enough-token')],
    ['the beginning of the token', bearer(TOKEN.slice(0, -1))],
    ['the token and more', bearer(`${TOKEN}x`)],
    ['the token in capitals', bearer(TOKEN.toUpperCase())],
    ['an empty token', ['Authorization: Bearer ']],
    ['the token without its scheme', [`Authorization: ${TOKEN}`]],
    ['the token as a password', [`Authorization: Basic ${Buffer.from(`operator:${TOKEN}`).toString('base64')}`]],
    ['the token in a cookie', [`Cookie: token=${TOKEN}`]],
    ['the token in a header of its own', [`X-Token: ${TOKEN}`]],
  ]

  // The page of the dashboard alone needs none (dashboard.test.ts): a browser cannot send one on its first visit.
  describe.each([...ROUTES, ['GET /openapi.json', ''], ['GET /nowhere', '']])('%s', (line, body) => {
    const ask = (headers: string[], target = line) =>
      send(guarded.port, target, [`Host: 127.0.0.1:${guarded.port}`, ...headers], body)

    test.each(WRONG)('is refused with %s', async (_what, headers) => {
      const answer = await ask(headers)
      expect(answer.status).toBe(401)
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
      expect(answer.body).not.toContain(TOKEN)
    })

    test('is refused with the token in the address', async () => {
      for (const key of ['token', 'access_token']) expect((await ask([], `${line}?${key}=${TOKEN}`)).status).toBe(401)
    })

    test('passes with the token', async () => {
      expect((await ask(bearer(TOKEN))).status).not.toBe(401)
    })
  })

  test('a foreign page is refused even with the token', async () => {
    const answer = await send(guarded.port, 'GET /healthz', [
      `Host: 127.0.0.1:${guarded.port}`,
      'Origin: https://evil.example',
      ...bearer(TOKEN),
    ])
    expect(answer.status).toBe(403)
  })

  test('the token is in no log and no announcement, and neither is the operator’s', () => {
    const operator = readFileSync(join(home, 'cortex/operator-token'), 'utf8').trim()
    expect(operator).toMatch(/^[\w-]{43}$/)
    for (const { stdout, stderr, child } of [server, guarded]) {
      expect(stdout()).toContain('send the token in cortex/operator-token')
      const told = stdout() + stderr() + child.spawnargs.join(' ')
      expect(told).not.toContain(TOKEN)
      expect(told).not.toContain(operator)
    }
  })

  test('the operator’s opens it too', async () => {
    const operator = readFileSync(join(home, 'cortex/operator-token'), 'utf8').trim()
    const ask = (path: string, token: string) =>
      fetch(`${guarded.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask('/healthz', operator)).status).toBe(200)
    expect((await ask('/api/approvals', operator)).status).toBe(200)
    expect((await ask('/api/approvals', TOKEN)).status).toBe(401)
  })
})

describe('starting', () => {
  const HOSTS = ['0.0.0.0', '::', '192.168.0.1', 'example.com', '127.0.0.1.evil.example', '']

  test.each(HOSTS)('on "%s" without a token is refused', async (host) => {
    const refused = await forThisTest(startProcess(['serve', '--home', tempFolder(), '--port', '0', '--host', host]))
    expect([1, 2]).toContain(await refused.ended)
    expect(refused.stderr()).toMatch(/host: expected|setting "host"/)
    expect(refused.stderr()).not.toMatch(/^\s+at /m)
  })

  test('on another address with a token is served, to those who have it', async () => {
    const args = ['--host', '0.0.0.0']
    const open = await forThisTest(startHttpServer(tempFolder(), { args, env: { SKILL_CORTEX_TOKEN: TOKEN } }))
    const ask = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${open.port}/healthz`, { headers })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  })

  test('with a token that can be guessed is refused', async () => {
    const env = { SKILL_CORTEX_TOKEN: 'short' }
    const refused = await forThisTest(startProcess(['serve', '--home', tempFolder(), '--port', '0'], env))
    expect(await refused.ended).toBe(2)
    expect(refused.stderr()).toMatch(/token.*at least 16 characters/)
    expect(refused.stderr()).not.toContain('"short"')
  })

  test('on a port that is taken says so', async () => {
    const args = ['serve', '--home', tempFolder(), '--port', String(server.port)]
    const refused = await forThisTest(startProcess(args))
    expect(await refused.ended).toBe(3)
    expect(refused.stderr()).toMatch(new RegExp(`port ${server.port} is in use`))
  })
})

test('no GET changes anything, whatever it asks for', async () => {
  const snapshot = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(json|jsonl)$/.test(path) && !path.endsWith('stats.json'))
      .map((path) => `${path}: ${readFileSync(join(home, path), 'utf8')}`)
      .sort()
  const before = snapshot()
  const paths = [
    '/healthz?name=x&content=y',
    '/api/recall?message=how+do+skills+work&session=s',
    '/mcp?method=tools/call&name=delete_skill',
    '/api/skills?name=skills-and-rules&_method=DELETE',
  ]
  for (const method of ['GET', 'HEAD']) {
    for (const path of paths) {
      const headers = { accept: 'text/event-stream', 'x-http-method-override': 'POST' }
      await fetch(`${server.url}${path}`, { method, headers, signal: AbortSignal.timeout(5_000) })
    }
  }
  expect(snapshot()).toEqual(before)
})

/** The sentence, in whichever of the two forms it comes. */
function errorIn(body: string): string {
  const said = JSON.parse(body) as { detail?: string; error?: { message: string } }
  return said.detail ?? said.error?.message ?? 'nothing'
}

function typeLine(type: string | null): string[] {
  return type === null ? [] : [`Content-Type: ${type}`]
}
