// Goal: whatever has proven itself and is kept by nobody is told of where people and agents look; a misleading description is
// seen in how a skill stands; and the words that an author wrote lead to a region that use alone has not named yet.
import { expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { OPERATOR } from '../../src/cli/operator.ts'
import { inProcess } from '../cli/in-process.ts'
import { connectClient } from '../support/mcp-clients.ts'
import { SOON } from '../support/soon.ts'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'

const agent = 'agent' as const
const INSTALLER = { actor: 'installer', via: 'import', author: 'https://a.example/soup' } as const

async function proven(app: App, skill: string, count: number): Promise<void> {
  for (let i = count - 1; i >= 0; i--) {
    const timestamp = new Date(Date.now() - i * 8 * 86_400_000).toISOString()
    await app.journal.append(`s${i}`, { event: 'outcome', actor: agent, skill, outcome: 'success', timestamp })
  }
}

async function withSoup(content = '# Soup\n\n- Boil it\n') {
  const used = await useApp(tempFolder())
  await used.app.library.save('soup', { content, summary: 'Make soup' }, { ...INSTALLER, scope: 'monday' })
  return used
}

test('after enough successes report, plan and list suggest to keep it, and no more once it is kept and approved', async () => {
  const { app } = await withSoup()
  await proven(app, 'soup', 5)
  expect(await app.routing.worthKeeping('soup')).toBeUndefined()
  await proven(app, 'soup', 6)
  const { weight, ...rest } = (await app.routing.worthKeeping('soup'))!
  expect(rest).toEqual({ region: 'soup', successes: 6, how: 'keep' })
  expect(weight).toBeGreaterThanOrEqual(0.8)
  expect(await app.routing.plan('soup', undefined, agent)).toMatchObject({ worthKeeping: true })
  expect((await app.routing.overview()).regions[0]!.routes[0]).toMatchObject({ name: 'soup', worthKeeping: true })
  await app.review.keep('soup', OPERATOR)
  expect(await app.routing.worthKeeping('soup')).toMatchObject({ how: 'approve' })
  const { hash } = await app.review.look('soup')
  await app.review.approve('soup', hash, OPERATOR)
  expect(await app.routing.worthKeeping('soup')).toBeUndefined()
  expect(await app.routing.plan('soup', undefined, agent)).not.toHaveProperty('worthKeeping')
})

test('one of 8,000 characters is not suggested, and neither is one that failed its way down', async () => {
  const { app } = await withSoup(`# Soup\n\n${'x'.repeat(8_000)}\n`)
  await proven(app, 'soup', 10)
  expect(await app.routing.worthKeeping('soup')).toBeUndefined()
  const other = await withSoup()
  await proven(other.app, 'soup', 10)
  await other.app.parts.reportOutcome({ name: 'soup', outcome: 'runtime_error' }, 'now', agent)
  expect(await other.app.routing.worthKeeping('soup')).toBeUndefined()
})

test('a description that misled is said wherever the skill is shown, until enough successes say otherwise', async () => {
  const home = tempFolder()
  writeSkill(home, 'tea', '# Tea\n', { summary: 'Make tea and coffee' })
  const { app, close } = await useApp(home)
  const mismatch = { name: 'tea', outcome: 'task_mismatch', feedback: 'quality', quality: 'poor' } as const
  const warnings = async () => {
    await app.parts.level()
    return app.standings.of(app.shelf.entry('tea')!).warnings
  }
  expect(await warnings()).toEqual([])
  await app.parts.reportOutcome(mismatch, 'monday', agent)
  await app.routing.overview()
  expect(await warnings()).toEqual(['"tea" was reported to be described as what it is not (confidence 0.6)'])
  expect(app.standings.of(app.shelf.entry('tea')!).exposure).toBe('listed-warn')
  for (const session of ['a', 'b', 'c', 'd']) {
    await app.parts.reportOutcome({ name: 'tea', outcome: 'success' }, session, agent)
  }
  await app.routing.overview()
  expect(await warnings()).toEqual([])
  await app.parts.reportOutcome(mismatch, 'tuesday', agent)
  await close()
  const { out } = await inProcess(['show', 'tea', '--home', home])
  expect(out).toContain('described as what it is not')
})

test('triggers of its skills are words of a region, half of them at most', async () => {
  const home = tempFolder()
  const triggers = ['squash pictures', 'shrink photos before mailing them to anybody at all']
  writeSkill(home, 'resize', '# Resize\n', { summary: 'Make images smaller', triggers })
  const { app, used } = await useApp(home)
  const regions = async (task: string) => (await app.routing.why(task)).regions.map(({ region }) => region)
  expect(await regions('please squash these pictures')).toEqual([])
  await used('monday', 'compress the thumbnails of this gallery', 'resize', 'success')
  expect(await regions('please squash these pictures')).toEqual(['resize'])
  const { signals } = (await app.routing.overview()).regions[0]!
  expect(signals).toEqual(['squash', 'pictur', 'shrink', 'photo', 'mail', 'compress', 'galleri', 'thumbnail'])
})

test('by the setting, what is earned is granted with the report, by nobody, and taken back by a person for good', async () => {
  const home = tempFolder()
  const policy = { tools: [], domains: [], credentials: [], sideEffects: ['read:pictures'] }
  for (const name of ['look', 'draw']) {
    const more = name === 'look' ? policy : { ...policy, sideEffects: ['write:pictures'] }
    writeSkill(home, name, `# ${name}\n`, { summary: name, policy: more })
  }
  process.env.SKILL_CORTEX_ROUTING_REFLEX = 'automatic'
  const { app } = await useApp(home)
  delete process.env.SKILL_CORTEX_ROUTING_REFLEX
  const success = (name: string) => app.parts.reportOutcome({ name, outcome: 'success' }, 'now', agent)
  const reflexes = async () =>
    (await app.routing.overview()).regions
      .flatMap(({ routes }) => routes.filter(({ reflex }) => reflex))
      .map((r) => r.name)
  for (const name of ['look', 'draw']) {
    await proven(app, name, 12)
    await success(name)
  }
  expect(await reflexes()).toEqual([])
  for (const name of ['look', 'draw']) {
    const { hash } = await app.review.look(name)
    await app.review.approve(name, hash, OPERATOR)
    await success(name)
  }
  expect(await reflexes()).toEqual(['look'])
  const { events } = await app.journal.readLedger(0)
  expect(events.filter(({ event }) => event === 'reflex-granted')).toMatchObject([{ actor: 'system', name: 'look' }])
  await app.routing.reflex({ region: 'look', name: 'look' }, 'withdraw', 'operator')
  await success('look')
  expect(await reflexes()).toEqual([])
})

test('a server puts away what was taken for a session that is over', { timeout: 120_000 }, async () => {
  const home = tempFolder()
  const first = await useApp(home)
  await first.app.library.save('soup', { content: '# Soup\n' }, { ...INSTALLER, scope: 'monday' })
  await first.app.journal.append('monday', { event: 'session-ended', actor: 'system' })
  await first.close()
  const { app } = await useApp(home, { serving: true })
  const exposure = () => app.standings.of(app.shelf.entry('soup')!).exposure
  expect(exposure()).toBe('on-request')
  await expect.poll(exposure, SOON).toBe('hidden')
  await app.review.keep('soup', OPERATOR)
  expect(exposure()).toBe('on-request')
})

test('over MCP: taken for a session, proven, suggested, kept', { timeout: 120_000 }, async () => {
  const home = tempFolder()
  const { app, close } = await useApp(home)
  await proven(app, 'soup', 6)
  await close()
  const client = await connectClient('v2 auto', { kind: 'stdio', home, args: ['--toolsets', 'core,packages'] })
  const text = '---\nname: soup\ndescription: Make soup\n---\n\n# Soup\n'
  const taken = await client.call('import_skill', { text, scope: 'session', session: 'monday' })
  expect(taken.structuredContent).toMatchObject({ taken: [{ name: 'soup', as: 'candidate' }] })
  const reported = await client.call('report_outcome', { name: 'soup', outcome: 'success', session: 'monday' })
  expect(reported.structuredContent).toMatchObject({ worthKeeping: { region: 'soup', successes: 7, how: 'keep' } })
  expect(reported.content[0]!.text).toMatch(/^Recorded for soup\. It has succeeded 7 times .* \(keep_skill\)\.$/)
  expect((await client.call('keep_skill', { name: 'soup' })).structuredContent).toEqual({ name: 'soup', changed: true })
  const again = await client.call('report_outcome', { name: 'soup', outcome: 'success', session: 'tuesday' })
  expect(again.structuredContent).toMatchObject({ worthKeeping: { how: 'approve' } })
  expect((await client.call('keep_skill', { name: 'soup' })).structuredContent).toEqual({
    name: 'soup',
    changed: false,
  })
  await client.close()
})
