// The guide to the dashboard and the pictures of it: every page is told of, and every picture that is shown is there, is
// small, and is shown somewhere.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const BYTES_MAX = 200_000
const GUIDES = ['README.md', 'docs/dashboard.md']
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('the guide has a row for every page', () => {
  const titles = [...read('src/dashboard/pages/index.ts').matchAll(/title: '([^']+)'/g)].map(([, title = '']) => title)
  const told = [...read('docs/dashboard.md').matchAll(/^\| ([A-Z][^|]*) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', '),
  )
  expect(titles.length).toBeGreaterThan(10)
  expect([...new Set(titles)].filter((title) => !told.includes(title))).toEqual([])
})

test('every picture that is shown is there and small, and none lies about', () => {
  const shown = GUIDES.flatMap((guide) =>
    [...read(guide).matchAll(/!\[[^\]]+\]\(([^)]+\.png)\)/g)].map(([, path = '']) => join(ROOT, dirname(guide), path)),
  )
  expect(shown.filter((path) => !existsSync(path) || statSync(path).size > BYTES_MAX)).toEqual([])
  const folder = join(ROOT, 'docs/screens')
  expect(readdirSync(folder).filter((file) => !shown.includes(join(folder, file)))).toEqual([])
})
