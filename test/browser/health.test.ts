// Health: use and library over time, each skill's numbers, and the health job, which is dry-run and run from here.
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'
import { type PastUse, writePastUse } from './past-use.ts'

const HOSTILE = '<img src=x onerror="document.title=1"> \u202etxet'

const dashboard = useDashboard(
  (home) => {
    writeSkill(home, 'tea', '# Make tea\n\nBoil water, pour, wait.\n', { summary: 'Make a pot of tea' })
    writeSkill(home, 'coffee', '# Make coffee\n\nGrind beans, pour.\n', { summary: HOSTILE })
    const uses = Array.from({ length: 60 }, (_, i): PastUse => {
      return {
        daysAgo: (i * i) % 26,
        skill: i % 3 === 0 ? 'coffee' : 'tea',
        outcome: i % 7 === 0 ? 'runtime_error' : 'success',
      }
    })
    const failures = Array.from(
      { length: 9 },
      (_, i): PastUse => ({ daysAgo: i, skill: 'flaky', outcome: 'runtime_error' }),
    )
    writePastUse(home, [...uses, ...failures])
  },
  async ({ ask }) => {
    await ask('POST /api/skills', { name: 'flaky', content: '# Flaky\n\nCall the thing that fails.\n' }, 'agent')
  },
)

test('use over time stands in pictures, with the same in numbers', async () => {
  const page = await dashboard().open('/health')
  await page.getByRole('img', { name: /^Skills that stand over 30 days/ }).waitFor()
  await page.getByRole('link', { name: 'tea', exact: true }).waitFor()
  await checkPage(page, 'health')
  await page.getByText('The same in numbers').click()
  expect(await page.getByRole('region', { name: 'Days in numbers' }).getByRole('row').count()).toBe(31)
  await page.getByRole('button', { name: '7 days' }).click()
  await expect.poll(() => page.getByRole('region', { name: 'Days in numbers' }).getByRole('row').count()).toBe(8)
  expect(page.url()).toContain('days=7')
})

test('the job is tried, then run, and says what it did', async () => {
  const page = await dashboard().open('/health')
  await page.getByRole('button', { name: 'Dry run' }).click()
  const job = page.getByRole('region', { name: 'Health job' })
  await job.getByText('What a run would do').waitFor()
  await checkPage(page, 'health-dry-run')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
  await job.getByText('What the run did').waitFor()
  await checkPage(page, 'health-run')
})

test('the skills are sorted by any of their numbers', async () => {
  const page = await dashboard().open('/health')
  const rows = page.getByRole('region', { name: 'Skills with their numbers' }).getByRole('row')
  await rows.filter({ hasText: 'tea' }).waitFor()
  await page.getByRole('button', { name: 'Loads' }).click()
  await page.getByRole('button', { name: 'Loads' }).click()
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^tea/)
})

test('without the token there is everything but the job', async () => {
  const page = await dashboard().open('/health', { who: 'anyone' })
  await page.getByRole('link', { name: 'tea', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Dry run' }).count()).toBe(0)
})
