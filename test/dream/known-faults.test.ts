// Fourteen ways in which a dream cycle of the kind of seed 004 has failed its owner, each as it must go here.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PassName } from '../../src/domain/pass-change.ts'
import type { Caller } from '../../src/library/library.ts'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'

const AGENT: Caller = { actor: 'agent', via: 'save_skill', author: 'client' }
const OPERATOR: Caller = { actor: 'operator', via: 'terminal', author: null }
const reason = 'they say the same'

const SEND = `# Send mail

Write the letter in plain words, read it once more, then run the sender and wait for the receipt.

\`\`\`sh
mailctl send --to list
\`\`\`
`
const POST = `${SEND}\nKeep the receipt for 90 days.\n`
const DEPLOY = `# Deploy

Build the container, push it to the registry and watch the rollout until it is green.

- Never deploy on a Friday without telling the team first.
- Keep the former image until the rollout is done, and the log of it for as long as the image.
`

async function home() {
  const folder = tempFolder()
  const { app } = await useApp(folder)
  const begin = async (pass?: PassName, force = false) =>
    app.cycles.begin(pass, { kind: 'order', author: 'client' }, { force })
  return {
    ...{ folder, app, begin },
    save: (name: string, content: string, by = AGENT) => app.library.save(name, { content }, by, { force: true }),
    async answer(pass: PassName, output: unknown) {
      const { order, skipped } = await begin(pass, true)
      if (order === undefined) throw new Error(skipped[0]!.reason)
      return { cycleId: order.cycleId, ...(await app.cycles.submit(order.cycleId, output)) }
    },
    content: async (name: string) => (await app.library.get(name)).skill.content,
    async corrected(session: string, name: string) {
      await app.parts.loaded({ name, version: 1, session, actor: 'agent' })
      await app.journal.append(session, { event: 'feedback', actor: 'agent', feedback: 'correction', note: 'not so' })
    },
    turn: (session: string, text: string, timestamp: string) =>
      app.journal.append(session, { event: 'turn', actor: 'agent', text, stems: text.split(' '), timestamp }),
  }
}
type Home = Awaited<ReturnType<typeof home>>

async function twoAlike(): Promise<Home> {
  const opened = await home()
  await opened.save('mail-send', SEND)
  await opened.save('mail-post', POST)
  return opened
}
const merge = (over: object = {}) => ({ name: 'mail-send', content: POST, sources: ['mail-post'], reason, ...over })
const archive = (name = 'mail-post', into = 'mail-send') => ({ name, into, reason })
const merged = { saves: [merge()], archives: [archive()], links: [] }

test('1. nothing is archived before what takes its place stands', async () => {
  const { answer, content } = await twoAlike()
  for (const save of [merge({ content: ' ' }), merge({ name: 'Bad Name' }), merge({ content: 'Else.' })]) {
    const { applied, refused } = await answer('consolidate', { saves: [save], archives: [archive()], links: [] })
    expect(applied).toEqual([])
    expect(refused.map(({ kind }) => kind)).toEqual(['save', 'archive'])
  }
  expect([await content('mail-send'), await content('mail-post')]).toEqual([SEND, POST])
})

test('2. an archive of everything beside one unrelated save archives nothing', async () => {
  const { save, answer, content } = await twoAlike()
  await save('deploy', DEPLOY)
  const archives = ['mail-send', 'mail-post', 'deploy'].map((name) => archive(name, 'fresh'))
  const unrelated = { name: 'fresh', content: '# Fresh\n\nSomething else.\n', sources: [], reason }
  const { applied } = await answer('consolidate', { saves: [unrelated], archives, links: [] })
  expect(applied).toEqual([])
  expect([await content('mail-send'), await content('mail-post'), await content('deploy')]).toEqual([
    SEND,
    POST,
    DEPLOY,
  ])
})

test('3. what a cycle archived and changed comes back as it was', async () => {
  const { app, answer, content } = await twoAlike()
  const { cycleId } = await answer('consolidate', merged)
  expect(await content('mail-send')).toBe(POST)
  const { refused } = await app.cycles.undo(cycleId, OPERATOR)
  expect(refused).toEqual([])
  expect([await content('mail-send'), await content('mail-post')]).toEqual([SEND, POST])
})

test('4. a long text is shown whole, and no stub of it takes its place', async () => {
  const { app, save, begin, content } = await home()
  const filling = 'Then look at the outbox and note what is left in it.\n'.repeat(400)
  const long = `${SEND}\n${filling}\nThe last step is the one with port 8443, and nobody may forget it.\n`
  await save('mail-long', long)
  await save('mail-longer', `${long}Really.\n`)
  const { order } = await begin('consolidate')
  expect(order!.context).toContain(long.trimEnd())
  const stub = merge({ name: 'mail-longer', content: `${long.slice(0, 800)}\n`, sources: ['mail-long'] })
  const archives = [archive('mail-long', 'mail-longer')]
  const { applied, refused } = await app.cycles.submit(order!.cycleId, { saves: [stub], archives, links: [] })
  expect(applied).toEqual([])
  expect(refused[0]!.reason).toContain('"8443"')
  expect(await content('mail-longer')).toBe(`${long}Really.\n`)
})

test('5. what is mended keeps its age, its use and its links', async () => {
  const { app, save, corrected, answer } = await home()
  await save('deploy', DEPLOY)
  await app.library.save('deploy', { seeAlso: ['mail-send'], tags: ['ops'], triggers: ['ship it'] }, AGENT)
  await corrected('one', 'deploy')
  const before = (await app.library.get('deploy')).skill
  const edits = [{ name: 'deploy', edits: [{ old: 'until it is green', new: 'until all of it is green' }], reason }]
  expect((await answer('optimize', { edits, rewrites: [] })).applied).toHaveLength(1)
  const { skill } = await app.library.get('deploy')
  expect(skill).toEqual({ ...before, content: skill.content, updatedAt: skill.updatedAt, summary: skill.summary })
  expect(app.usage.of('deploy')?.loads).toBe(1)
})

test('6. a sparse skill is reviewed alone: without a use, a failure or another pass', async () => {
  const { app, begin } = await home()
  await app.library.save('logs', { content: '# Logs\n\nCheck them.\n', createdAt: '2025-01-01T00:00:00.000Z' }, AGENT)
  expect((await begin('consolidate')).order).toBeUndefined()
  expect((await begin('optimize')).order!.context).toContain('sparse')
})

test('7. what recurs is found however far apart the runs and the sessions are', async () => {
  const { turn, begin, answer } = await home()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await turn('one', 'convert invoice scan', daysAgo(20))
  await turn('two', 'water tomato plants', daysAgo(19))
  await turn('three', 'water basil plants', daysAgo(18))
  await answer('gap', { skills: [] })
  await turn('four', 'convert invoice photo', daysAgo(1))
  expect((await begin('gap')).order!.context).toMatch(/invoic: 2 sessions/)
})

test('8. a pass without work keeps no other from its own', async () => {
  const { turn, begin } = await home()
  const now = new Date().toISOString()
  await turn('one', 'convert invoice scan', now)
  await turn('two', 'convert invoice photo', now)
  expect((await begin('consolidate')).order).toBeUndefined()
  expect((await begin()).order!.pass).toBe('gap')
})

test('9. every pass that is left out says why', async () => {
  const { begin } = await home()
  const { order, skipped } = await begin()
  expect(order).toBeUndefined()
  expect(skipped.map(({ pass }) => pass)).toEqual([
    ...['gap', 'extract', 'consolidate', 'optimize', 'summarize', 'reflect', 'consult'],
  ])
  for (const { reason: why } of skipped) expect(why.length).toBeGreaterThan(10)
})

test('10. what an agent makes again after a merge is not merged again', async () => {
  const { save, answer, begin } = await twoAlike()
  await answer('consolidate', merged)
  await save('mail-post', POST)
  expect((await begin('consolidate', true)).order).toBeUndefined()
})

test('11. no list of nearly equal warnings grows in a skill', async () => {
  const { save, corrected, answer, content } = await home()
  await save('deploy', DEPLOY)
  await corrected('one', 'deploy')
  const again = '- Never deploy on a Friday without first telling the whole team.\n- Keep the former image'
  const edits = [{ name: 'deploy', edits: [{ old: '- Keep the former image', new: again }], reason }]
  expect((await answer('optimize', { edits, rewrites: [] })).refused[0]!.reason).toMatch(/nearly the same twice/)
  expect(await content('deploy')).toBe(DEPLOY)
})

test('12. a large library makes no larger question, and an unchanged one none at all', async () => {
  const opened = await home()
  for (let i = 0; i < 60; i++) {
    const folder = join(opened.folder, `skills/p${i % 5}`)
    mkdirSync(folder, { recursive: true })
    const content = `# Task ${i}\n\n${`Word${i} leads to task${i} and further on. `.repeat(100)}\n`
    writeFileSync(join(folder, `s${i}.json`), JSON.stringify({ name: `p${i % 5}/s${i}`, content }))
  }
  await opened.app.shelf.lookAround()
  const { order } = await opened.begin('consolidate')
  expect(order!.context.length).toBeLessThan(4 * 26_000)
  await opened.app.cycles.submit(order!.cycleId, { saves: [], archives: [], links: [] })
  expect((await opened.begin('consolidate')).skipped[0]!.reason).toMatch(/nothing has changed since/)
})

test('13. however much a model wants to change, a run changes little', async () => {
  const { app, corrected, save, answer } = await home()
  const names = Array.from({ length: 12 }, (_, i) => `task-${i}`)
  for (const name of names) {
    await save(name, `# ${name}\n\nDo ${name} slowly.\n${'It takes a while and is worth it. '.repeat(8)}\n`)
    await corrected(`session-${name}`, name)
  }
  const edits = names.map((name) => ({ name, edits: [{ old: `Do ${name} slowly.`, new: `Do ${name} fast.` }], reason }))
  const { applied, refused } = await answer('optimize', { edits, rewrites: [] })
  expect([applied.length, refused.length]).toEqual([5, 7])
  const changed = await Promise.all(
    names.map(async (name) => (await app.library.get(name)).skill.content.includes('fast')),
  )
  expect(changed.filter(Boolean)).toHaveLength(5)
})

test('14. a merge says nothing that none of its sources says', async () => {
  const { answer, content } = await twoAlike()
  for (const madeUp of [
    '\n```sh\nmailctl purge --all\n```\n',
    'See https://example.org/mail.\n',
    'Wait 45 minutes.\n',
  ]) {
    const save = merge({ content: `${POST}${madeUp}` })
    const { applied, refused } = await answer('consolidate', { saves: [save], archives: [archive()], links: [] })
    expect(applied).toEqual([])
    expect(refused[0]!.reason).toMatch(/^no source says/)
  }
  expect(await content('mail-send')).toBe(SEND)
})
