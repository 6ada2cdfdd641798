// Graph: the picture and the list show the same library, what is amiss is named, and a click opens a skill.
import { expect, test } from 'vitest'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'

const HOSTILE = 'a‮gnihton'
const MANY = 500

const dashboard = useDashboard(
  (home) => {
    const skill = (name: string, more: Record<string, unknown> = {}) => writeSkill(home, name, `# ${name}\n`, more)
    skill('kitchen/tea', { summary: 'Make a pot of tea', dependsOn: ['kitchen/water'], seeAlso: ['kitchen/coffee'] })
    skill('kitchen/water', { summary: 'Boil water', dependsOn: ['kitchen/kettle'] })
    skill('kitchen/kettle', { summary: `Fill the kettle ${HOSTILE}`, dependsOn: ['kitchen/water'] })
    skill('kitchen/coffee', { summary: 'Make coffee', dependsOn: ['kitchen/water'], conflictsWith: ['kitchen/tea'] })
    skill('kitchen/cocoa', { dependsOn: ['kitchen/water', 'kitchen/milk'], parent: 'kitchen/tea' })
    skill('kitchen/espresso', { summary: 'Short and strong' })
    skill('garden/rake', { summary: 'Rake the leaves' })
  },
  async ({ ask }) => {
    await ask('POST /api/skills/merge', { target: 'kitchen/coffee', source: 'kitchen/espresso' })
  },
)

test('the picture stands beside its findings; the list says the same in words and opens a skill', async () => {
  const page = await dashboard().open('/graph')
  await page.getByRole('img', { name: /^A picture of 10 skills and/ }).waitFor()
  const findings = page.getByRole('complementary', { name: 'Findings' })
  await expect.poll(() => findings.innerText()).toMatch(/kitchen\/water → kitchen\/kettle → kitchen\/water|kettle → /)
  expect(await findings.innerText()).toMatch(/kitchen\/cocoa needs kitchen\/milk/)
  expect(await findings.innerText()).toMatch(/kitchen\/water 4 neighbours/)
  await checkPage(page, 'graph')
  await page.getByRole('button', { name: 'List' }).click()
  const list = page.getByRole('list', { name: 'Skills with their relations' })
  await list
    .getByText(/needed by .*kitchen\/tea/)
    .first()
    .waitFor()
  const coffee = list
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'kitchen/coffee', exact: true }) })
  expect(await coffee.innerText()).toMatch(
    /needs kitchen\/water.*conflicts with kitchen\/tea.*took in kitchen\/espresso/s,
  )
  await checkPage(page, 'graph-list')
  await coffee.getByRole('link').click()
  await expect.poll(() => page.url()).toContain('#/skills/kitchen/coffee')
})

test('a kind that is switched off leaves picture, list and address', async () => {
  const page = await dashboard().open('/graph?view=list')
  const list = page.getByRole('list', { name: 'Skills with their relations' })
  await list.getByText('conflicts with').first().waitFor()
  await page.getByRole('button', { name: /^Conflicts/ }).click()
  await expect.poll(() => list.getByText('conflicts with').count()).toBe(0)
  expect(page.url()).toContain('without=conflicts')
  await page.getByRole('button', { name: /^Merged/ }).click()
  await expect.poll(() => list.getByText('kitchen/espresso').count()).toBe(0)
})

test('a skill that is searched for is pointed at, with what hides in its summary made visible, and a click opens it', async () => {
  const page = await dashboard().open('/graph')
  await page.getByRole('searchbox').fill('kitchen/kettle')
  const tip = page.locator('.graph-tip')
  await tip.getByText('U+202E').waitFor()
  await checkPage(page, 'graph-pointed')
  const [box, at] = await Promise.all([page.locator('.graph-box').boundingBox(), tip.getAttribute('style')])
  const [left = 0, top = 0] = [...(at ?? '').matchAll(/: ([\d.]+)px/g)].map((match) => Number(match[1]))
  // The tip stands below its dot.
  await page.mouse.click((box?.x ?? 0) + left, (box?.y ?? 0) + top - 12)
  await expect.poll(() => page.url()).toContain('#/skills/kitchen/kettle')
})

test('a skill that is saved meanwhile comes in by itself', async () => {
  const page = await dashboard().open('/graph?view=list')
  const list = page.getByRole('list', { name: 'Skills with their relations' })
  await list.getByRole('link', { name: 'garden/rake' }).waitFor()
  await dashboard().ask('POST /api/skills', { name: 'garden/hoe', content: '# Hoe\n', dependsOn: ['garden/rake'] })
  await list.getByRole('link', { name: 'garden/hoe' }).waitFor()
})

test(`${MANY} skills are drawn, moved and zoomed`, async () => {
  const { home, open } = dashboard()
  const name = (i: number) => `many/s${i}`
  for (let i = 0; i < MANY; i++) {
    const dependsOn = i === 0 ? [] : [name(Math.floor(i / 3))]
    writeSkill(home, name(i), `# ${i}\n\nDo the thing number ${i}.\n`, { dependsOn })
  }
  const page = await open('/graph')
  await page.getByRole('img', { name: /^A picture of 51\d skills/ }).waitFor()
  await page.mouse.move(500, 400)
  await page.mouse.wheel(0, -300)
  await page.mouse.down()
  await page.mouse.move(620, 460, { steps: 10 })
  await page.mouse.up()
  const frameMs = await page.evaluate(`new Promise((resolve) => {
    const from = performance.now()
    let frames = 0
    const step = () => (frames += 1) === 30 ? resolve((performance.now() - from) / 30) : requestAnimationFrame(step)
    requestAnimationFrame(step)
  })`)
  console.info(`a frame with ${MANY} skills takes ${Math.round(Number(frameMs))} ms`)
  await page.getByRole('button', { name: 'Fit' }).click()
  await checkPage(page, 'graph-many')
})
