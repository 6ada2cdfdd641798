// Who may what over HTTP, told of every endpoint there is: the operator's own answer 401 to everybody else before a byte
// of a body is read, no endpoint takes a wrong token, and no GET changes a byte of the home.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_ROUTES } from '../../src/http/api-routes.ts'
import { type HttpApi, openHttpApi, useHttpApi } from '../support/http-api.ts'
import { rawExchange, rawRequest } from '../support/raw-http.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
let api: HttpApi

beforeAll(async () => {
  api = await openFilled(home)
})
afterAll(async () => {
  await api.close()
  remove()
})

/** With a skill of an agent's, one of a person's with a draft and a proposal, and one that nobody looked at. */
async function openFilled(folder: string, options: { serving?: boolean } = {}): Promise<HttpApi> {
  writeSkill(folder, 'tea', '# Tea\n\nBoil water.\n', { summary: 'Make tea' })
  // Placed by hand and never saved: the first look of a tool gives such a skill a record.
  writeSkill(folder, 'milk', '# Milk\n\nWarm it.\n', { summary: 'Warm milk' })
  const opened = await openHttpApi(folder, {}, options)
  await opened.save('coffee')
  await opened.save('coffee', { summary: 'Brew coffee' })
  await opened.save('tea', { summary: 'A draft of tea' })
  await opened.ask('DELETE /api/skills?name=tea')
  return opened
}

// Typed out: what an agent must never reach.
const OPERATORS = [
  'DELETE /api/directives',
  'DELETE /api/recall/cases',
  'GET /api/approvals',
  'GET /api/approvals/detail',
  'GET /api/approvals/findings',
  'GET /api/beliefs',
  'GET /api/clients',
  'GET /api/directives',
  'GET /api/doctor',
  'GET /api/library/archived',
  'GET /api/mounts',
  'GET /api/peers',
  'GET /api/peers/detail',
  'GET /api/recall/cases',
  'GET /api/reflections',
  'GET /api/routing',
  'GET /api/routing/export',
  'GET /api/suggestions',
  'POST /api/approvals/approve',
  'POST /api/approvals/reject',
  'POST /api/beliefs',
  'POST /api/cycles/apply',
  'POST /api/cycles/run',
  'POST /api/cycles/undo',
  'POST /api/directives',
  'POST /api/doctor/fix',
  'POST /api/peers/assess',
  'POST /api/proposals/accept',
  'POST /api/proposals/decline',
  'POST /api/recall/cases',
  'POST /api/recall/client',
  'POST /api/recall/eval',
  'POST /api/routing/blacklist',
  'POST /api/routing/forget',
  'POST /api/routing/learning',
  'POST /api/routing/lessons',
  'POST /api/routing/reflex',
  'POST /api/skills/health/run',
  'POST /api/skills/install',
  'POST /api/skills/load-human',
  'POST /api/skills/pin',
  'POST /api/skills/restore',
]
const ALL = API_ROUTES.map(({ method, path }) => `${method} ${path}`)

test('the operator alone has just these', () => {
  const own = API_ROUTES.filter(({ who }) => who === 'operator').map(({ method, path }) => `${method} ${path}`)
  expect(own.sort()).toEqual(OPERATORS)
})

// Announced, and never sent: whoever waits for it does not answer.
function send(line: string, headers: string[]) {
  const [method, path] = line.split(' ')
  const own = [`Host: 127.0.0.1:${api.port}`, 'Content-Type: application/json', 'Content-Length: 1000000']
  return rawExchange(api.port, rawRequest([`${method} ${path} HTTP/1.1`, ...own, ...headers]))
}

const bearer = (token: string) => [`Authorization: Bearer ${token}`]
const WRONG: [what: string, headers: () => string[]][] = [
  ['another token', () => bearer('x'.repeat(43))],
  ['the beginning of the token', () => bearer(api.token.slice(0, -1))],
  ['the token and more', () => bearer(`${api.token}A`)],
  ['an empty token', () => ['Authorization: Bearer ']],
  ['the token without its scheme', () => [`Authorization: ${api.token}`]],
  [
    'the token as a password',
    () => [`Authorization: Basic ${Buffer.from(`operator:${api.token}`).toString('base64')}`],
  ],
  ['undefined', () => bearer('undefined')],
]
const NOT_SENT: [what: string, headers: () => string[]][] = [
  ['no token', () => []],
  ['the token in a cookie', () => [`Cookie: token=${api.token}`]],
  ['the token in a header of its own', () => [`X-Operator-Token: ${api.token}`]],
  ['a claim to be the operator', () => ['X-Actor: operator', 'Skill-Actor: operator']],
]
const REFUSAL = {
  type: 'urn:skill-cortex:problem:refused',
  title: 'This actor may not do that.',
  status: 401,
  detail: 'expected the header Authorization: Bearer <operator token>',
  code: 'refused',
  fix: 'Only a person may do this. Ask them: they do it with skill-cortex in a terminal, or send the token that the server told them of when it started.',
}

describe.each(OPERATORS)('%s', (line) => {
  test.each([...WRONG, ...NOT_SENT])(
    'answers 401 to %s, in the same words, without reading the body',
    async (_what, headers) => {
      const answer = await send(line, headers())
      expect(answer.status).toBe(401)
      expect(answer.headers['content-type']).toBe('application/problem+json')
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer /)
      expect(JSON.parse(answer.body)).toEqual({ ...REFUSAL, instance: line.split(' ')[1] })
    },
  )

  test('answers 401 to the token in the address', async () => {
    for (const key of ['token', 'access_token', 'authorization']) {
      expect((await send(`${line}?${key}=${api.token}`, [])).status).toBe(401)
    }
  })
})

describe.each(ALL)('%s', (line) => {
  test.each(WRONG)('answers 401 to %s', async (_what, headers) => {
    expect((await send(line, headers())).status).toBe(401)
  })
})

test('the token is in no answer, no log and no refusal', async () => {
  const bodies = await Promise.all(
    ALL.filter((line) => line.startsWith('GET')).map(async (line) => {
      const { json, headers } = await api.ask(`${line}?name=tea`, { who: 'operator' })
      return JSON.stringify([json, [...headers]])
    }),
  )
  expect(bodies.join() + api.logged.join()).not.toContain(api.token)
})

describe('a set access token', () => {
  const ACCESS = 'an-access-token-of-its-own'
  const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  test('lets its holder in as an agent, and the operator with his own', async () => {
    const guarded = await useHttpApi({ token: ACCESS })
    const open = 'GET /api/skills'
    expect((await guarded.ask(open)).status).toBe(401)
    expect((await guarded.ask(open, as(ACCESS))).status).toBe(200)
    expect((await guarded.ask(open, as(guarded.token))).status).toBe(200)
    expect((await guarded.ask('GET /api/approvals', as(ACCESS))).status).toBe(401)
    expect((await guarded.ask('GET /api/approvals', as(guarded.token))).status).toBe(200)
    expect((await guarded.ask('GET /openapi.json', as(guarded.token))).status).toBe(200)
    expect((await guarded.ask('GET /openapi.json')).status).toBe(401)
  })
})

describe('no GET changes a byte', () => {
  const quiet = makeFolder()
  let still: HttpApi
  // Of a server that keeps no house: what its timers write is no answer's doing.
  beforeAll(async () => {
    still = await openFilled(quiet.folder, { serving: false })
  })
  afterAll(async () => {
    await still.close()
    quiet.remove()
  })
  const snapshot = () =>
    readdirSync(quiet.folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(quiet.folder, path)).isFile())
      .map((path) => `${path}: ${readFileSync(join(quiet.folder, path)).toString('base64')}`)
      .sort()
  const QUERIES = [
    '',
    '?name=tea',
    '?name=coffee',
    '?name=nope',
    '?name=milk',
    '?name=tea&version=draft',
    '?name=coffee&a=1&b=2',
    '?query=tea&limit=1',
  ]
  const GETS = [...ALL.filter((line) => line.startsWith('GET ')), 'GET /openapi.json']

  test.each(GETS)('%s', async (line) => {
    const before = snapshot()
    for (const query of QUERIES) {
      for (const who of ['agent', 'operator'] as const) {
        const headers = { 'x-http-method-override': 'POST' }
        expect((await still.ask(`${line}${query}`, { who, headers })).status).toBeLessThan(500)
        await still.ask(`HEAD ${line.slice(4)}${query}`, { who })
      }
    }
    expect(snapshot()).toEqual(before)
  })
})
