// The frame of the dashboard: who one is, where one can go, and that a page is served as strictly as it says.
import { expect, test } from 'vitest'
import { forThisTest, startHttpServer } from '../support/server-process.ts'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const dashboard = useDashboard((home) => writeSkill(home, 'tea', '# Make tea\n', { summary: 'Make a pot of tea' }))

test('the token leaves the address at once, stays for this tab, and is in no other', async () => {
  const page = await dashboard().open('/')
  expect(page.url()).toBe(`${dashboard().url}/#/`)
  expect(await page.getByRole('note').count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Library' }).waitFor()
  expect(await page.getByRole('note').count()).toBe(0)
  const other = await dashboard().open('/', { who: 'anyone' })
  await other.getByText('skill-cortex ui').waitFor()
})

test('without a token the page says what one sees and how to become the operator', async () => {
  const page = await dashboard().open('/', { who: 'anyone' })
  expect(await page.getByRole('note').innerText()).toMatch(/what an agent sees.*skill-cortex ui/s)
  await checkPage(page, 'read-only')
})

test('the theme is chosen by hand and kept', async () => {
  const page = await dashboard().open('/')
  const theme = () => page.evaluate('document.documentElement.dataset.theme')
  expect(await theme()).toBe('system')
  await page.getByRole('button', { name: /^Theme/ }).click()
  expect(await theme()).toBe('light')
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Library' }).waitFor()
  expect(await theme()).toBe('dark')
})

test('? tells the keys, Escape closes, and / goes to the search', async () => {
  const page = await dashboard().open('/')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await checkPage(page, 'keys')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('/')
  expect(await page.evaluate('document.activeElement.id')).toBe('page-search')
})

test('an address that names no page says so', async () => {
  const page = await dashboard().open('/nowhere/at/all')
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  await checkPage(page, 'no-page')
})

test('the first view is there within the second on loopback', async () => {
  const page = await dashboard().open('/')
  const painted = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
  // Measured, not judged: a busy machine is no fault of the page.
  console.info(`first contentful paint after ${Math.round(Number(painted))} ms`)
  expect(painted).toBeGreaterThan(0)
})

// Last, because it stops the server of the others.
test('the page is live, says when the server is away, and goes on where it was when it comes back', async () => {
  const { home, port } = { home: dashboard().home, port: new URL(dashboard().url).port }
  const page = await dashboard().open('/')
  await page.getByText('Live', { exact: true }).waitFor()
  await dashboard().server.stop()
  await page.getByText('Not connected').waitFor()
  writeSkill(home, 'written-meanwhile', '# While it was away\n')
  await forThisTest(startHttpServer(home, { args: ['--port', port] }))
  await page.getByText('Live', { exact: true }).waitFor()
  await page.locator('[data-name="written-meanwhile"]').waitFor()
})
