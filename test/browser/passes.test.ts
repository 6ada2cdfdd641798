// Passes: what is due is run dry, one of its proposals is applied, the cycle is looked at and undone; directives are edited.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeModelServer, openFakeModelServer } from '../support/fake-model-server.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const REASON = 'They say the same. <script>alert(1)</script>'
const text = (what: string) =>
  `# Send ${what} by the relay\n\n1. Open the relay with the key of the team.\n2. Check the address twice.\n3. Send the ${what}.\n4. Keep the receipt in the shared folder.\n`

let model: FakeModelServer & { close: () => void }
beforeAll(async () => {
  model = await openFakeModelServer()
})
afterAll(() => model.close())

const dashboard = useDashboard(
  (home) => {
    const provider = { kind: 'openai', baseUrl: model.baseUrl('openai'), model: 'scripted-1', tokensPerDay: 500_000 }
    writeFileSync(join(home, 'config.json'), JSON.stringify({ provider, gate: 'open' }))
  },
  async ({ ask }) => {
    for (const name of ['mail/send', 'mail/post', 'mail/dispatch']) {
      await ask(
        'POST /api/skills',
        { name, content: text(name === 'mail/send' ? 'mail' : 'letter'), force: true },
        'agent',
      )
    }
  },
)

function answer(): void {
  model.otherwise({
    text: JSON.stringify({
      saves: [
        { name: 'mail/send', sources: ['mail/send', 'mail/post'], reason: REASON },
        { name: 'nowhere', content: '# Nowhere\n', sources: ['not/shown'], reason: 'A text of its own.' },
      ],
      archives: [{ name: 'mail/post', into: 'mail/send', reason: 'It is in the other.' }],
      links: [],
    }),
  })
}

test('a dry run shows each change with its diff; one is applied, the cycle is looked at, and undone', async () => {
  answer()
  const page = await dashboard().open('/passes')
  const list = page.getByRole('list', { name: 'Passes' })
  await list.getByRole('listitem').filter({ hasText: 'Consolidate' }).getByText('due').waitFor()
  await checkPage(page, 'passes')
  await page.getByRole('button', { name: 'Dry run of Consolidate' }).click()
  const shown = page.getByRole('region', { name: 'Dry run' })
  await shown.getByText('They say the same. <script>alert(1)</script>').waitFor()
  await shown
    .getByText(/What changes in/)
    .first()
    .click()
  await shown.getByText('1 proposal would be refused').click()
  await checkPage(page, 'passes-dry-run')
  await shown.getByRole('checkbox', { name: 'Save mail/send' }).check()
  await shown.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByText('1 change made').waitFor()
  expect(model.asked).toHaveLength(1)

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Consolidate' }).click()
  const cycle = page.getByRole('dialog', { name: 'Consolidate' })
  await cycle.getByText('it was not chosen').first().waitFor()
  await checkPage(page, 'passes-cycle')
  await cycle.getByRole('button', { name: 'Undo this cycle' }).click()
  await page.getByText('Took back 1 change').waitFor()
  await cycle.getByText('undone').first().waitFor()
})

test('a run is confirmed, carried out, told, and stands in the history with its cost', async () => {
  answer()
  const page = await dashboard().open('/passes')
  await page.getByRole('button', { name: 'Run Consolidate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
  await page.getByText(/Consolidate: 2 changes, 1 refused/).waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('region', { name: 'Cycles' }).getByText('2 changes, 1 refused').waitFor()
  await checkPage(page, 'passes-history')
  await page.getByRole('tab', { name: 'Cost' }).click()
  await page.getByRole('img', { name: /^Tokens by day/ }).waitFor()
  await checkPage(page, 'passes-cost')
})

test('a model that fails is told and leaves nothing', async () => {
  model.otherwise({ status: 400, error: 'no such model' })
  const page = await dashboard().open('/passes')
  await page.getByRole('button', { name: 'Dry run of Consolidate' }).click()
  const shown = page.getByRole('region', { name: 'Dry run' })
  await shown.getByText(/no such model|does not take/).waitFor()
  await checkPage(page, 'passes-failed')
})

test('a directive is replaced, differs from the built-in text in the open, and goes back with a way to undo that', async () => {
  const page = await dashboard().open('/passes?tab=directives&directive=consolidate')
  const editor = page.getByRole('textbox', { name: 'What Consolidate tells the model' })
  const builtIn = await editor.inputValue()
  await editor.fill(`${builtIn}\nNever merge what a person wrote.\n`)
  await page.getByText('What differs from the built-in text').click()
  await checkPage(page, 'passes-directive')
  await page.getByRole('button', { name: 'Gap' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Consolidate: the next question uses your text').waitFor()
  await page.getByRole('button', { name: 'Reset to the built-in text' }).click()
  await expect.poll(() => editor.inputValue()).toBe(builtIn)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => editor.inputValue()).toContain('Never merge what a person wrote.')
})

test('what was changed elsewhere meanwhile is not written over', async () => {
  const page = await dashboard().open('/passes?tab=directives&directive=gap')
  const editor = page.getByRole('textbox', { name: 'What Gap tells the model' })
  await editor.fill('Mine.')
  await dashboard().ask('POST /api/directives', { kind: 'gap', text: 'Theirs.' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('was changed since it was read').waitFor()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  expect(await editor.inputValue()).toBe('Theirs.')
})

test('without the token one sees what is due, and may change nothing', async () => {
  const page = await dashboard().open('/passes', { who: 'anyone' })
  await page.getByRole('list', { name: 'Passes' }).getByText('Consolidate').waitFor()
  expect(await page.getByRole('button', { name: /^Run/ }).count()).toBe(0)
  expect(await page.getByRole('tab', { name: 'Directives' }).count()).toBe(0)
})
