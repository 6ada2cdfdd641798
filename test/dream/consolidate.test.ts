import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'

const AGENT = { actor: 'agent' as const, via: 'save_skill', author: 'client' }
const OPERATOR = { actor: 'operator' as const, via: 'terminal', author: null }

const SEND = `# Send mail

Write the letter in plain words, read it once more, then run the sender and wait for the receipt.

~~~~ not the end
\`\`\`sh
mailctl send --to list
\`\`\`
`
const SEND_AGAIN = `${SEND}\nKeep the receipt for 90 days.\n`
const MERGED = SEND_AGAIN

type Home = Awaited<ReturnType<typeof home>>

async function home(config?: object) {
  const folder = tempFolder()
  if (config !== undefined) writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  const { app } = await useApp(folder)
  const save = (name: string, content: string, by: typeof AGENT | typeof OPERATOR = AGENT) =>
    app.library.save(name, { content }, by, { force: true })
  const begin = async (force = false) => {
    const { order, skipped } = await app.cycles.begin('consolidate', { kind: 'order', author: 'client' }, { force })
    return { order: order!, skipped }
  }
  return { folder, app, save, begin }
}

test('with nothing to put together the pass says so', async () => {
  const { save, begin } = await home()
  await save('mail', SEND)
  expect((await begin()).skipped).toEqual([
    { pass: 'consolidate', reason: 'no skills say the same, lack a guide or are used together unlinked' },
  ])
})

test('near-duplicates are shown whole and fenced, become one, and the other is archived after', async () => {
  const { app, save, begin } = await home()
  await save('mail-send', SEND)
  await save('mail-post', SEND_AGAIN)
  await save('needs', '# Needs\n\nNeeds the post before anything else happens.\n')
  await app.library.save('needs', { dependsOn: ['mail-post'] }, AGENT)
  const { order } = await begin()
  expect(order.context).toContain('- mail-post and mail-send (likeness ')
  expect(order.context).toContain(`~~~~~ text of mail-post\n${SEND_AGAIN.trimEnd()}\n~~~~~`)
  expect(order.instructions).toContain('# Consolidate skills')
  const reason = 'both send mail'
  const { applied, refused } = await app.cycles.submit(order.cycleId, {
    saves: [{ name: 'mail-send', content: MERGED, sources: ['mail-send', 'mail-post'], reason }],
    archives: [{ name: 'mail-post', into: 'mail-send', reason }],
    links: [],
  })
  expect(refused).toEqual([])
  expect(applied.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'save mail-send',
    'save needs',
    'archive mail-post',
  ])
  expect((await app.library.get('mail-send')).skill.content).toBe(MERGED)
  expect((await app.library.get('needs')).skill.dependsOn).toEqual(['mail-send'])
  await expect(app.library.get('mail-post')).rejects.toThrow(/archived/)
  expect((await begin()).order).toBeUndefined()
})

test('files of an archived source stand beside the skill that took it in', async () => {
  const { app, save, begin } = await home()
  await save('mail-send', SEND)
  await save('mail-post', SEND_AGAIN)
  const bytes = new TextEncoder().encode('echo sent\n')
  const sha256 = await app.store.keepFile(bytes)
  const files = [{ path: 'scripts/send.sh', size: bytes.length, sha256 }]
  await app.library.save('mail-post', { files }, AGENT)
  const { order } = await begin()
  expect(order.context).toContain('files: scripts/send.sh')
  const merge = { name: 'mail-send', sources: ['mail-post'], reason: 'both send mail' }
  const archive = { name: 'mail-post', into: 'mail-send', reason: 'both send mail' }
  const report = await app.cycles.submit(order.cycleId, { saves: [merge], archives: [archive], links: [] })
  expect(report.refused).toEqual([])
  const { skill } = await app.library.get('mail-send')
  expect(skill.files.map(({ path }) => path)).toEqual(['scripts/send.sh'])
  expect(Buffer.from((await app.store.file('mail-send', skill.files[0]!))!).toString()).toBe('echo sent\n')
})

test("a person's skill gets a draft, and what would go into it stays", async () => {
  const { app, save, begin } = await home()
  await save('mail-send', SEND, OPERATOR)
  await save('mail-post', SEND_AGAIN)
  const { order } = await begin()
  expect(order.context).toContain("a person's: a change waits as a draft")
  const merge = { name: 'mail-send', content: MERGED, sources: ['mail-post'], reason: 'both send mail' }
  const archive = { name: 'mail-post', into: 'mail-send', reason: 'both send mail' }
  const report = await app.cycles.submit(order.cycleId, { saves: [merge], archives: [archive], links: [] })
  expect(report.applied).toMatchObject([{ kind: 'save', name: 'mail-send', draft: true }])
  expect(report.refused[0]).toMatchObject({
    kind: 'archive',
    name: 'mail-post',
    reason: expect.stringContaining('draft'),
  })
  expect((await app.library.get('mail-send')).skill.content).toBe(SEND)
  expect((await app.library.get('mail-post')).skill.content).toBe(SEND_AGAIN)
})

test('a prefix gets its guide, its members their parent, and the same content asks no second time', async () => {
  const { app, save, begin } = await home()
  await save('post/stamp', '# Stamp\n\nStick a stamp on every paper letter before it is dropped.\n')
  await save('post/weigh', '# Weigh\n\nPut parcels on scales and note down what they cost abroad.\n')
  const { order } = await begin()
  expect(order.context).toContain(`- 'post/*': post/stamp, post/weigh; a guide would be "post/guide"`)
  const content = '# Which post\n\nA letter: post/stamp. A parcel: post/weigh.\n'
  const save1 = { name: 'post/guide', content, sources: [], reason: 'a prefix without a guide' }
  await app.cycles.submit(order.cycleId, { saves: [save1], archives: [], links: [] })
  expect((await app.library.get('post/stamp')).skill.parent).toBe('post/guide')
  expect((await begin()).skipped[0]!.reason).toMatch(/no skills say the same/)
})

test('an unwanted guide is not asked for again, and use alone asks for no run of its own', async () => {
  const { app, save, begin } = await home()
  await save('post/stamp', '# Stamp\n\nStick a stamp on every paper letter before it is dropped.\n')
  await save('post/weigh', '# Weigh\n\nPut parcels on scales and note down what they cost abroad.\n')
  const nothing = { saves: [], archives: [], links: [] }
  await app.cycles.submit((await begin()).order.cycleId, nothing)
  for (const session of ['one', 'two']) {
    for (const name of ['post/stamp', 'post/weigh'])
      await app.parts.loaded({ name, version: 1, session, actor: 'agent' })
  }
  expect((await begin()).skipped[0]!.reason).toMatch(/nothing has changed/)
  const { order } = await begin(true)
  expect(order.context).toContain('- post/stamp and post/weigh: 2 sessions')
  expect(order.context).toContain('notes: used 2 times in 30 days')
  await app.cycles.submit(order.cycleId, nothing)
  await save('post/guide', '# Guide\n\nNot wanted by anybody here at all.\n', OPERATOR)
  await app.library.archive('post/guide', OPERATOR)
  expect((await begin(true)).order.context).not.toContain('a guide would be')
})

test('a directive of the home takes the place of the one that is built in', async () => {
  const { folder, save, begin } = await home()
  await save('mail-send', SEND)
  await save('mail-post', SEND_AGAIN)
  mkdirSync(join(folder, 'directives'), { recursive: true })
  writeFileSync(join(folder, 'directives/skill-dream.md'), 'Do as I say.')
  expect((await begin()).order.instructions).toBe('Do as I say.')
})

test('a merge after which a message would no longer find what it found changes nothing and names the case', async () => {
  const { folder, app, save, begin } = await home()
  await save('mail-send', SEND)
  await save('mail-post', SEND_AGAIN)
  await app.library.save('mail-send', { triggers: ['newsletter subscribers'] }, AGENT)
  // Skills that hold the words of the case better than a text that is about everything.
  for (let i = 0; i < 6; i++) await save(`archive-${i}`, `# Receipts ${i}\n\nKeep receipts for days in folder ${i}.\n`)
  const wanted = { message: 'keep the receipts', skill: 'mail-post' }
  await app.library.save('mail-post', { triggers: ['keep the receipts', 'receipts'] }, AGENT)
  writeFileSync(join(folder, 'recall-cases.jsonl'), `${JSON.stringify(wanted)}\n`)
  const { order } = await begin()
  const merge = { name: 'letters', content: MERGED, sources: ['mail-send', 'mail-post'], reason: 'both send mail' }
  const archives = ['mail-send', 'mail-post'].map((name) => ({ name, into: 'letters', reason: 'both send mail' }))
  const { applied, refused } = await app.cycles.submit(order.cycleId, { saves: [merge], archives, links: [] })
  expect(applied).toEqual([])
  expect(refused[0]).toMatchObject({ kind: 'save', reason: expect.stringMatching(/for no message before a person/) })
  expect(refused).toHaveLength(3)
  expect((await app.library.get('mail-post')).skill.content).toBe(SEND_AGAIN)
})

test.each([
  ['restored', (app: Home['app']) => app.library.restore('mail-post', undefined, OPERATOR)],
  [
    'written anew',
    (app: Home['app']) => app.library.save('mail-post', { content: SEND_AGAIN }, AGENT, { force: true }),
  ],
])('a skill that was merged and %s is left alone from then on', async (_how, bringBack) => {
  const { app, save, begin } = await home()
  await save('mail-send', SEND)
  await save('mail-post', SEND_AGAIN)
  const merge = { name: 'mail-send', content: MERGED, sources: ['mail-post'], reason: 'both send mail' }
  const archive = { name: 'mail-post', into: 'mail-send', reason: 'both send mail' }
  await app.cycles.submit((await begin()).order.cycleId, { saves: [merge], archives: [archive], links: [] })
  await bringBack(app)
  expect((await app.library.get('mail-post')).skill.content).toBe(SEND_AGAIN)
  expect((await begin(true)).skipped[0]!.reason).toMatch(/no skills say the same/)
})

test('where the guide itself has to wait for a person, nothing points to it yet', async () => {
  const { app, save, begin } = await home({ gate: 'strict' })
  await save('post/stamp', '# Stamp\n\nStick a stamp on every paper letter before it is dropped.\n', OPERATOR)
  await save('post/weigh', '# Weigh\n\nPut parcels on scales and note down what they cost abroad.\n', OPERATOR)
  const content = '# Which post\n\nA letter: post/stamp. A parcel: post/weigh.\n'
  const guide = { name: 'post/guide', content, sources: [], reason: 'a prefix without a guide' }
  const link = { name: 'post/stamp', seeAlso: [], parent: 'post/guide', reason: 'it leads to it' }
  const { order } = await begin()
  const report = await app.cycles.submit(order.cycleId, { saves: [guide], archives: [], links: [link] })
  expect(report.applied).toMatchObject([{ name: 'post/guide', draft: true }])
  expect(report.refused).toMatchObject([{ name: 'post/stamp', reason: expect.stringContaining('waits for a person') }])
  expect((await app.library.get('post/stamp')).skill.parent).toBeNull()
})

test("a skill that a person has edited goes into no model's skill, and in an open gate it does", async () => {
  for (const gate of ['guarded', 'open']) {
    const { app, save, begin } = await home({ gate })
    await save('mail-send', SEND)
    await save('mail-post', SEND)
    await save('mail-post', SEND_AGAIN, OPERATOR)
    const merge = { name: 'mail-send', content: MERGED, sources: ['mail-post'], reason: 'both send mail' }
    const archive = { name: 'mail-post', into: 'mail-send', reason: 'both send mail' }
    const { order } = await begin()
    const { applied, refused } = await app.cycles.submit(order.cycleId, {
      saves: [merge],
      archives: [archive],
      links: [],
    })
    if (gate === 'open') expect(applied.map(({ kind }) => kind)).toEqual(['save', 'archive'])
    else expect(refused[0]!.reason).toMatch(/"mail-post" is a person's to archive/)
    expect((await app.library.get('mail-send')).skill.content).toBe(gate === 'open' ? MERGED : SEND)
  }
})
