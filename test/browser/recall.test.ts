// Goal: a person sees in the browser why a message recalls what it does and what a client's model would see of it, and
// keeps what is right as a case that is run from then on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const dashboard = useDashboard((home) => {
  writeSkill(home, 'mcp/send-email', '# Send email\n\nAsk for the address first, then write and send.\n', {
    summary: 'Send email to people through the mail server',
    triggers: ['send a mail to somebody'],
  })
  writeSkill(home, 'mcp/calendar', '# Calendar\n\nFind a free hour and send the invitation.\n', {
    summary: 'Put meetings into the team calendar',
  })
  writeSkill(home, 'pdf/merge', '# Merge\n\nOrder the pages, then join the files.\n', {
    summary: 'Merge PDF files into one',
  })
  writeSkill(home, 'hostile', '# Email \u202e hostile\n\n<script>alert(1)</script> email team\n', {
    summary: 'An email <img src=x onerror=alert(2)> that \u200b hides',
  })
})
const MESSAGE = 'please send an email to the team'
const asked = `/recall?m=${encodeURIComponent(MESSAGE)}`

test('a message brings up skills, with what each word adds and why the others did not come', async () => {
  const page = await dashboard().open('/recall')
  await page.getByRole('heading', { name: 'Say something' }).waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE)
  await page.keyboard.press('Enter')
  const first = page.getByRole('article').first()
  await first.getByRole('link', { name: 'mcp/send-email' }).waitFor()
  await first.getByRole('list', { name: 'What each word adds' }).getByText('email').first().waitFor()
  await page.getByRole('complementary', { name: 'What was looked up' }).getByText('Recall speaks from').waitFor()
  await page.getByRole('region', { name: 'Not recalled' }).waitFor()
  await checkPage(page, 'recall')
  expect(page.url()).toContain('m=please')
})

test('a message for nothing is silent, and says why', async () => {
  const page = await dashboard().open('/recall?m=thanks+a+lot')
  await page.getByText('Silent:').waitFor()
  await checkPage(page, 'recall-silent')
})

test('asked about one skill it says how that one stands', async () => {
  const page = await dashboard().open(asked)
  await page.getByLabel('And how about this skill?').fill('pdf/merge')
  await page.keyboard.press('Enter')
  await page.locator('tr[data-asked]').getByText('it holds no word of the message').waitFor()
})

test('what a client’s model would see is shown as it arrives there', async () => {
  const page = await dashboard().open(`${asked}&as=claude-code`)
  const seen = page.getByRole('region', { name: 'What a client sees' })
  await seen.getByText('per-turn hook').click()
  await seen.getByText('Skills recalled for this message:').waitFor()
  expect(await seen.locator('details[open] .raw').innerText()).toContain('mcp/send-email')
  await seen.scrollIntoViewIfNeeded()
  await checkPage(page, 'recall-client')
})

test('a case is kept, run, shown with its trend, and taken out with a way back', async () => {
  const page = await dashboard().open(asked)
  await page.getByRole('article').first().getByRole('button', { name: 'Keep as a case' }).click()
  await page.getByText('Kept as a case: that mcp/send-email comes up').waitFor()
  const file = join(dashboard().home, 'recall-cases.jsonl')
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify({ message: MESSAGE, skill: 'mcp/send-email' })}\n`)
  await dashboard().ask('POST /api/recall/cases', { message: 'paint the fence blue', skill: 'pdf/merge' })
  await dashboard().ask('POST /api/recall/eval', {})
  await page.getByRole('tab', { name: 'Cases' }).click()
  await page.getByRole('button', { name: 'Run the cases' }).click()
  await page.getByText('Since the last run no case was lost or won').waitFor()
  const row = page.getByRole('row', { name: /please send an email/ })
  await row.getByText('place 1').waitFor()
  await row.getByRole('img', { name: 'Passed 2 of the last 2' }).waitFor()
  await page
    .getByRole('row', { name: /paint the fence/ })
    .getByText('not found')
    .waitFor()
  await checkPage(page, 'recall-cases')
  await row.getByRole('button', { name: /^Take the case/ }).click()
  await row.waitFor({ state: 'detached' })
  expect(readFileSync(file, 'utf8')).not.toContain('email')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row.waitFor()
})

test('without a token recall is there, and the cases are not', async () => {
  const page = await dashboard().open(asked, { who: 'anyone' })
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('button', { name: /^Keep/ }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Cases' }).click()
  await page.getByText('Only you may see this').waitFor()
})
