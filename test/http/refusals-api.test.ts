// How the API says no: always as problem details, with what was expected, what came and what to do; never with a stack, a
// path of this machine, or a change.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_ROUTES } from '../../src/http/api-routes.ts'
import { type Ask, type HttpApi, openHttpApi } from '../support/http-api.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
let api: HttpApi

beforeAll(async () => {
  writeSkill(home, 'tea', '# Tea\n\nBoil water. Boil water.\n', { summary: 'Make tea' })
  writeSkill(home, 'a', '# A\n', { summary: 'First', dependsOn: ['b'] })
  writeSkill(home, 'b', '# B\n', { summary: 'Second' })
  api = await openHttpApi(home)
})
afterAll(async () => {
  await api.close()
  remove()
})

const PROBLEM = {
  type: expect.stringMatching(/^urn:skill-cortex:problem:[a-z-]+$/),
  title: expect.stringMatching(/^[A-Z].*\.$/),
  status: expect.any(Number),
  detail: expect.any(String),
  instance: expect.stringMatching(/^\//),
  code: expect.any(String),
  fix: expect.stringMatching(/^[A-Z].*\.$/s),
}

async function refused(line: string, ask: Ask = {}) {
  const reply = await api.ask(line, { who: 'operator', ...ask })
  expect(reply.headers.get('content-type'), line).toBe('application/problem+json')
  expect(reply.headers.get('cache-control'), line).toBe('no-store')
  expect(reply.json, line).toEqual({ ...PROBLEM, status: reply.status, instance: line.split(' ')[1]!.split('?')[0] })
  expect(JSON.stringify(reply.json)).not.toContain(home)
  return reply
}

const MIB = 'm'.repeat(1024 * 1024)
const TABLE: [what: string, line: string, body: unknown, status: number, detail: RegExp][] = [
  ['no name', 'GET /api/skills/detail', undefined, 400, /^name: expected string/],
  ['two names', 'GET /api/skills/detail?name=tea&name=b', undefined, 400, /^name: expected string/],
  ['an unknown name', 'GET /api/skills/detail?name=tee', undefined, 404, /^no skill is named "tee"$/],
  ['a name in the path', 'GET /api/skills/tea', undefined, 404, /^nothing is served/],
  ['an unknown version', 'GET /api/skills/detail?name=tea&version=9', undefined, 404, /has no (?:version 9|history)/],
  [
    'a version that is none',
    'GET /api/skills/detail?name=tea&version=x',
    undefined,
    400,
    /^version: expected a version/,
  ],
  ['no draft', 'GET /api/skills/detail?name=tea&version=draft', undefined, 404, /has no draft$/],
  ['a bad limit', 'GET /api/skills?limit=0', undefined, 400, /^limit: Too small/],
  ['no number', 'GET /api/skills?limit=many', undefined, 400, /^limit: expected number/],
  ['too large a page', 'GET /api/skills?limit=501', undefined, 400, /^limit: Too big/],
  ['a bad cursor', 'GET /api/skills?cursor=x', undefined, 400, /^cursor: expected the nextCursor/],
  ['an unknown origin', 'GET /api/skills?origin=alien', undefined, 400, /^origin: /],
  ['an unknown side', 'GET /api/skills/diff?name=tea&a=x&b=live', undefined, 400, /^a: expected a version number/],
  [
    'a side that is not there',
    'GET /api/skills/diff?name=tea&a=8&b=live',
    undefined,
    404,
    /has no (?:version 8|history)/,
  ],
  ['no such skill to compare', 'GET /api/skills/diff?name=tee', undefined, 404, /no skill is named/],
  ['no such history', 'GET /api/skills/history?name=tee', undefined, 404, /no skill is named/],
  ['no such health', 'GET /api/skills/health?name=tee', undefined, 404, /no skill is named/],
  ['no such dependencies', 'GET /api/skills/dependencies?name=tee', undefined, 404, /no skill is named/],
  ['days without end', 'GET /api/stats?days=100000', undefined, 400, /^days: Too big/],
  ['no content', 'POST /api/skills', { name: 'new-one' }, 400, /^content: expected the procedure/],
  ['content that is no text', 'POST /api/skills', { name: 'new-one', content: 5 }, 400, /^content: expected string/],
  ['content beyond the limit', 'POST /api/skills', { name: 'new-one', content: `${MIB}m` }, 400, /^content: Too big/],
  ['a prefix of another', 'POST /api/skills', { name: 'tea/green', content: 'x' }, 400, /path prefix/],
  [
    'a version that moved on',
    'POST /api/skills',
    { name: 'tea', summary: 'x', expectedVersion: 7 },
    409,
    /was read at version 7/,
  ],
  ['no match', 'PATCH /api/skills?name=tea', { old_string: 'Freeze', new_string: 'x' }, 409, /found 0$/],
  ['two matches', 'PATCH /api/skills?name=tea', { old_string: 'Boil', new_string: 'x' }, 409, /found 2$/],
  ['an edit of nothing', 'PATCH /api/skills?name=tee', { old_string: 'a', new_string: 'b' }, 404, /no skill is named/],
  ['an empty edit', 'PATCH /api/skills?name=tea', { old_string: '', new_string: 'b' }, 400, /^old_string: Too small/],
  ['what others need', 'DELETE /api/skills?name=b', undefined, 409, /"a" depends on it$/],
  ['an unknown skill to archive', 'DELETE /api/skills?name=tee', undefined, 404, /no skill is named/],
  ['a step of nothing', 'POST /api/skills/promote', { name: 'tee' }, 404, /no skill is named/],
  [
    'a step from the wrong state',
    'POST /api/skills/promote',
    { name: 'tea' },
    409,
    /there is no step "promote" from released/,
  ],
  ['a merge with nothing', 'POST /api/skills/merge', { target: 'tea', source: 'tee' }, 404, /no skill is named/],
  [
    'an unknown version to restore',
    'POST /api/skills/restore',
    { name: 'tea', version: 7 },
    404,
    /has no (?:version 7|history)/,
  ],
  ['nothing to restore', 'POST /api/skills/restore', { name: 'tee' }, 404, /no skill is named/],
  ['half a pin', 'POST /api/skills/pin', { name: 'tea' }, 400, /^pinned: expected boolean/],
  ['a pin that is a word', 'POST /api/skills/pin', { name: 'tea', pinned: 'yes' }, 400, /^pinned: expected boolean/],
  [
    'a stale hash',
    'POST /api/approvals/approve',
    { name: 'tea', hash: 'f'.repeat(64) },
    409,
    /expected the hash of what stands/,
  ],
  ['no hash', 'POST /api/approvals/approve', { name: 'tea' }, 400, /^hash: expected string/],
  ['a yes to nothing', 'POST /api/approvals/approve', { name: 'tee', hash: 'f' }, 404, /no skill is named/],
  ['a no to nothing', 'POST /api/approvals/reject', { name: 'tee', note: '' }, 404, /no skill is named/],
  ['a note of 1 MiB', 'POST /api/approvals/reject', { name: 'tea', note: MIB }, 400, /^note: Too big/],
  ['a reason of 1 MiB', 'DELETE /api/skills?name=tea', { reason: MIB }, 400, /^reason: Too big/],
  ['nothing to review', 'GET /api/approvals/detail?name=tee', undefined, 404, /no skill is named/],
  ['an unknown proposal', 'POST /api/proposals/accept', { id: 'nope' }, 404, /^no proposal "nope" waits$/],
  ['another unknown proposal', 'POST /api/proposals/decline', { id: "'%_" }, 404, /waits$/],
  ['a list as a body', 'POST /api/skills', [], 400, /^the body: expected object/],
  ['no JSON', 'POST /api/skills', 'hello', 400, /^expected a body of JSON/],
  ['no body', 'POST /api/skills', undefined, 415, /^expected Content-Type/],
  ['too much', 'POST /api/skills', { name: 'x', content: 'm'.repeat(5 * 1024 * 1024) }, 413, /at most 4194304 bytes/],
]

test.each(TABLE)('%s: %s', async (_what, line, body, status, detail) => {
  const reply = await refused(line, body === undefined ? {} : { body })
  expect(reply.status).toBe(status)
  expect(reply.json.detail).toMatch(detail)
})

test('an unknown name is answered with the nearest', async () => {
  expect((await refused('GET /api/skills/detail?name=tee')).json.fix).toMatch(/^Nearest names: tea, /)
})

test('a circle of dependencies is refused, and nothing is changed', async () => {
  const reply = await refused('POST /api/skills', { body: { name: 'b', dependsOn: ['a'] } })
  expect(reply).toMatchObject({
    status: 409,
    json: { code: 'conflict', detail: expect.stringContaining('b -> a -> b would be a cycle') },
  })
  expect((await refused('POST /api/skills', { body: { name: 'b', dependsOn: ['b'] } })).status).toBe(409)
  expect((await api.ask('GET /api/skills/detail?name=b')).json).toMatchObject({ version: 1, skill: { dependsOn: [] } })
})

describe('a name that is none', () => {
  const HOSTILE = [
    'my_skill',
    '100%',
    "o'neil",
    'say "hi"',
    '%',
    '_',
    "'; DROP TABLE skills;--",
    '../../etc/passwd',
    'a//b',
    '__proto__',
    'a\u0000b',
    'ÄÖÜ',
    '😀',
    ' ',
    '',
  ]
  const NAMED: [line: string, body: (name: string) => unknown][] = [
    ['GET /api/skills/detail', () => undefined],
    ['GET /api/skills/history', () => undefined],
    ['GET /api/skills/diff', () => undefined],
    ['GET /api/skills/dependencies', () => undefined],
    ['GET /api/skills/health', () => undefined],
    ['GET /api/approvals/detail', () => undefined],
    ['DELETE /api/skills', () => undefined],
    ['PATCH /api/skills', () => ({ old_string: 'a', new_string: 'b' })],
    ['POST /api/skills', (name) => ({ name, content: 'x' })],
    ['POST /api/skills/export', (name) => ({ name })],
    ['POST /api/skills/restore', (name) => ({ name })],
    ['POST /api/skills/promote', (name) => ({ name })],
    ['POST /api/skills/pin', (name) => ({ name, pinned: true })],
    ['POST /api/approvals/approve', (name) => ({ name, hash: 'f' })],
  ]
  test.each(NAMED)('is refused by %s', async (line, bodyOf) => {
    for (const name of HOSTILE) {
      const body = bodyOf(name)
      const query = line.startsWith('POST') ? '' : `?name=${encodeURIComponent(name)}`
      const { status } = await refused(`${line}${query}`, body === undefined ? {} : { body })
      expect([400, 404], `${line} ${name}`).toContain(status)
    }
  })

  test('matches nothing as a pattern', async () => {
    for (const text of ['%', '_', 't_a', '.*', "'"]) {
      const query = encodeURIComponent(text)
      expect((await api.ask(`GET /api/skills?prefix=${query}`)).json.total).toBe(0)
      expect((await api.ask(`GET /api/skills?tag=${query}`)).json.total).toBe(0)
    }
  })

  test('and is huge is refused', async () => {
    expect((await refused(`GET /api/skills/detail?name=${'a'.repeat(1_001)}`)).status).toBe(400)
    expect((await refused(`GET /api/skills/detail?name=${'a'.repeat(1_000)}`)).status).toBe(400)
    expect((await refused('POST /api/skills/export', { body: { name: MIB } })).status).toBe(400)
    const huge = await fetch(`${api.url}/api/skills/detail?name=${'a'.repeat(100_000)}`)
    expect(huge.status).toBe(431)
  })
})

test('a path takes its methods alone', async () => {
  const paths = new Set(API_ROUTES.map(({ path }) => path))
  for (const path of paths) {
    const routes = API_ROUTES.filter((route) => route.path === path)
    const allow = routes.map(({ method }) => method).join(', ')
    const reply = await refused(`PUT ${path}`)
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow])
  }
  expect(paths.size).toBeGreaterThan(20)
})

test('a foreign page gets nowhere', async () => {
  for (const { method, path } of API_ROUTES) {
    const headers = { origin: 'https://evil.example' }
    expect((await refused(`${method} ${path}`, { headers })).status, path).toBe(403)
    const site = { 'sec-fetch-site': 'same-site' }
    expect((await refused(`${method} ${path}`, { headers: site })).status, path).toBe(403)
  }
})

test('none of this was a bug of ours', () => {
  expect(api.logged.filter((line) => line.includes('internal error'))).toEqual([])
})
