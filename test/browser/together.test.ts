// Goal: two browsers and an agent work on one library at once and stay of one mind: what one does the others show by
// themselves, nobody writes over what he has not seen, and a server that goes away and comes back is found again.
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { connectClient, type McpClient } from '../support/mcp-clients.ts'
import { forThisTest, startHttpServer } from '../support/server-process.ts'
import { writeSkill } from '../support/written-skills.ts'
import { useDashboard } from './dashboard.ts'

const TEA = '# Make tea\n\n1. Boil fresh water.\n2. Warm the pot.\n3. Steep four minutes.\n'

const dashboard = useDashboard((home) => {
  writeSkill(home, 'make-tea', TEA, { summary: 'Make a pot of tea' })
  writeSkill(home, 'bake-bread', '# Bake bread\n\nKnead, wait, bake.\n', { summary: 'Bake a loaf of bread' })
})
const source = (page: Page) => page.getByLabel('Text, in Markdown')
const row = (page: Page, name: string) => page.locator(`[data-name="${name}"]`)

async function live(path: string): Promise<Page> {
  const page = await dashboard().open(path)
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

async function agent(): Promise<McpClient> {
  const client = await connectClient('v2 auto', { kind: 'http', url: dashboard().url }, 'other-hand')
  onTestFinished(() => client.close().catch(() => undefined))
  return client
}

test('what an agent saves and one browser archives, the other browser shows by itself', async () => {
  const [first, second] = [await live('/'), await live('/')]
  const client = await agent()
  await client.call('save_skill', {
    name: 'brew-coffee',
    summary: 'Brew a pot of coffee',
    content: '# Brew coffee\n\nGrind, pour, wait.\n',
  })
  for (const page of [first, second]) await row(page, 'brew-coffee').waitFor()
  await first.getByLabel('Select bake-bread').check()
  await first.getByRole('button', { name: 'Archive' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await row(second, 'bake-bread').waitFor({ state: 'detached' })
  const gone = await client.call('get_skill', { name: 'bake-bread' })
  expect(gone.isError).toBe(true)
  await first.getByRole('button', { name: 'Undo' }).click()
  await row(second, 'bake-bread').waitFor()
  expect((await client.call('get_skill', { name: 'bake-bread' })).isError).not.toBe(true)
})

test('two persons edit one text at once: the second is told, and both changes are in it', async () => {
  const [first, second] = [await live('/design/make-tea'), await live('/design/make-tea')]
  await source(first).fill(TEA.replace('four minutes', 'five minutes'))
  await source(second).fill(TEA.replace('fresh water', 'spring water'))
  await first.keyboard.press('Control+s')
  await first.getByText(/^Saved make-tea/).waitFor()
  await second.getByText('Somebody saved another version').waitFor()
  await second.keyboard.press('Control+s')
  await second.getByText('Both changes are in the text now').waitFor()
  await second.getByRole('button', { name: /^Save/ }).click()
  await second.getByText(/^Saved make-tea/).waitFor()
  const { skill } = await dashboard().ask('GET /api/skills/detail?name=make-tea')
  const both = TEA.replace('four minutes', 'five minutes').replace('fresh water', 'spring water')
  expect(skill).toMatchObject({ content: both })
  await first.getByRole('button', { name: 'Bring both together' }).click()
  await expect.poll(() => source(first).inputValue()).toBe(both)
})

test('two persons decide on one draft: the second finds it decided', async () => {
  const client = await agent()
  await client.call('get_skill', { name: 'bake-bread' })
  await client.call('edit_skill', { name: 'bake-bread', old_string: 'wait', new_string: 'wait long' })
  const [first, second] = [await live('/review?item=text:bake-bread'), await live('/review?item=text:bake-bread')]
  for (const page of [first, second]) await page.getByRole('heading', { name: 'bake-bread' }).waitFor()
  await first.keyboard.press('a')
  await first.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await first.getByText('Approved bake-bread').waitFor()
  await second.getByRole('heading', { name: 'bake-bread' }).waitFor({ state: 'detached' })
  expect(await dashboard().ask('GET /api/skills/detail?name=bake-bread')).toMatchObject({
    skill: { content: '# Bake bread\n\nKnead, wait long, bake.\n' },
    standing: { draft: false },
  })
})

// Last: the server of this file is another one afterwards.
test('a server that is started anew is found again, with what happened while it was away', async () => {
  const { home, server } = dashboard()
  const page = await live('/')
  await row(page, 'make-tea').waitFor()
  await server.stop()
  await page.getByText('Not connected').waitFor()
  writeSkill(home, 'boil-eggs', '# Boil eggs\n\nSix minutes.\n', { summary: 'Boil eggs' })
  await forThisTest(startHttpServer(home, { args: ['--port', String(server.port)] }))
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 40_000 })
  await row(page, 'boil-eggs').waitFor()
  await dashboard().ask(
    'POST /api/skills',
    { name: 'poach-eggs', content: '# Poach\n', summary: 'Poach eggs' },
    'agent',
  )
  await row(page, 'poach-eggs').waitFor()
})
