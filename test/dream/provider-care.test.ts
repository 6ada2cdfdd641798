// The passes that change what stands (consolidate, optimize), unattended: a provider on a real socket answers both, once per
// API; what it takes on itself beyond what it was shown is refused, and undo puts back the very bytes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Asked, type ModelApi, startFakeModelServer } from '../support/fake-model-server.ts'
import { AGENT, OPERATOR } from '../support/open-library.ts'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'

const SEND = '# Send mail\n\nWrite the letter in plain words, read it once more, then run the sender and wait for it.\n'
const POST = `${SEND}\nKeep the receipt for 90 days.\n`
const DEPLOY =
  '# Deploy\n\nBuild the container, push it to the registry and watch the rollout on port 80 until it is green.\n'
const reason = 'as the material says'

function reply({ system }: Asked) {
  const merge = {
    saves: [{ name: 'mail-send', content: POST, sources: ['mail-send', 'mail-post'], reason }],
    archives: [
      { name: 'mail-post', into: 'mail-send', reason },
      { name: 'deploy', into: 'elsewhere', reason },
    ],
    links: [],
  }
  const mend = { edits: [{ name: 'deploy', edits: [{ old: 'port 80', new: 'port 8080' }], reason }], rewrites: [] }
  return { text: JSON.stringify(system.startsWith('# Consolidate') ? merge : mend) }
}

test.each<ModelApi>(['openai', 'anthropic'])('over %s', async (api) => {
  const server = await startFakeModelServer()
  server.otherwise(reply)
  const home = tempFolder()
  const provider = { kind: api, baseUrl: server.baseUrl(api), model: 'm' }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ provider }))
  const { app } = await useApp(home)
  for (const [name, content] of Object.entries({ 'mail-send': SEND, 'mail-post': POST, deploy: DEPLOY })) {
    await app.library.save(name, { content }, AGENT, { force: true })
  }
  await app.parts.loaded({ name: 'deploy', version: 1, session: 'one', actor: 'agent' })
  const told = { event: 'feedback' as const, actor: 'agent' as const, feedback: 'correction' as const }
  await app.journal.append('one', { ...told, note: 'it listens on port 8080' })
  const contentOf = async (name: string) => (await app.library.get(name)).skill.content

  const runs = await app.cycles.run({ passes: ['consolidate', 'optimize'], author: 'm' })
  expect(runs).toMatchObject([
    {
      ...{ pass: 'consolidate', kind: 'applied' },
      report: {
        applied: [{ name: 'mail-send' }, { name: 'mail-post', kind: 'archive' }],
        refused: [{ name: 'deploy' }],
      },
    },
    { pass: 'optimize', kind: 'applied', report: { applied: [{ name: 'deploy' }], refused: [] } },
  ])
  expect([await contentOf('mail-send'), await contentOf('deploy')]).toEqual([POST, DEPLOY.replace('80', '8080')])
  await expect(app.library.get('mail-post')).rejects.toThrow(/archived/)

  for (const run of runs) if (run.kind === 'applied') await app.cycles.undo(run.cycleId, OPERATOR)
  expect([await contentOf('mail-send'), await contentOf('mail-post'), await contentOf('deploy')]).toEqual([
    SEND,
    POST,
    DEPLOY,
  ])
  expect(server.asked).toHaveLength(2)
})
