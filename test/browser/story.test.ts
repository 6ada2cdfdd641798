// Goal: a person who never opens a terminal runs the library: finds, edits, reviews what an agent drafted, sees why a recall
// came out as it did, has a pass done dry and takes one proposal of it, binds a skill to an event, takes an archive back.
// What counts is what stands in the files of the home afterwards. The agent is a real MCP client over HTTP.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { type FakeModelServer, openFakeModelServer } from '../support/fake-model-server.ts'
import { connectClient, type McpClient } from '../support/mcp-clients.ts'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const DEPLOY =
  '# Deploy to staging\n\n1. Make sure that `main` is green.\n2. Run `make deploy ENV=staging`.\n3. Watch the health page.\n'
const MESSAGE = 'please ship the billing service to staging'
const RELAY = (what: string) =>
  `# Send ${what} by the relay\n\n1. Open the relay with the key of the team.\n2. Check the address twice.\n3. Send the ${what}.\n4. Keep the receipt in the shared folder.\n`

let model: FakeModelServer & { close: () => void }
beforeAll(async () => {
  model = await openFakeModelServer()
})
afterAll(() => model.close())

const dashboard = useDashboard(
  (home) => {
    const provider = { kind: 'openai', baseUrl: model.baseUrl('openai'), model: 'scripted-1', tokensPerDay: 500_000 }
    writeFileSync(join(home, 'config.json'), JSON.stringify({ provider }))
    writeSkill(home, 'deploy/staging', DEPLOY, {
      summary: 'Deploy a service to staging and check that it is healthy',
      triggers: ['ship it to staging'],
    })
    writeSkill(home, 'deploy/rollback', '# Roll back\n\nFind the last good tag, then `make rollback`.\n', {
      summary: 'Take a service back to the last good release',
    })
    writeSkill(home, 'incident/triage', '# Triage\n\nWho is affected, since when, what changed.\n', {
      summary: 'Triage an alert',
    })
  },
  async ({ ask }) => {
    const save = (name: string, what: string) =>
      ask('POST /api/skills', { name, content: RELAY(what), force: true }, 'agent')
    await save('mail/send', 'mail')
    await save('mail/post', 'letter')
  },
)

const stored = (name: string) => {
  const path = join(dashboard().home, 'skills', `${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
const ledger = () => readFileSync(homeLayout(dashboard().home).ledger, 'utf8')

async function agent(): Promise<McpClient> {
  const client = await connectClient('v2 auto', { kind: 'http', url: dashboard().url }, 'story-agent')
  onTestFinished(() => client.close())
  return client
}

test('finds a skill by what it is for, and edits it', async () => {
  const page = await dashboard().open('/')
  await page.keyboard.press('/')
  await page.keyboard.type('ship a service to staging')
  await page.getByRole('heading', { name: 'An agent would be shown' }).waitFor()
  await page.locator('.skill-name').first().click()
  await page.getByRole('heading', { name: 'deploy/staging', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page
    .getByLabel('Text, in Markdown')
    .fill(DEPLOY.replace('Watch the health page', 'Watch the health page for two minutes'))
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved deploy\/staging, version/).waitFor()
  expect(stored('deploy/staging').content).toContain('for two minutes')
})

test('an agent drafts, the queue shows it by itself, and the yes puts it in force', async () => {
  const page = await dashboard().open('/review')
  await page.locator('.queue-name').getByText('mail/send').waitFor()
  const client = await agent()
  const recalled = await client.call('recall_skills', { message: MESSAGE })
  expect(JSON.stringify(recalled.structuredContent)).toContain('deploy/staging')
  await client.call('get_skill', { name: 'deploy/staging' })
  const edited = await client.call('edit_skill', {
    name: 'deploy/staging',
    old_string: 'Make sure that `main` is green.',
    new_string: 'Make sure that `main` is green and nobody else deploys.',
  })
  expect(edited.structuredContent).toMatchObject({ draft: true })
  expect(stored('deploy/staging').content).not.toContain('nobody else')

  await page.locator('.queue-item').filter({ hasText: 'deploy/staging' }).click()
  await page.getByText('nobody else deploys').first().waitFor()
  await checkPage(page, 'story-draft')
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved deploy/staging').waitFor()
  expect(stored('deploy/staging').content).toContain('nobody else deploys')
  expect(ledger()).toMatch(/"skill-approved","actor":"operator","name":"deploy\/staging","version":3/)
  const answer = await client.call('get_skill', { name: 'deploy/staging' })
  expect(answer.content.map(({ text }) => text).join('\n')).toContain('nobody else deploys')
})

test('sees why the message recalled what it did, and keeps it as a case', async () => {
  const page = await dashboard().open('/recall')
  await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE)
  await page.keyboard.press('Enter')
  const first = page.getByRole('article').first()
  await first.getByRole('link', { name: 'deploy/staging' }).waitFor()
  await first.getByRole('list', { name: 'What each word adds' }).getByText(/^stag/).first().waitFor()
  await checkPage(page, 'story-recall')
  await page.getByRole('region', { name: 'Not recalled' }).getByText('far behind the best').waitFor()
  await first.getByRole('button', { name: 'Keep as a case' }).click()
  await page.getByText('Kept as a case').waitFor()
  expect(readFileSync(homeLayout(dashboard().home).recallCases, 'utf8')).toContain(MESSAGE)
})

test('has a pass done dry, which changes nothing, and takes one of its proposals', async () => {
  model.otherwise({
    text: JSON.stringify({
      saves: [{ name: 'mail/send', sources: ['mail/send', 'mail/post'], reason: 'They say the same.' }],
      archives: [{ name: 'mail/post', into: 'mail/send', reason: 'It is in the other.' }],
      links: [],
    }),
  })
  const before = stored('mail/send')
  const page = await dashboard().open('/passes')
  await page.getByRole('button', { name: 'Dry run of Consolidate' }).click()
  const shown = page.getByRole('region', { name: 'Dry run' })
  await shown.getByText('They say the same.').waitFor()
  expect(stored('mail/send')).toEqual(before)
  await shown.getByRole('checkbox', { name: 'Save mail/send' }).check()
  await shown.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByText('1 change made').waitFor()
  expect(stored('mail/send').content).not.toBe(before.content)
  expect(stored('mail/post'), 'what was not chosen').toBeDefined()
  expect(readFileSync(homeLayout(dashboard().home).cycles, 'utf8')).toContain('mail/send')
  expect(model.asked, 'applying asks no model').toHaveLength(1)
})

test('binds a skill to an event and sees it fire', async () => {
  const page = await dashboard().open('/bindings')
  await page.getByRole('button', { name: 'New binding' }).first().click()
  const form = page.getByRole('dialog', { name: 'New binding' })
  await form.getByLabel('Skill', { exact: true }).fill('deploy/rollback')
  await form.getByLabel('On the event').fill('tool.called')
  await form.getByLabel('What is done').selectOption('notify')
  await form.getByLabel('Text').fill('The deploy failed')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('article', { name: 'deploy/rollback on tool.called' }).waitFor()
  expect(readFileSync(homeLayout(dashboard().home).bindings, 'utf8')).toContain('deploy/rollback')
  await page.getByRole('tab', { name: 'Log' }).click()
  const events = [{ event: 'tool-called', session: 's-story', tool: 'deploy', ok: false }]
  await dashboard().ask('POST /api/events', { events }, 'agent')
  await page.getByRole('region', { name: 'Log of bindings' }).getByText('pass').waitFor()
  const { usage } = homeLayout(dashboard().home)
  const journal = readdirSync(usage).map((file) => readFileSync(join(usage, file), 'utf8'))
  expect(journal.join('\n') + ledger()).toMatch(/fired/)
})

test('archives by mistake, and takes it back', async () => {
  const page = await dashboard().open('/skills/incident/triage')
  const before = stored('incident/triage')
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Archived incident/triage.').waitFor()
  expect(stored('incident/triage')).toBeUndefined()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Brought back incident/triage.').waitFor()
  expect(stored('incident/triage').content).toBe(before.content)
})
