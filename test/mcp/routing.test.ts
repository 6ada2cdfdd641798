// Goal: what one agent reports decides what the next one is suggested, through a real server and over HTTP, and nobody but
// the operator reads the words that were learned.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectClient } from '../support/mcp-clients.ts'
import { forThisTest, startHttpServer } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

test('find, plan, load, report: the next answer knows of it, and so do the lessons and the API', async () => {
  const home = tempFolder()
  writeSkill(home, 'resize', '# Resize\n\n- Convert it\n', { summary: 'Compress thumbnails and other images' })
  const { url } = await forThisTest(startHttpServer(home, { args: ['--toolsets', 'core,routing'] }))
  const agent = await connectClient('v2 auto', { kind: 'http', url })
  onTestFinished(() => agent.close())
  const find = async (session: string) =>
    (await agent.call('find_skill', { task: 'compress the thumbnails of this gallery', session })).structuredContent
  expect(await find('monday')).toMatchObject({ from: 'recall', candidates: [{ name: 'resize' }] })
  await agent.call('get_skill', { name: 'resize', session: 'monday' })
  await agent.call('report_outcome', { name: 'resize', outcome: 'success', session: 'monday' })
  const found = await find('tuesday')
  expect(found).toMatchObject({ from: 'routing', region: 'resize', candidates: [{ name: 'resize', weight: 0.575 }] })
  const plan = await agent.call('plan_skill', { name: 'resize', region: 'resize' })
  expect(plan.content[0]!.text).toMatch(
    /^Plan of resize, version 1:\n1\. Convert it\nSide effects: not declared, so unknown\./,
  )
  for (const session of ['a', 'b']) {
    const missing = { name: 'resize', outcome: 'dependency_missing', key: 'ffmpeg', session }
    await agent.call('report_outcome', missing)
  }
  expect((await agent.call('find_skill', { task: 'hm' })).structuredContent).toMatchObject({ from: 'nothing' })

  expect(JSON.parse(await agent.read('cortex://lessons'))).toMatchObject({ lessons: [{ key: 'ffmpeg' }] })

  const anyone = await fetch(new URL('/api/routing', url))
  expect(anyone.status).toBe(401)
  const token = readFileSync(join(home, 'cortex/operator-token'), 'utf8').trim()
  const answer = await fetch(new URL('/api/routing', url), { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.json()).toMatchObject({
    regions: [{ region: 'resize', routes: [{ name: 'resize', successes: 1, failures: 2 }] }],
    lessons: [{ id: 'dependency_warning:resize:ffmpeg', confidence: 0.6 }],
  })
})
