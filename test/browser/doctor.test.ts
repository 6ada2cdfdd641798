// Goal: a person sees what is wrong with the home, mends what can be mended with one yes to what is shown, and sees how
// mounts and clients stand.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const ODD = '{\n  // mine\n  "name": "mail",\n  "content": "# Mail",\n  "seealso": ["tea"],\n}\n'

const dashboard = useDashboard(
  (home) => {
    mkdirSync(join(home, 'skills'), { recursive: true })
    writeSkill(home, 'tea', '# Tea\n\nBoil water.\n', { seeAlso: ['coffe'] })
    writeSkill(home, 'coffee', '# Coffee\n\nGrind beans.\n', { dependsOn: ['grinder'] })
    writeFileSync(join(home, 'skills/mail.json'), ODD)
    writeFileSync(join(home, 'skills/half.json'), '{"name": "half", "content": "# Ha')
    const folder = join(home, 'packages', 'tea')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'SKILL.md'), '---\nname: tea\ndescription: Another way to make tea\n---\n\n# Tea\n')
    mkdirSync(join(home, 'cortex'), { recursive: true })
    const mounts = [{ source: 'packages', path: join(home, 'packages') }]
    writeFileSync(join(home, 'cortex/mounts.json'), JSON.stringify(mounts))
  },
  undefined,
  (home) => ({ HOME: home }),
)

test('what is wrong is told with its place and what to do', async () => {
  const page = await dashboard().open('/doctor')
  const findings = page.getByRole('list', { name: 'Findings' })
  await findings.getByText('skills/half.json').first().waitFor()
  await findings.getByText('did you mean "coffee"?').waitFor()
  await checkPage(page, 'doctor')
  const all = await findings.getByRole('listitem').count()
  await page.getByRole('button', { name: 'Errors' }).click()
  const errors = await findings.getByRole('listitem').count()
  expect(errors).toBeGreaterThan(0)
  expect(errors).toBeLessThan(all)
})

test('a repair is shown as a diff and written after a yes', async () => {
  const page = await dashboard().open('/doctor?tab=repairs')
  await page.getByRole('region', { name: 'Repair of skills/mail.json' }).waitFor()
  await checkPage(page, 'doctor-repairs')
  const box = page.getByRole('checkbox')
  await box.uncheck()
  expect(await page.getByRole('button', { name: 'Repair 0 files' }).isDisabled()).toBe(true)
  await box.check()
  await page.getByRole('button', { name: 'Repair 1 file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Repair' }).click()
  await page.getByText('1 file repaired').waitFor()
  await page.getByRole('heading', { name: 'Nothing to repair' }).waitFor()
  expect(JSON.parse(readFileSync(join(dashboard().home, 'skills/mail.json'), 'utf8'))).toMatchObject({
    seeAlso: ['tea'],
  })
})

test('a file that changed since it was shown is left, and said so', async () => {
  const path = join(dashboard().home, 'skills/post.json')
  writeFileSync(path, ODD.replace('"mail"', '"post"'))
  const page = await dashboard().open('/doctor?tab=repairs')
  await page.getByRole('region', { name: 'Repair of skills/post.json' }).waitFor()
  const changed = ODD.replace('"mail"', '"post"').replace('# Mail', '# Post')
  await page.route('**/api/doctor/fix', async (route) => {
    writeFileSync(path, changed)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Repair 1 file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Repair' }).click()
  await page.getByText('skills/post.json was not repaired').waitFor()
  expect(readFileSync(path, 'utf8')).toBe(changed)
})

test('mounts with the copies behind others, and clients with their command', async () => {
  const page = await dashboard().open('/doctor?tab=mounts')
  await page.getByRole('region', { name: 'packages' }).waitFor()
  await page
    .getByRole('cell', { name: /packages/ })
    .first()
    .waitFor()
  await checkPage(page, 'doctor-mounts')
  await page.getByRole('tab', { name: /Clients/ }).click()
  await page.getByText('skill-cortex setup claude-code').waitFor()
  await checkPage(page, 'doctor-clients')
})

test('without a token it says who may look', async () => {
  const page = await dashboard().open('/doctor', { who: 'anyone' })
  await page.getByText('Only you may see this').waitFor()
  await checkPage(page, 'doctor-refused')
})
