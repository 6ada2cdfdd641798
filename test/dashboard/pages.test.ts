// The pages of the dashboard, as its guide tells them and as its list has them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

test('docs/dashboard.md has a row for each page and for no other', () => {
  // As text: the list fetches code that only a browser can run.
  const list = readFileSync(join(ROOT, 'src/dashboard/pages/index.ts'), 'utf8')
  const pages = [...list.matchAll(/^ {4}title: '([^']+)',$/gm)].map((match) => match[1])
  const guide = readFileSync(join(ROOT, 'docs/dashboard.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| ([A-Z][\w ]+) \|/gm)].map((match) => match[1])
  expect(pages.length).toBeGreaterThan(10)
  expect(rows.sort()).toEqual([...new Set(pages)].sort())
})
