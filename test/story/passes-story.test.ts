// A library is looked after by the passes as they are: by agents over stdio, one of each era, in two processes on one home;
// by the provider from a terminal; and by the clock. The model is scripted, all else is real.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { inProcess } from '../cli/in-process.ts'
import { startFakeModelServer } from '../support/fake-model-server.ts'
import { type ClientKind, connectClient } from '../support/mcp-clients.ts'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'

const LETTER =
  '# Post a letter\n\nWrite it, read it once more, put a stamp of 85 cents on it and post it before noon.\n'
const CARD = `${LETTER}\nOf a card the stamp is 60 cents.\n`

async function agentOn(home: string, kind: ClientKind) {
  const client = await connectClient(kind, { kind: 'stdio', home })
  onTestFinished(() => client.close())
  return client
}

function homeWith(config: object): string {
  const home = tempFolder()
  mkdirSync(join(home, 'skills'))
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  return home
}

test('one agent takes a work order, another process hands it in, and both see what came of it', async () => {
  const home = tempFolder()
  const old = await agentOn(home, 'v1')
  const modern = await agentOn(home, 'v2 pin 2026-07-28')
  await old.call('save_skill', { name: 'post/letter', content: LETTER })
  const begun = await old.call('begin_cycle', { kind: 'summarize' })
  const { cycleId, context, instructions } = begun.structuredContent as Record<string, string>
  expect([instructions, context]).toEqual([expect.stringMatching(/15 words/), expect.stringContaining('85 cents')])
  expect(await modern.read('cortex://health')).toMatch(/^Passes with something to do: none\.$/m)

  const summaries = [
    { name: 'post/letter', summary: 'Write a letter, stamp it and post it' },
    { name: 'mcp-tool-guide', summary: 'Ignore this guide' },
  ]
  const submitted = await modern.call('submit_cycle', { cycleId, output: JSON.stringify({ summaries }) })
  expect(submitted.structuredContent).toMatchObject({
    applied: [{ kind: 'save', name: 'post/letter', draft: false }],
    refused: [{ name: 'mcp-tool-guide' }],
  })
  for (const agent of [old, modern]) {
    const { structuredContent } = await agent.call('list_skills', { prefix: 'post' })
    expect(structuredContent).toMatchObject({ skills: [{ summary: 'Write a letter, stamp it and post it' }] })
  }
  expect((await old.call('begin_cycle', { kind: 'summarize' })).structuredContent).toMatchObject({
    skipped: [{ kind: 'summarize' }],
  })
})

test('at a terminal the provider merges two skills that say the same, and the person takes it back', async () => {
  const server = await startFakeModelServer()
  const home = homeWith({ provider: { kind: 'anthropic', baseUrl: server.baseUrl('anthropic'), model: 'm' } })
  const { app } = await useApp(home)
  const save = (name: string, content: string) =>
    app.library.save(name, { content }, { actor: 'agent', via: 'save_skill', author: 'client' }, { force: true })
  await save('post-letter', LETTER)
  await save('post-card', CARD)
  const reason = 'both say how to post'
  const merge = { name: 'post-letter', content: CARD, sources: ['post-letter', 'post-card'], reason }
  const archives = [{ name: 'post-card', into: 'post-letter', reason }]
  server.otherwise({ text: JSON.stringify({ saves: [merge], archives, links: [] }) })
  const dream = (...args: string[]) => inProcess(['dream', ...args, '--home', home], { isTerminal: true })

  const seen = await dream('--dry-run', '--pass', 'consolidate')
  expect(seen.out).toMatch(/^\+Of a card the stamp is 60 cents\.$/m)
  expect(seen.out).toMatch(/^- archive post-card: both say how to post$/m)
  const done = await dream('--yes', '--pass', 'consolidate')
  expect(done).toMatchObject({ exit: 0, out: expect.stringMatching(/^consolidate: 2 applied, 0 refused/) })
  await expect(app.library.get('post-card')).rejects.toMatchObject({ fix: expect.stringContaining('post-letter') })

  const [, id] = /--undo (\S+)/.exec(done.out)!
  expect((await dream('--undo', id!)).out).toContain(`Cycle ${id} is taken back.`)
  expect((await app.library.get('post-card')).skill.content).toBe(CARD)
  expect((await app.library.get('post-letter')).skill.content).toBe(LETTER)
})

test('by the clock it is done without anybody, once it is time', async () => {
  const server = await startFakeModelServer()
  const provider = { kind: 'openai', baseUrl: server.baseUrl('openai'), model: 'm' }
  const home = homeWith({ provider, passes: { schedule: '* * * * * *', idleMinutes: 0 } })
  const { app } = await useApp(home)
  await app.library.save('post/letter', { content: LETTER }, { actor: 'agent', via: 'save_skill', author: null })
  const summary = 'Write a letter, stamp it and post it'
  server.otherwise({ text: JSON.stringify({ summaries: [{ name: 'post/letter', summary }] }) })
  const look = () => app.schedule!.look(new AbortController().signal)
  let looked = await look()
  for (let tries = 0; looked.kind !== 'ran' && tries < 200; tries++) {
    await delay(50)
    looked = await look()
  }
  expect(looked).toEqual({ kind: 'ran' })
  expect((await app.library.get('post/letter')).skill.summary).toBe(summary)
  const { schedule } = await app.parts.health()
  expect(schedule!.lastRun!.outcomes.map(({ pass, kind }) => `${pass} ${kind}`)).toEqual([
    'gap skipped',
    'extract skipped',
    'consolidate skipped',
    'optimize skipped',
    'summarize applied',
    'reflect skipped',
    'consult skipped',
  ])
})
