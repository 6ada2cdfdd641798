// The dashboard as it is served: with its policy, without a token, and no way to anything beside its own files; and how
// its page comes by the operator's token.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uiTicket } from '../../src/domain/ui-ticket.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { useHttpApi } from '../support/http-api.ts'
import { rawExchange, rawRequest } from '../support/raw-http.ts'
import { forThisTest, type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'

const ASSETS = join(import.meta.dirname, '../../dist/dashboard/assets')
const { folder: home, remove } = makeFolder()
let server: HttpServer

beforeAll(async () => {
  server = await startHttpServer(home)
})
afterAll(async () => {
  await server.stop()
  remove()
})

const token = () => readFileSync(homeLayout(home).operatorToken, 'utf8').trim()
const nonce = () => randomBytes(18).toString('base64url')
const ticketFor = (port: number, now = new Date()) => uiTicket({ token: token(), port, now, nonce: nonce() })

function redeem(ticket: unknown, url = server.url): Promise<Response> {
  return fetch(`${url}/api/ui/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
}

test('the page may load and run its own parts alone, in no frame, and tells nobody where it is', async () => {
  const response = await fetch(`${server.url}/`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  const html = await response.text()
  expect(html).not.toMatch(/https?:|<style|style=|<script>|\son\w+=/)
})

test('each part is there under its type, and may be kept for ever', async () => {
  for (const name of readdirSync(ASSETS)) {
    const response = await fetch(`${server.url}/assets/${name}`)
    expect(response.headers.get('cache-control'), name).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type'), name).toMatch(
      /^(?:text\/(?:javascript|css); charset=utf-8|image\/svg\+xml)$/,
    )
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(join(ASSETS, name))), name).toBe(true)
  }
})

test.each([
  '/assets/none.js',
  '/assets/..%2findex.html',
  '/assets/%2e%2e/main.js',
  '/assets/',
  '/index.html',
  '/dashboard',
])('%s is nothing', async (path) => {
  const response = await fetch(`${server.url}${path}`)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
})

test('a link on any page leads to the dashboard; a page of another address may not ask for more', async () => {
  const host = `Host: 127.0.0.1:${server.port}`
  // No library lets these headers be chosen.
  const from = (path: string, mode: string) =>
    rawExchange(
      server.port,
      rawRequest([`GET ${path} HTTP/1.1`, host, 'Sec-Fetch-Site: cross-site', `Sec-Fetch-Mode: ${mode}`]),
    )
  expect((await from('/', 'navigate')).status).toBe(200)
  expect((await from('/', 'no-cors')).status).toBe(403)
  expect((await from('/api/skills', 'navigate')).status).toBe(403)
  const wrongHost = await fetch(`${server.url}/`, { headers: { origin: 'https://evil.invalid' } })
  expect(wrongHost.status).toBe(403)
})

test('where a token is asked for, the page itself needs none, and everything it asks for does', async () => {
  const guarded = await forThisTest(
    startHttpServer(tempFolder(), { env: { SKILL_CORTEX_TOKEN: 'a-token-of-many-characters' } }),
  )
  expect((await fetch(`${guarded.url}/`)).status).toBe(200)
  expect((await fetch(`${guarded.url}/api/skills`)).status).toBe(401)
  expect((await fetch(`${guarded.url}/healthz`)).status).toBe(401)
  expect((await redeem('x', guarded.url)).status).toBe(403)
})

test('a program without its dashboard says how to have it', async () => {
  const api = await useHttpApi()
  const response = await fetch(`${api.url}/`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    detail: expect.stringMatching(/not built/),
    fix: expect.stringMatching(/build/),
  })
})

test('a ticket is taken once, at its port, in its time', async () => {
  const ticket = ticketFor(server.port)
  const first = await redeem(ticket)
  expect(first.status).toBe(200)
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(await first.json()).toEqual({ token: token() })
  expect((await redeem(ticket)).status).toBe(403)
  expect((await redeem(ticketFor(server.port + 1))).status).toBe(403)
  expect((await redeem(ticketFor(server.port, new Date(Date.now() - 6 * 60_000)))).status).toBe(403)
  expect((await redeem('nonsense')).status).toBe(403)
  expect((await redeem(5)).status).toBe(400)
})
