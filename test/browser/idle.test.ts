// A page that is looked at and not touched asks the server for nothing: what it shows comes when something happened.
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { useDashboard } from './dashboard.ts'

const dashboard = useDashboard((home) => writeSkill(home, 'tea', '# Make tea\n'))
const SETTLED_MS = 1_500
const IDLE_MS = 2_500

test.each(['/graph', '/health', '/passes', '/routing', '/beliefs', '/peers', '/bindings'])('%s', async (path) => {
  const page = await dashboard().open(path)
  await page.waitForTimeout(SETTLED_MS)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.waitForTimeout(IDLE_MS)
  expect(asked).toEqual([])
})
