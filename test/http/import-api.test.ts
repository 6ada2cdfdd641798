// Goal: over HTTP the operator imports from where clients keep skills, and from nowhere else.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { folderWith, skillMd } from '../packages/package-folders.ts'
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
      taken: [{ name: 'pdf', origin: '~/.claude/skills/pdf', outcome: 'new', as: 'candidate' }],
      refused: 0,
      diagnostics: [
        { code: 'further-file', file: '~/.claude/skills/pdf/run.py' },
        { code: 'link', file: '~/.claude/skills/out' },
      ],
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
  ['both', () => ({ from: 'claude', path: '~/.claude/skills' }), 400, /expected "from" or "path", got both/],
  ['neither', () => ({}), 400, /expected "from" or "path", got neither/],
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
