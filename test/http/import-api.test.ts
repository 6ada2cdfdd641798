// Goal: over HTTP the operator imports from where clients keep skills, and from nowhere else.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadHuman } from '../../src/http/api/library-files.ts'
import { httpParts } from '../../src/http-parts.ts'
import { createFetcher } from '../../src/net/fetcher.ts'
import { folderWith, skillMd } from '../packages/package-folders.ts'
import { httpHost } from '../support/hosts.ts'
import { type HttpApi, useHttpApi } from '../support/http-api.ts'
import { tempFolder } from '../support/temp-home.ts'

let api: HttpApi
let user: string

beforeEach(async () => {
  user = folderWith({
    '.claude/skills/pdf/SKILL.md': skillMd('pdf'),
    '.claude/skills/pdf/run.py': 'x',
    'elsewhere/tea/SKILL.md': skillMd('tea'),
    '.claude/skills-of-others/bread/SKILL.md': skillMd('bread'),
  })
  symlinkSync(join(user, 'elsewhere'), join(user, '.claude/skills/out'))
  vi.stubEnv('HOME', user)
  api = await useHttpApi()
  return () => void vi.unstubAllEnvs()
})

const load = (body: unknown) => api.ask('POST /api/skills/load-human', { who: 'operator', body })

test('what a client keeps comes in as candidates, and what was not taken is told', async () => {
  const { status, json } = await load({ from: 'claude' })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    added: ['pdf'],
    imported: {
      taken: [{ name: 'pdf', origin: '~/.claude/skills/pdf', outcome: 'new', as: 'candidate', files: 1 }],
      refused: 0,
      diagnostics: [{ code: 'link', file: '~/.claude/skills/out' }],
    },
  })
  expect(await api.app.store.record('pdf')).toMatchObject({ via: 'import', versions: [{ actor: 'installer' }] })
  expect((await load({ from: 'claude' })).json).toMatchObject({ added: [], changed: [] })
})

test('a folder in one of these places, under a prefix, or only looked at', async () => {
  const body = { path: '~/.claude/skills/pdf', prefix: 'work' }
  expect((await load({ ...body, dryRun: true })).json).toMatchObject({
    added: [],
    imported: { taken: [{ name: 'work/pdf', as: 'planned' }] },
  })
  expect((await load({ ...body, path: join(user, '.claude/skills/pdf') })).json).toMatchObject({ added: ['work/pdf'] })
})

const REFUSED: [is: string, body: () => unknown, status: number, detail: RegExp][] = [
  ['another folder', () => ({ path: join(user, 'elsewhere') }), 403, /expected a place where clients keep skills/],
  ['a folder that is not there', () => ({ path: `${tempFolder()}x` }), 403, /got one elsewhere/],
  ['a way out', () => ({ path: '~/.claude/skills/../../elsewhere' }), 403, /got one elsewhere/],
  ['a link that leads out', () => ({ path: '~/.claude/skills/out' }), 403, /got one elsewhere/],
  ['a folder whose name begins alike', () => ({ path: '~/.claude/skills-of-others' }), 403, /got one elsewhere/],
  ['nothing in such a place', () => ({ path: '~/.claude/skills/none' }), 404, /got nothing there/],
  ['a client that keeps none', () => ({ from: 'cortex' }), 404, /expected skills of cortex in /],
  [
    'two ways',
    () => ({ from: 'claude', path: '~/.claude/skills' }),
    400,
    /"from", "path" and "url", got from and path/,
  ],
  ['none', () => ({}), 400, /expected one of "from", "path" and "url", got none/],
  ['a URL where nothing may be fetched', () => ({ url: 'https://a.example/x.md' }), 403, /nothing is fetched unless/],
  ['a URL as a path', () => ({ path: 'https://a.example/x.md' }), 403, /got one elsewhere/],
  ['a path as a URL', () => ({ url: '~/.claude/skills/pdf' }), 400, /url: expected https:\/\/host\/path/],
  ['a claim that it is their own', () => ({ from: 'claude', mine: true }), 400, /mine/],
  ['a prefix that is no name', () => ({ from: 'claude', prefix: '../x' }), 400, /skill name "\.\.\/x"/],
]

test.each(REFUSED)('refused: %s', async (_is, body, status, detail) => {
  const { status: came, json } = await load(body())
  expect([came, json]).toEqual([status, expect.objectContaining({ detail: expect.stringMatching(detail) })])
  expect(api.app.shelf.entries().filter(({ skill }) => /^(?:tea|bread|pdf)$/.test(skill.name))).toEqual([])
})

test('an agent imports nothing', async () => {
  expect((await api.ask('POST /api/skills/load-human', { body: { from: 'claude' } })).status).toBe(401)
})

test('by URL where the setting allows it, and then from public addresses only', async () => {
  const allowing = await useHttpApi({ allowNetwork: true })
  const host = await httpHost((_request, response) => void response.end(skillMd('net')))
  for (const url of [`${host.url}/SKILL.md`, `http://[::1]:${host.port}/`, `http://localhost:${host.port}/`]) {
    const { status, json } = await allowing.ask('POST /api/skills/load-human', { who: 'operator', body: { url } })
    expect([status, json]).toEqual([
      403,
      expect.objectContaining({ detail: expect.stringMatching(/^expected a public address/) }),
    ])
  }
  expect(host.connections()).toBe(0)
})

test('what came by URL is told with where it was, and is a candidate', async () => {
  const host = await httpHost((_request, response) => void response.end(skillMd('net')))
  const { api: parts } = httpParts(
    api.app,
    () => Promise.reject(new Error('no client is here')),
    () => undefined,
  )
  const fetchBytes = createFetcher({ isAllowedAddress: (address) => address === '127.0.0.1' })
  const url = `${host.url}/net/SKILL.md`
  const { json } = await loadHuman.run(
    {
      ...{
        query: {},
        body: { url, update: false, dryRun: false },
        caller: { actor: 'operator', via: 'api', author: null },
      },
      headers: { ifMatch: undefined, ifNoneMatch: undefined, session: undefined },
    },
    { ...parts, fetchBytes },
  )
  expect(json).toMatchObject({
    added: ['net'],
    imported: {
      fetched: [{ url, from: url, bytes: 56, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      taken: [{ name: 'net', origin: url, outcome: 'new', as: 'candidate' }],
    },
  })
  expect(await api.app.store.record('net')).toMatchObject({ via: 'import', author: url })
})
