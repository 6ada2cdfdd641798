// Every endpoint that seed 001 names is there, documented for clients, and, but for those that only programs need, used by a
// page of the dashboard: what the API can do a person can do too.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { API_ROUTES } from '../../src/http/api-routes.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = join(ROOT, 'src/dashboard/pages')

/** The call as a page writes it, or why none does. */
const NAMED: [endpoint: string, call: RegExp | 'for programs'][] = [
  ['GET /api/skills', /api\.get<[^(]*>\(\s*'\/api\/skills'/],
  // The library counts what it shows, from GET /api/library.
  ['GET /api/skills/stats', 'for programs'],
  ['GET /api/skills/detail', /'GET', '\/api\/skills\/detail'|get<[^(]*>\(\s*'\/api\/skills\/detail'/],
  ['POST /api/skills', /api\.post<[^(]*>\(\s*'\/api\/skills'/],
  ['POST /api/skills/merge', /post\('\/api\/skills\/merge'/],
  ['POST /api/skills/deprecate', /post\('\/api\/skills\/deprecate'/],
  ['POST /api/skills/promote', /post\('\/api\/skills\/promote'/],
  ['POST /api/skills/load-human', /post<[^(]*>\('\/api\/skills\/load-human'/],
  ['POST /api/skills/export', /post<[^(]*>\('\/api\/skills\/export'/],
  ['GET /api/skills/dependencies', /get<[^(]*>\('\/api\/skills\/dependencies'/],
  ['GET /api/skills/health', /get<[^(]*>\('\/api\/skills\/health'/],
  ['DELETE /api/skills', /delete\('\/api\/skills'/],
  ['GET /api/skills/bindings', /'\/api\/skills\/bindings'/],
]

function pageSources(): string {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return files.map((file) => readFileSync(join(PAGES, file), 'utf8')).join('\n')
}

test.each(NAMED)('%s is served and documented', (endpoint) => {
  expect(API_ROUTES.map(({ method, path }) => `${method} ${path}`)).toContain(endpoint)
  expect(readFileSync(join(ROOT, 'docs/http.md'), 'utf8')).toContain(`| \`${endpoint}\` |`)
})

test('a page uses each that a person needs', () => {
  const sources = pageSources()
  const unused = NAMED.filter(([, call]) => call !== 'for programs' && !call.test(sources)).map(
    ([endpoint]) => endpoint,
  )
  expect(unused).toEqual([])
})
