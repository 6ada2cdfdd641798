// The library in a browser: found, sorted, filtered, selected, archived and brought back.
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'
import { HOSTILE, liveInHome, writeLivedInHome } from './lived-in-home.ts'

const MANY = 1_000

const dashboard = useDashboard(writeLivedInHome, liveInHome)
const names = (page: Awaited<ReturnType<ReturnType<typeof dashboard>['open']>>) =>
  page.locator('.skill-name').allInnerTexts()

test('shows every skill with how it stands, and the numbers of the whole', async () => {
  const page = await dashboard().open('/')
  const row = page.locator('[data-name="deploy/staging"]')
  await row.getByText('released').waitFor()
  expect(await row.innerText()).toMatch(/11 uses[\s\S]*91% ok/)
  await row.getByRole('img', { name: 'Tier 3 of 4: written by a person' }).waitFor()
  await row.getByTitle('A change waits for you').waitFor()
  const flaky = page.locator('[data-name="python/flaky-tests"]')
  await flaky.getByText('not reviewed', { exact: true }).waitFor()
  expect(await page.locator('.tiles').innerText()).toMatch(/Skills in use[\s\S]*Utility[\s\S]*Freshness[\s\S]*Success/)
  await checkPage(page, 'library-list')
})

test('cards show the same, and the view stands in the address', async () => {
  const page = await dashboard().open('/?view=cards')
  await page.locator('.skill-card').first().waitFor()
  await checkPage(page, 'library-cards')
  await page.getByRole('button', { name: 'List' }).click()
  await page.locator('.skill-row').first().waitFor()
  expect(page.url()).not.toContain('view=cards')
})

test('tabs, filters and order narrow and sort', async () => {
  const page = await dashboard().open('/')
  await page.getByRole('tab', { name: /Candidate/ }).click()
  await page.waitForURL(/tab=candidate/)
  expect(await names(page)).toEqual(['docs/diagram', 'python/flaky-tests'])
  await page.getByRole('tab', { name: /Deprecated/ }).click()
  await page.locator('[data-name="mcp/calendar"]').getByText('hidden').waitFor()
  await page.getByRole('tab', { name: /In use/ }).click()
  await page.getByLabel('Order').selectOption('loads')
  await expect.poll(async () => (await names(page))[0]).toBe('deploy/staging')
  await page.getByLabel('Tag', { exact: true }).selectOption('incident')
  await expect.poll(() => names(page)).toEqual(['incident/triage', 'incident/postmortem'])
})

test('the search answers as recall does, says why, and names what merely has the words', async () => {
  const page = await dashboard().open('/')
  await page.keyboard.press('/')
  await page.keyboard.type('take the service back to the last good release')
  await page.getByRole('heading', { name: 'An agent would be shown' }).waitFor()
  expect((await names(page))[0]).toBe('deploy/rollback')
  expect(await page.locator('.hit-why').first().innerText()).toMatch(/\d+% sure/)
  await checkPage(page, 'library-search')
  await page.getByLabel('Search by what you want to do').fill('postmortem')
  await page.getByText(/Recall stays silent/).waitFor()
  expect(await names(page)).toEqual(['incident/postmortem'])
  await page.getByLabel('Search by what you want to do').fill('xyzzy plugh')
  await page.getByRole('heading', { name: 'Nothing says that' }).waitFor()
  await checkPage(page, 'library-search-empty')
})

test('j and k go through the rows, x selects, Enter opens', async () => {
  const page = await dashboard().open('/?tab=candidate')
  await page.locator('.skill-row').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.locator('a:focus').getByText('python/flaky-tests').waitFor()
  await page.keyboard.press('x')
  await page.getByText('1 skill selected').waitFor()
  await checkPage(page, 'library-selected')
  await page.keyboard.press('k')
  await page.locator('a:focus').getByText('docs/diagram').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/skills\/docs\/diagram/)
})

test('several are archived at once and brought back with Undo', async () => {
  const page = await dashboard().open('/')
  await page.getByLabel('Select incident/postmortem').check()
  await page.getByLabel('Select sql/slow-query').check()
  await page.getByRole('button', { name: 'Archive' }).click()
  await checkPage(page, 'library-archive-question')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Archived 2 skills.').waitFor()
  await expect.poll(() => names(page)).not.toContain('sql/slow-query')
  await checkPage(page, 'library-archived-toast')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Brought back 2 skills.').waitFor()
  await expect.poll(() => names(page)).toContain('sql/slow-query')
})

test('what is archived waits in its tab', async () => {
  await dashboard().ask('DELETE /api/skills?name=docs/diagram', undefined)
  const page = await dashboard().open('/?tab=archived')
  await page.getByText('docs/diagram').waitFor()
  await checkPage(page, 'library-archived')
  await page.getByRole('button', { name: 'Bring back' }).first().click()
  await page.getByText('Brought back docs/diagram.').waitFor()
})

test('what one browser changes the other shows, without a reload', async () => {
  const [first, second] = [await dashboard().open('/'), await dashboard().open('/')]
  await second.getByText('Live', { exact: true }).waitFor()
  await dashboard().ask('POST /api/skills', { name: 'aaa-new', content: '# New\n', summary: 'Just saved' }, 'agent')
  await first.locator('[data-name="aaa-new"]').waitFor()
  await second.locator('[data-name="aaa-new"]').waitFor()
})

test('a refusal says why, and nothing is lost', async () => {
  const page = await dashboard().open('/')
  await page.getByLabel('Select git/release-branch').check()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  // deploy/staging needs it.
  await page
    .locator('.toast[data-tone="bad"]')
    .getByText(/deploy\/staging/)
    .waitFor()
  expect(await names(page)).toContain('git/release-branch')
})

test('a hostile summary is shown with what hides in it, and does nothing', async () => {
  const page = await dashboard().open('/')
  const row = page.locator(`[data-name="${HOSTILE.name}"]`)
  await row.waitFor()
  expect(await row.innerText()).toContain('Looks U+202Eharmless')
  expect(await row.locator('img[src]').count()).toBe(0)
})

test('without a token nothing can be selected, and what is hidden stays hidden', async () => {
  const page = await dashboard().open('/', { who: 'anyone' })
  await page.locator('.skill-row').first().waitFor()
  expect(await page.locator('.select-box').count()).toBe(0)
  expect(await page.getByRole('tab', { name: /Archived/ }).count()).toBe(0)
  expect(await names(page)).not.toContain('mcp/calendar')
})

test('the server away is told, with a way to try again', async () => {
  const page = await dashboard().open('/nowhere')
  await page.route('**/api/library*', (route) => route.abort())
  await page.evaluate(`location.hash = '#/'`)
  await page.getByRole('heading', { name: 'The server does not answer.' }).waitFor()
  await checkPage(page, 'library-away')
  await page.unroute('**/api/library*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.skill-row').first().waitFor()
})

test('a thousand skills stay smooth: only what is seen is in the page', async () => {
  for (let i = 0; i < MANY; i++) {
    const name = `many/skill-${String(i).padStart(4, '0')}`
    writeSkill(dashboard().home, name, `# Skill ${i}\n`, { summary: `Do thing number ${i}` })
  }
  const page = await dashboard().open('/')
  await expect
    .poll(async () => page.locator('.list').getAttribute('style'), { timeout: 20_000 })
    .toMatch(/height: 5\d{4}px/)
  expect(await page.locator('.list-row').count()).toBeLessThan(60)
  const frames = Number(await page.evaluate(SCROLLED))
  console.info(`scrolled through ${MANY} skills: longest frame ${Math.round(frames)} ms`)
  await page.locator('[data-name^="many/skill-"]').first().waitFor()
})

// From top to bottom in fifty steps, a frame each; the longest of them, in milliseconds.
const SCROLLED = `new Promise((resolve) => {
  const end = document.body.scrollHeight
  let [step, before, longest] = [0, performance.now(), 0]
  const next = (now) => {
    longest = Math.max(longest, now - before)
    before = now
    step += 1
    scrollTo(0, (end * step) / 50)
    if (step < 50) requestAnimationFrame(next)
    else resolve(longest)
  }
  requestAnimationFrame(next)
})`
