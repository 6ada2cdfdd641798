// Bindings: a skill is bound to an event, tried, seen firing live, switched off, changed, and removed with a way back.
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const dashboard = useDashboard(
  (home) => {
    writeSkill(home, 'deploy/rollback', '# Roll back\n\nPut the last release back.\n', {
      summary: 'Roll a release back',
    })
    writeSkill(home, 'deploy/checklist', '# Checklist\n\nLook twice.\n', { summary: 'Before a release' })
  },
  async ({ ask }) => {
    await ask('POST /api/skills/bindings', {
      ...{
        skill: 'deploy/checklist',
        event: 'session.started',
        action: { kind: 'notify', text: 'A <b>new</b> \u202esession' },
      },
      ...{ priority: 5, cooldownSeconds: 600 },
    })
    await ask('POST /api/skills/bindings', {
      skill: 'gone',
      event: 'skill.*',
      action: { kind: 'inject_context' },
    }).catch(() => undefined)
  },
)

test('a binding is made, tried, fires for an event of an agent, and stands in the log', async () => {
  const { ask, open } = dashboard()
  const page = await open('/bindings')
  await page.getByRole('article', { name: 'deploy/checklist on session.started' }).waitFor()
  await page.getByRole('button', { name: 'New binding' }).click()
  const form = page.getByRole('dialog', { name: 'New binding' })
  await form.getByLabel('Skill', { exact: true }).fill('deploy/rollback')
  await form.getByLabel('On the event').fill('tool.caled')
  await form.getByLabel('What is done').selectOption('notify')
  await form.getByLabel('Text').fill('The deploy failed')
  await form.getByRole('button', { name: 'Add a condition' }).click()
  await form.getByLabel('Field of condition 1').fill('tool')
  await form.getByLabel('Value of condition 1').fill('deploy')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('alert').getByText('tool.called').waitFor()
  await checkPage(page, 'bindings-form')
  await form.getByLabel('On the event').fill('tool.called')
  await form.getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('article', { name: 'deploy/rollback on tool.called' })
  await card.getByText('notifies you').waitFor()
  await checkPage(page, 'bindings')

  await page.getByRole('tab', { name: 'Test' }).click()
  await page.getByRole('button', { name: 'What would fire?' }).click()
  await page.getByRole('region', { name: 'What would fire' }).getByText('1 would fire').waitFor()
  await checkPage(page, 'bindings-test')

  await page.getByRole('tab', { name: 'Log' }).click()
  await page.getByText('Nothing has fired').waitFor()
  await ask(
    'POST /api/events',
    { events: [{ event: 'tool-called', session: 's-1', tool: 'deploy', ok: false }] },
    'agent',
  )
  await page.getByRole('status').getByText('deploy/rollback: The deploy failed').waitFor()
  const log = page.getByRole('region', { name: 'Log of bindings' })
  await log.getByText('pass').waitFor()
  expect(await log.innerText()).toMatch(/tool\.called.*deploy\/rollback/s)
  await checkPage(page, 'bindings-log')
})

test('it is switched off, changed, removed, and brought back', async () => {
  const page = await dashboard().open('/bindings')
  const card = page.getByRole('article', { name: 'deploy/checklist on session.started' })
  await card.getByText('U+202E').waitFor()
  await card.getByRole('switch').click()
  await expect.poll(() => card.getByRole('switch').getAttribute('aria-checked'), { timeout: 10_000 }).toBe('false')
  await card.getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('dialog', { name: 'Change a binding' })
  await form.getByLabel('Priority').fill('7')
  await form.getByRole('button', { name: 'Save' }).click()
  await card.getByText('priority 7').waitFor()
  await card.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await card.waitFor()
})

test('without the token one sees the bindings, and changes none', async () => {
  const page = await dashboard().open('/bindings', { who: 'anyone' })
  await page.getByRole('article', { name: 'deploy/checklist on session.started' }).waitFor()
  expect(await page.getByRole('switch').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'New binding' }).count()).toBe(0)
})
