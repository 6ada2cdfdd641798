// Goal: what an agent is told of skills that need each other, and of one that is nearly there, through a real server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient, type McpClient } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
let agent: McpClient

const DEPLOY =
  '# Deploy\n\n1. Build the image.\n2. Push it to the registry.\n3. Restart the host and check its health.\n'

beforeAll(async () => {
  writeSkill(home, 'build', '# Build\n\n1. Build.\n', { dependsOn: ['login'] })
  writeSkill(home, 'login', '# Log in\n\n1. Log in.\n', { conflictsWith: ['anonymous'] })
  writeSkill(home, 'anonymous', '# Anonymous\n\n1. Do not log in.\n')
  writeSkill(home, 'deploy', DEPLOY, { dependsOn: ['build', 'anonymous', 'gone'], summary: 'Deploy to production' })
  writeSkill(home, 'hen', '# Hen\n\n1. Take an egg.\n', { dependsOn: ['egg'] })
  writeSkill(home, 'egg', '# Egg\n\n1. Take a hen.\n', { dependsOn: ['hen'] })
  agent = await connectClient('v2 auto', { kind: 'stdio', home })
})
afterAll(async () => {
  await agent.close()
  remove()
})

test('loading lists what is needed in order, and warns of what is missing and what conflicts', async () => {
  const { structuredContent, content } = await agent.call('get_skill', { name: 'deploy' })
  expect(structuredContent).toMatchObject({
    skill: { dependsOn: ['build', 'anonymous', 'gone'] },
    dependencies: ['login', 'build', 'anonymous'],
    standing: {
      warnings: [
        '"deploy" needs "gone", which is not there',
        '"anonymous" and "login" conflict: do not follow both without asking',
      ],
    },
  })
  expect(content[0]!.text).toMatch(
    /^Load first, in this order: login, build, anonymous\.\nWarning: "deploy" needs .*\.\nWarning: "anonymous" and .*\.\n\n# Deploy\n/,
  )
})

test('a cycle that somebody wrote is loaded with a warning', async () => {
  const { structuredContent } = await agent.call('get_skill', { name: 'hen' })
  expect(structuredContent).toMatchObject({
    dependencies: ['egg'],
    standing: { warnings: ['these need each other, so no order is right: hen -> egg -> hen'] },
  })
})

test('a skill that needs nothing is shown as ever', async () => {
  const { structuredContent, content } = await agent.call('get_skill', { name: 'login' })
  expect(structuredContent).toMatchObject({ dependencies: [], standing: { warnings: [] } })
  expect(content[0]!.text).toMatch(/^# Log in\n/)
})

test('deleting what others need is refused with their names, also of one that was written just now', async () => {
  writeSkill(home, 'fresh', '# Fresh\n', { dependsOn: ['login'] })
  const refused = await agent.call('delete_skill', { name: 'login' })
  expect(refused).toMatchObject({ isError: true, _meta: { 'skill-cortex/error': { code: 'conflict' } } })
  expect(refused.content[0]!.text).toMatch(/^conflict: skill "login" is still needed: "build", "fresh" depend on it\. /)
  expect((await agent.call('get_skill', { name: 'login' })).isError).toBeFalsy()
})

test('saving what is nearly there is refused with the near one; editing that or forcing works', async () => {
  const near = { name: 'release', content: `${DEPLOY}4. Tell the team.\n`, summary: 'Release to production' }
  const refused = await agent.call('save_skill', near)
  expect(refused).toMatchObject({ isError: true, _meta: { 'skill-cortex/error': { code: 'conflict' } } })
  expect(refused.content[0]!.text).toMatch(
    /nearly the same is there: "deploy" \(similarity 0\.\d\d: Deploy to production\)\. Nothing was saved\. .*edit_skill.*force: true/,
  )
  expect((await agent.call('get_skill', { name: 'release' })).isError).toBe(true)
  const edit = { name: 'deploy', old_string: 'its health.', new_string: 'its health.\n4. Tell the team.' }
  expect((await agent.call('edit_skill', edit)).structuredContent).toMatchObject({ replacements: 1 })
  const forced = await agent.call('save_skill', { ...near, force: true })
  expect(forced.structuredContent).toMatchObject({ created: true, version: 1 })
  // It stands now: saving it again is a change like any other.
  expect((await agent.call('save_skill', near)).structuredContent).toMatchObject({ created: false })
})

test('a skill of its own is saved unasked', async () => {
  const own = { name: 'bake-bread', content: '# Bread\n\n1. Knead the dough.\n2. Let it rise.\n3. Bake it.\n' }
  expect((await agent.call('save_skill', own)).structuredContent).toMatchObject({ created: true })
})
