// A page that is looked at and not touched comes to rest: it asks the server again only when something happened, and
// asking makes nothing happen.
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { useDashboard } from './dashboard.ts'

const dashboard = useDashboard((home) => writeSkill(home, 'tea', '# Make tea\n'))
const RESTING_MS = 2_500
const WAIT_MS_MAX = 20_000

test.each([
  '/',
  '/skills/tea',
  '/skills/tea?tab=relations',
  '/graph',
  '/health',
  '/passes',
  '/routing',
  '/beliefs',
  '/peers',
  '/bindings',
])('%s', async (path) => {
  const page = await dashboard().open(path)
  let last = performance.now()
  page.on('request', () => {
    last = performance.now()
  })
  await expect.poll(() => performance.now() - last > RESTING_MS, { timeout: WAIT_MS_MAX, interval: 200 }).toBe(true)
})
