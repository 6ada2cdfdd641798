// Goal: a person writes and changes a skill in the browser alone, loses nothing on the way, and meets what somebody else
// saved meanwhile with the choice in their hands.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const TEA =
  '# Make tea\n\n1. Boil fresh water.\n2. Warm the pot.\n3. One spoon of leaves per cup.\n4. Steep four minutes.\n'
const HOSTILE =
  '# Hostile\n\n<img src="https://evil.example/p.png" onerror="alert(1)"> <script>alert(2)</script> [x](javascript:alert(3)) ![y](https://evil.example/q.png)\n'

const dashboard = useDashboard(
  (home) => {
    writeSkill(home, 'make-tea', TEA, {
      summary: 'Make a pot of tea',
      tags: ['kitchen'],
      triggers: ['make some tea'],
      steps: [{ action: 'Boil water', tool: 'kettle' }, { action: 'Steep' }],
    })
    writeSkill(home, 'brew-coffee', TEA.replace('tea', 'coffee'), { summary: 'Brew coffee' })
    writeSkill(home, 'bake-bread', '# Bake bread\n\nKnead, wait, bake.\n', { summary: 'Bake a loaf' })
    writeSkill(home, 'hostile', HOSTILE, { summary: 'Says what it should not' })
  },
  async ({ ask }) => {
    await ask('POST /api/skills', { name: 'bake-bread', content: '# Bake bread\n\nKnead, wait long, bake.\n' }, 'agent')
  },
)
const source = (page: Page) => page.getByLabel('Text, in Markdown')
const detail = (name: string) => dashboard().ask(`GET /api/skills/detail?name=${name}`)
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()

test('a skill is edited beside its preview and saved with all its parts', async () => {
  const page = await dashboard().open('/design/make-tea')
  await source(page).fill(TEA.replace('four minutes', '**five** minutes'))
  await page.getByRole('region', { name: 'Preview' }).getByText('five').waitFor()
  await page.getByText('Not saved').waitFor()
  await checkPage(page, 'designer')
  await page.getByRole('tab', { name: /Steps/ }).click()
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByLabel('Step 3', { exact: true }).fill('Serve')
  await page.getByRole('button', { name: 'Move step 3 up' }).click()
  await checkPage(page, 'designer-steps')
  await page.getByRole('tab', { name: /Belongs to/ }).click()
  await page.getByLabel('See also').fill('bake-bread')
  await page.getByLabel('See also').press('Enter')
  await page.getByRole('tab', { name: /May touch/ }).click()
  await page.getByLabel('Domains').fill('tea.example')
  await page.getByLabel('Domains').press('Enter')
  await checkPage(page, 'designer-policy')
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved make-tea, version/).waitFor()
  const { skill, declared } = await detail('make-tea')
  expect(skill).toMatchObject({
    content: TEA.replace('four minutes', '**five** minutes'),
    steps: [{ action: 'Boil water', tool: 'kettle' }, { action: 'Serve' }, { action: 'Steep' }],
    seeAlso: ['bake-bread'],
    tags: ['kitchen'],
  })
  expect(declared).toMatchObject({ domains: ['tea.example'] })
  await page.getByText('Saved', { exact: true }).waitFor()
})

test('a new skill is told of its likes, refused with what is wrong, and saved', async () => {
  const page = await dashboard().open('/design')
  await page.getByLabel('Name').fill('No Name')
  await page.getByText('Lower-case words').waitFor()
  await save(page)
  await page.getByRole('status').getByText('Lower-case words').waitFor()
  await page.getByLabel('Name').fill('kitchen/make-green-tea')
  await source(page).fill(TEA)
  await page.getByText('This says nearly the same').waitFor()
  await checkPage(page, 'designer-new')
  await save(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await source(page).fill(
    '# Green tea\n\nLet the water cool to eighty degrees, then pour and wait for two minutes at most.\n',
  )
  await page.getByText('This says nearly the same').waitFor({ state: 'detached' })
  await save(page)
  await page.getByText(/^Saved kitchen\/make-green-tea, version 1/).waitFor()
  await page.getByRole('heading', { name: 'kitchen/make-green-tea' }).waitFor()
  expect(page.url()).toContain('#/design/kitchen/make-green-tea')
  expect(await detail('kitchen/make-green-tea')).toMatchObject({ standing: { origin: 'human' } })
})

test('what changed in another place meanwhile is brought together by itself', async () => {
  const page = await dashboard().open('/design/brew-coffee')
  const coffee = await source(page).inputValue()
  await source(page).fill(coffee.replace('Warm the pot', 'Warm the cups'))
  await dashboard().ask('PATCH /api/skills?name=brew-coffee', { old_string: 'four minutes', new_string: 'six minutes' })
  await page.getByText('Somebody saved another version').waitFor()
  await save(page)
  await page.getByText('Both changes are in the text now').waitFor()
  expect(await source(page).inputValue()).toContain('six minutes')
  expect(await source(page).inputValue()).toContain('Warm the cups')
  await save(page)
  await page.getByText(/^Saved brew-coffee/).waitFor()
})

test('what both changed in one place is chosen, and nothing is lost before', async () => {
  const page = await dashboard().open('/design/brew-coffee')
  const coffee = await source(page).inputValue()
  await source(page).fill(coffee.replace('fresh water', 'spring water').replace('# Make coffee', '# Brew coffee'))
  await dashboard().ask('PATCH /api/skills?name=brew-coffee', { old_string: 'fresh water', new_string: 'cold water' })
  await page.keyboard.press('Control+s')
  const panel = page.getByRole('region', { name: 'Changed by both' })
  await panel.getByText('1. Boil cold water.').waitFor()
  await checkPage(page, 'designer-conflict')
  await panel.getByLabel('Theirs').first().check()
  await panel.getByRole('button', { name: 'Put it into the editor' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved brew-coffee/).waitFor()
  const { skill } = await detail('brew-coffee')
  expect(skill).toMatchObject({ content: expect.stringMatching(/Boil cold water/) })
})

test('leaving with something unsaved asks', async () => {
  const page = await dashboard().open('/design/make-tea')
  await source(page).fill('# Half')
  await page.getByRole('link', { name: 'Library' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(await source(page).inputValue()).toBe('# Half')
  await page.getByRole('link', { name: 'Library' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Library' }).waitFor()
})

test('the draft of an agent is taken over with changes', async () => {
  const page = await dashboard().open('/design/bake-bread?version=draft')
  await page.getByText('You edit the draft.').waitFor()
  const text = await source(page).inputValue()
  expect(text).toContain('wait long')
  await source(page).fill(text.replace('wait long', 'wait two hours'))
  await save(page)
  await page.getByText(/^Saved bake-bread/).waitFor()
  const now = await detail('bake-bread')
  expect(now).toMatchObject({
    skill: { content: '# Bake bread\n\nKnead, wait two hours, bake.\n' },
    standing: { draft: false },
  })
})

test('a draft whose base is not live any more is brought together with what is', async () => {
  const { ask } = dashboard()
  await ask('POST /api/skills', { name: 'stew', content: '# Stew\n\nCut.\n\nBrown.\n\nSimmer one hour.\n' })
  await ask('PATCH /api/skills?name=stew', { old_string: 'one hour', new_string: 'two hours' }, 'agent')
  await ask('PATCH /api/skills?name=stew', { old_string: 'Cut.', new_string: 'Cut small.' })
  const page = await dashboard().open('/design/stew?version=draft')
  await page.getByText('You edit the draft.').waitFor()
  expect(await source(page).inputValue()).toBe('# Stew\n\nCut small.\n\nBrown.\n\nSimmer two hours.\n')
  await ask('PATCH /api/skills?name=stew', { old_string: 'one hour', new_string: 'three hours' })
  await page.reload()
  const panel = page.getByRole('region', { name: 'Changed by both' })
  await panel.getByText('Simmer three hours.').waitFor()
  await panel.getByRole('button', { name: 'Not now' }).click()
  await page.keyboard.press('Control+s')
  await panel.getByRole('button', { name: 'All mine' }).click()
  await panel.getByRole('button', { name: 'Put it into the editor' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved stew/).waitFor()
  expect(await detail('stew')).toMatchObject({
    skill: { content: '# Stew\n\nCut small.\n\nBrown.\n\nSimmer two hours.\n' },
    standing: { draft: false },
  })
})

test('a hostile text runs nothing and loads nothing, in the editor or its preview', async () => {
  const page = await dashboard().open('/design/hostile')
  await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Hostile' }).waitFor()
  expect(await page.locator('.markdown script, .markdown img[src^="http"]').count()).toBe(0)
  await checkPage(page, 'designer-hostile')
})

test('without a token it can be looked at, and not saved; what is not there says so', async () => {
  const anyone = await dashboard().open('/design/make-tea', { who: 'anyone' })
  await anyone.getByText('Only a person may save here').waitFor()
  expect(await anyone.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true)
  const page = await dashboard().open('/design/nothing-here')
  await page
    .getByRole('alert')
    .getByText(/no skill is named/i)
    .waitFor()
})
