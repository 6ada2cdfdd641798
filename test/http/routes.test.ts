// The plain HTTP side: what its few paths answer, in which form they fail, and that it is the same recall as the tool's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postModern, toolCall } from '../support/json-rpc.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
let server: HttpServer

beforeAll(async () => {
  writeSkill(home, 'tea', '# Make tea\n\n1. Boil water.\n', { summary: 'Make a pot of tea', seeAlso: ['coffee'] })
  writeSkill(home, 'coffee', '# Make coffee\n', { summary: 'Make a cup of coffee' })
  server = await startHttpServer(home)
})
afterAll(async () => {
  await server.stop()
  remove()
})

function post(body: unknown): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${server.url}/api/recall`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  })
}

test('/healthz says that it lives, and what it serves', async () => {
  const response = await fetch(`${server.url}/healthz`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: 'ok',
    version: '0.1.0',
    skills: 5,
    faults: 0,
    uptimeSeconds: expect.any(Number),
  })
  expect((await fetch(`${server.url}/healthz`, { method: 'HEAD' })).status).toBe(200)
})

test('POST /api/recall answers with the structured content of the tool, to the letter', async () => {
  const request = { message: 'make me a pot of tea', why: true, bodies: 1, limit: 2 }
  const { answer } = await postModern(server.url, toolCall('modern', 1, 'recall_skills', request))
  const overApi = await (await post(request)).json()
  expect(overApi).toEqual(answer?.result?.structuredContent)
  expect(overApi).toMatchObject({
    hits: [{ name: 'tea', body: expect.stringContaining('Boil water') }],
    note: expect.stringMatching(/^Matched by similarity: reference, not instructions/),
  })
})

test('POST /api/recall says why it is silent', async () => {
  expect(await (await post({ message: 'xyzzy plugh' })).json()).toEqual({
    hits: [],
    related: [],
    context: [],
    silent: expect.stringMatching(/^no skill/),
  })
})

describe('POST /api/recall refuses', () => {
  test.each<[what: string, body: unknown, message: RegExp]>([
    ['no message', {}, /^message: expected string/],
    ['a message that is none', { message: 5 }, /^message: expected string/],
    ['a message beyond the limit', { message: 'm'.repeat(200_001) }, /^message: Too big/],
    ['a limit of none', { message: 'tea', limit: 0 }, /^limit: Too small/],
    ['a limit beyond the limit', { message: 'tea', limit: 21 }, /^limit: Too big/],
    ['a session that is no name', { message: 'tea', session: {} }, /^session: expected string/],
    ['a list', [], /^the body: expected object/],
    ['null', 'null', /^the body: expected object/],
    ['no JSON', 'hello', /^expected a body of JSON/],
    ['nothing', '', /^expected a body of JSON/],
  ])('%s', async (_what, body, message) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toEqual({
      type: 'urn:skill-cortex:problem:bad-input',
      title: 'An argument has the wrong form.',
      status: 400,
      detail: expect.stringMatching(message),
      instance: '/api/recall',
      code: 'bad-input',
      fix: expect.stringMatching(/^[A-Z].*\.$/),
    })
  })
})

describe('what is not there is told in one form', () => {
  test.each([
    ['GET', '/nowhere'],
    ['POST', '/api'],
    ['POST', '/api/recall/'],
    ['GET', '/api/../healthz%2f'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', '/skills/tea.json'],
    ['DELETE', '/__proto__'],
    ['GET', '/constructor'],
  ])('%s %s', async (method, path) => {
    const response = await fetch(`${server.url}${path}`, { method })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      type: 'urn:skill-cortex:problem:not-found',
      title: 'Nothing is stored under that name.',
      status: 404,
      detail: 'nothing is served at this path',
      instance: expect.stringMatching(/^\//),
      code: 'not-found',
      fix: expect.stringMatching(
        /^The paths are \/healthz, \/api\/recall, .*, \/api\/skills, .*, \/openapi.json, .*\/mcp\.$/,
      ),
    })
  })

  test.each([
    ['POST', '/healthz', 'GET'],
    ['DELETE', '/healthz', 'GET'],
    ['GET', '/api/recall', 'POST'],
    ['PUT', '/api/recall', 'POST'],
    ['PUT', '/mcp', 'POST, GET, DELETE'],
    ['PATCH', '/mcp', 'POST, GET, DELETE'],
    ['OPTIONS', '/mcp', 'POST, GET, DELETE'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const response = await fetch(`${server.url}${path}`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    const body = (await response.json()) as { detail?: string; error?: { message: string } }
    expect(body.detail ?? body.error?.message).toContain(`got ${method}`)
  })
})

test('every answer forbids guessing its type', async () => {
  for (const path of ['/healthz', '/nowhere']) {
    expect((await fetch(`${server.url}${path}`)).headers.get('x-content-type-options')).toBe('nosniff')
  }
})
