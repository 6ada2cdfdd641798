// Goal: from reports to suggestions, through the whole app: what was learned is found again by other words of the same kind,
// what failed is warned of or hidden, and nothing is followed without a yes that a person did not grant.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { OPERATOR } from '../../src/cli/operator.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'

const policy = (...sideEffects: string[]) => ({ policy: { tools: [], domains: [], credentials: [], sideEffects } })

function homeWithSkills(): string {
  const home = tempFolder()
  writeSkill(home, 'pictures/resize', '# Resize\n\n## Look at the size\n\n- Convert it\n', {
    summary: 'Make images smaller',
    ...policy('read:pictures', 'read:env:PICTURE_API_KEY'),
  })
  writeSkill(home, 'pictures/crop', '# Crop\n\n- Cut it\n', { summary: 'Cut images', ...policy('write:pictures') })
  writeSkill(home, 'tea', '# Tea\n\n1. Boil water.\n', { summary: 'Make a pot of tea', dependsOn: ['kettle'] })
  return home
}

const TASK = 'compress the thumbnails of this gallery'
const agent = 'agent' as const

async function opened(home = homeWithSkills()) {
  const used = await useApp(home)
  const { app } = used
  const find = (task: string, session?: string) => app.routing.find({ task, keywords: [], session, actor: agent })
  return { ...used, home, find, plan: (name: string, region?: string) => app.routing.plan(name, region, agent) }
}

/** Successes eight days apart, the last one now. */
async function proven(app: App, skill: string, count: number): Promise<void> {
  for (let i = count - 1; i >= 0; i--) {
    const timestamp = new Date(Date.now() - i * 8 * 86_400_000).toISOString()
    await app.journal.append(`s${i}`, { event: 'outcome', actor: agent, skill, outcome: 'success', timestamp })
  }
}

async function approve(app: App, name: string): Promise<void> {
  const { hash } = await app.review.look(name)
  await app.review.approve(name, hash, OPERATOR)
}

test('a task of learned words is answered from experience, with the region, the reason and what to confirm', async () => {
  const { used, find } = await opened()
  await used('monday', TASK, 'pictures/resize', 'success')
  const found = await find('please compress these thumbnails', 'tuesday')
  expect(found).toMatchObject({
    ...{ from: 'routing', region: 'pictures/resize', agreeing: ['compress', 'thumbnail'] },
    candidates: [
      {
        ...{ name: 'pictures/resize', weight: 0.575, uses: { successes: 1, failures: 0, streak: 1 } },
        reason: 'serves "pictures/resize" (compress, thumbnail): 1 of 1 uses succeeded',
        validation: { path: 'standard' },
      },
    ],
  })
})

test('one shared word is not enough: recall is asked, and where that finds nothing, nothing fits', async () => {
  const { used, find } = await opened()
  await used('monday', TASK, 'pictures/resize', 'success')
  expect(await find('compress my patience')).toMatchObject({ from: 'nothing', silent: expect.any(String) })
  expect(await find('make a pot of tea')).toMatchObject({ from: 'recall', candidates: [{ name: 'tea' }] })
})

test('another skill that is used for the region becomes its route, and the better one comes first', async () => {
  const { app, used, find, load } = await opened()
  await used('monday', TASK, 'pictures/resize', 'success')
  for (const session of ['a', 'b', 'c']) {
    expect((await find(TASK, session)).region).toBe('pictures/resize')
    await load(session, 'pictures/crop')
    await app.parts.reportOutcome({ name: 'pictures/crop', outcome: 'success' }, session, agent)
  }
  const { candidates } = await find(TASK)
  expect(candidates.map(({ name }) => name)).toEqual(['pictures/crop', 'pictures/resize'])
})

test('a mismatch hides a new route, and its words then speak against the region', async () => {
  const { used, find, app } = await opened()
  await used('monday', TASK, 'pictures/resize', 'task_mismatch')
  expect((await find(TASK)).from).not.toBe('routing')
  const { regions } = await app.routing.overview()
  expect(regions).toMatchObject([
    { region: 'pictures/resize', signals: [], routes: [{ weight: 0.2, hidden: 'effective weight 0.20 is below 0.3' }] },
  ])
  expect(regions[0]!.against).toContain('thumbnail')
})

test('what is cancelled moves nothing', async () => {
  const { used, app } = await opened()
  await used('monday', TASK, 'pictures/resize', 'success')
  const before = await app.routing.overview()
  await used('tuesday', 'something else entirely', 'pictures/resize', 'cancelled')
  expect((await app.routing.overview()).regions[0]!.routes).toEqual(before.regions[0]!.routes)
})

test('what is on the blacklist is suggested neither from experience nor by text, until it is taken off', async () => {
  const { used, find, app } = await opened()
  await used('monday', TASK, 'pictures/resize', 'success')
  for (const name of ['pictures/resize', 'tea']) expect(await app.routing.blacklist(name, 'add', 'operator')).toBe(true)
  expect(await app.routing.blacklist('tea', 'add', 'operator')).toBe(false)
  expect((await find(TASK)).candidates.map(({ name }) => name)).not.toContain('pictures/resize')
  expect((await find('make a pot of tea')).candidates).toEqual([])
  await app.routing.blacklist('pictures/resize', 'remove', 'operator')
  expect((await find(TASK)).from).toBe('routing')
})

test('an archived skill is not suggested', async () => {
  const { used, find, app } = await opened()
  await used('monday', TASK, 'pictures/resize', 'success')
  await app.library.archive('pictures/resize', OPERATOR)
  expect((await find(TASK)).from).not.toBe('routing')
})

test('the plan names steps, side effects by class, variables by name, what is missing, and what was learned', async () => {
  const { app, plan, used } = await opened()
  await used('a', TASK, 'pictures/resize')
  for (const session of ['a', 'b']) {
    await app.parts.reportOutcome(
      { name: 'pictures/resize', outcome: 'dependency_missing', key: 'imagemagick' },
      session,
      agent,
    )
  }
  expect(await plan('pictures/resize')).toMatchObject({
    steps: ['Look at the size', 'Convert it'],
    sideEffects: [
      { class: 'read-only', tags: ['read:pictures'] },
      { class: 'credentials', tags: ['read:env:PICTURE_API_KEY'] },
    ],
    environment: [{ name: 'PICTURE_API_KEY', present: false }],
    check: [{ program: 'imagemagick', command: 'which imagemagick' }],
    lessons: ['imagemagick was missing before; check it first with: which imagemagick (confidence 0.6)'],
    validation: { path: 'standard' },
    switchesMax: 2,
  })
  const tea = await plan('tea')
  expect(tea).toMatchObject({ sideEffectsDeclared: false, missing: ['kettle'] })
  expect(tea.retry).toContainEqual({ kind: 'api_error', advice: 'Wait 3 seconds and retry once.' })
  await expect(plan('nothing')).rejects.toMatchObject({ code: 'not-found' })
})

test('a hidden skill has no plan, as it has no text', async () => {
  const { app, plan } = await opened()
  await app.review.step('tea', 'deprecate', OPERATOR, { reason: 'old' })
  await expect(plan('tea')).rejects.toThrow(/deprecated/)
})

test('a variable that was set in two uses is a lesson, and its value stands nowhere', async () => {
  process.env.PICTURE_API_KEY = 'the-secret-value'
  try {
    const { app, home } = await opened()
    for (const session of ['a', 'b']) {
      await app.parts.reportOutcome({ name: 'pictures/resize', outcome: 'success' }, session, agent)
    }
    const { lessons } = await app.routing.overview()
    expect(lessons).toMatchObject([{ kind: 'env_ready', key: 'PICTURE_API_KEY', confidence: 0.6 }])
    await app.routing.blacklist('x', 'add', 'operator')
    expect(readFileSync(homeLayout(home).routing, 'utf8')).not.toContain('the-secret-value')
  } finally {
    delete process.env.PICTURE_API_KEY
  }
})

test('a proven read-only skill fires only when a person granted it, and a failure ends that', async () => {
  const { app, plan } = await opened()
  await proven(app, 'pictures/resize', 14)
  const route = { region: 'pictures/resize', name: 'pictures/resize' }
  await expect(app.routing.reflex(route, 'grant', 'operator')).rejects.toThrow('has not approved it')
  await approve(app, 'pictures/resize')
  expect((await plan('pictures/resize')).validation).toMatchObject({ why: ['a person has not granted it reflex'] })
  expect(await app.routing.reflex(route, 'grant', 'operator')).toBe(true)
  expect((await plan('pictures/resize')).validation).toEqual({
    path: 'reflex',
    notice: expect.stringMatching(/"pictures\/resize" version 1 \(read-only, 100% of 14 uses .* say "cancel" to stop/),
  })
  expect((await app.routing.overview()).stats.reflexesFired).toBe(1)
  await app.parts.reportOutcome({ name: 'pictures/resize', outcome: 'api_error' }, 'later', agent)
  expect((await plan('pictures/resize')).validation.path).toBe('standard')
})

test('a skill that writes is never granted reflex, however well it does', async () => {
  const { app } = await opened()
  await proven(app, 'pictures/crop', 20)
  await approve(app, 'pictures/crop')
  const route = { region: 'pictures/crop', name: 'pictures/crop' }
  await expect(app.routing.reflex(route, 'grant', 'operator')).rejects.toThrow('it does more than read')
})

test('what is forgotten is gone from the file: words, routes and weights', async () => {
  const { app, used, home, find } = await opened()
  await used('monday', TASK, 'pictures/resize', 'success')
  await app.routing.blacklist('x', 'add', 'operator')
  const file = () => readFileSync(homeLayout(home).routing, 'utf8')
  expect(file()).toContain('thumbnail')
  const forgotten = await app.routing.forget({ scope: 'all', of: undefined }, 'operator')
  expect(forgotten).toEqual({ lessons: 1, messages: 1, routes: 1, routeLessons: 0 })
  expect(file()).not.toContain('thumbnail')
  expect(file()).not.toContain('pictures/resize')
  expect((await find(TASK)).from).not.toBe('routing')
})

test('while learning is paused a message is counted and none of its words written down', async () => {
  const { app, used, home, find } = await opened()
  await used('monday', TASK, 'pictures/resize', 'success')
  await app.learner.pause('operator')
  await find('compress the thumbnails near the flamingos', 'tuesday')
  const { events } = await app.journal.read('tuesday', 0)
  expect(events).toMatchObject([{ event: 'turn', region: 'pictures/resize' }, { event: 'recalled' }])
  expect(readFileSync(`${home}/skill-usage/tuesday.jsonl`, 'utf8')).not.toContain('flamingo')
})
