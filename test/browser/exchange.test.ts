// Skills come in and go out in the browser: taken from where a client keeps them, saved as SKILL.md, one merged into another.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const TEA = '# Make tea\n\n1. Boil fresh water.\n2. Warm the pot.\n3. One spoon of leaves per cup.\n4. Steep it.\n'

const dashboard = useDashboard(
  (home) => {
    writeSkill(home, 'make-tea', TEA, { summary: 'Make a pot of tea' })
    writeSkill(home, 'tea-pot', `${TEA}5. Take the leaves out.\n`, { summary: 'Make a pot of tea for guests' })
    writeSkill(home, 'serve-cake', '# Cake\n\nWith tea.\n', { summary: 'Serve cake', seeAlso: ['tea-pot'] })
    const folder = join(home, '.claude/skills/pour-coffee')
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'SKILL.md'),
      '---\nname: pour-coffee\ndescription: Pour <b>coffee</b> \u202eslowly\n---\n\n# Pour coffee\n',
    )
  },
  undefined,
  (home) => ({ HOME: home }),
)

test('what a client has is shown first, taken after a second yes, and waits for review', async () => {
  const { ask, open } = dashboard()
  const page = await open('/')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import skills' })
  await dialog.getByRole('button', { name: 'Look' }).click()
  await dialog.getByRole('list', { name: 'What would come' }).getByText('pour-coffee').waitFor()
  await checkPage(page, 'library-import')
  expect(JSON.stringify(await ask('GET /api/library'))).not.toContain('pour-coffee')
  await dialog.getByRole('button', { name: 'Import 1 skill' }).click()
  await page.getByText('Imported 1 skill').waitFor()
  await page.locator('[data-name="pour-coffee"]').waitFor()
  expect(await ask('GET /api/skills/detail?name=pour-coffee')).toMatchObject({
    standing: { lifecycle: 'candidate', approval: 'pending_review' },
  })
})

test('a place with nothing in it, and a URL without the network allowed, say so', async () => {
  const page = await dashboard().open('/')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import skills' })
  await dialog.getByLabel('From').selectOption('codex')
  await dialog.getByRole('button', { name: 'Look' }).click()
  await page.getByText('got no such folder').waitFor()
  await dialog.getByLabel('From').selectOption('url')
  await dialog.getByLabel('URL').fill('https://skills.example/tea.zip')
  await dialog.getByRole('button', { name: 'Look' }).click()
  await page.getByText('allowNetwork', { exact: false }).last().waitFor()
  await dialog.getByRole('button', { name: 'Read the files again' }).click()
  await page.getByText('Nothing changed on the disk.').waitFor()
})

test('a skill is saved as SKILL.md', async () => {
  const page = await dashboard().open('/skills/make-tea')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as SKILL.md' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('SKILL.md')
  const text = readFileSync(await saved.path(), 'utf8')
  expect(text).toContain('name: make-tea')
  expect(text).toContain('Warm the pot.')
})

test('what says nearly the same is merged after a yes, and who named it is led on', async () => {
  const { ask, open } = dashboard()
  const page = await open('/skills/make-tea?tab=relations')
  const merge = page.getByRole('region', { name: 'Merge' })
  await expect.poll(() => merge.getByLabel('The skill that goes into this one').inputValue()).toBe('tea-pot')
  await checkPage(page, 'skill-merge')
  await merge.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged tea-pot into make-tea.').waitFor()
  const { skill } = await ask('GET /api/skills/detail?name=make-tea')
  expect(skill).toMatchObject({ content: expect.stringContaining('Take the leaves out.') })
  expect(await ask('GET /api/skills/detail?name=serve-cake')).toMatchObject({ skill: { seeAlso: ['make-tea'] } })
})
