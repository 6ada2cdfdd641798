// A pass answered by a provider over real sockets: what goes wrong there is that pass's outcome, leaves nothing behind and
// keeps nobody from the next.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { type RunOptions, runPass } from '../../src/cycles/run-pass.ts'
import { APIS, type Asking, asking } from '../llm/asking.ts'
import { CLIENT, type CycleHome, contentOf, EXECUTOR, mailText, openCycleHome } from '../support/cycle-home.ts'
import type { ModelApi, ScriptedReply } from '../support/fake-model-server.ts'
import { put, skillPath } from '../support/file-store.ts'
import type { ScriptedOutput } from '../support/scripted-pass.ts'
import { tempHome } from '../support/temp-home.ts'

async function opened(api: ModelApi = 'openai') {
  const layout = tempHome()
  const home = await openCycleHome(layout)
  onTestFinished(home.close)
  for (const name of ['mail', 'post']) await home.library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
  return { ...home, layout, ...(await asking(api)) }
}

const run = ({ engine, provider }: CycleHome & Asking, options: Partial<RunOptions> = {}) =>
  runPass('consolidate', { author: 'little-1', ...options }, { engine, provider })
const answer = (line: string): ScriptedOutput => ({
  saves: [{ name: 'mail', content: mailText(line) }],
  archives: [{ name: 'post', into: 'mail' }],
})
const text = (line: string) => ({ text: JSON.stringify(answer(line)) })

test.each(APIS)(
  '%s: the model is asked once, with the directive, the context and the schema, and its answer is applied',
  async (api) => {
    const home = await opened(api)
    home.server.reply(text('New.'))
    const done = await run(home)
    expect(done).toMatchObject({
      kind: 'applied',
      report: { applied: [{ name: 'mail' }, { name: 'post' }], refused: [] },
    })
    const [asked, ...more] = home.server.asked
    expect(more).toEqual([])
    expect(asked!.system).toContain('Do the pass consolidate.')
    expect(asked!.messages.map(({ content }) => JSON.stringify(content)).join()).toContain('## mail')
    expect(JSON.stringify(asked!.body)).toContain('archives')
    expect(await contentOf(home, 'mail')).toBe(mailText('New.'))
    expect((await home.engine.cycles())[0]).toMatchObject({
      executor: 'provider',
      author: 'little-1',
      status: 'applied',
    })
  },
)

test.each(APIS)('%s: an answer that cannot be read is shown to the model once with what is wrong', async (api) => {
  const home = await opened(api)
  home.server.reply({ text: 'Of course! I will merge them.' }, text('Mended.'))
  expect(await run(home)).toMatchObject({ kind: 'applied' })
  const [, second] = home.server.asked
  expect(second!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(JSON.stringify(second!.messages.at(-1))).toContain('one JSON object')
  expect(await contentOf(home, 'mail')).toBe(mailText('Mended.'))
})

const FAULTS: [what: string, replies: ScriptedReply[], reason: RegExp, asked: number][] = [
  ['two answers that cannot be read', [{ text: 'No.' }, { text: '{"saves": 1}' }], /saves/, 2],
  ['an unreadable answer of a megabyte', [{ text: 'x'.repeat(1_000_000) }], /no JSON object/, 1],
  ['an answer of more than 2 MiB', [{ text: 'x'.repeat(2_200_000) }], /2097152 bytes/, 1],
  ['an answer that was cut off', [{ text: '{"saves": [', stopped: 'length' }], /cut off/, 1],
  ['a model that declines', [{ text: '', stopped: 'declined' }], /declined/, 1],
  ['a key that is refused', [{ status: 401, error: 'no' }], /key/, 1],
  ['a request that is refused', [{ status: 400, error: 'no such model' }], /no such model/, 1],
  ['a server that is overloaded', Array<ScriptedReply>(4).fill({ status: 503, error: 'busy' }), /503/, 4],
  ['a connection that is cut', Array<ScriptedReply>(4).fill({ cutAfter: '{"choices": [' }), /./, 4],
  ['a body that is no JSON', [{ status: 200, body: '<html>' }], /./, 1],
]
test.each(FAULTS)(
  '%s fails the pass and changes nothing; the next run begins anew',
  async (_, replies, reason, asked) => {
    const home = await opened()
    home.server.reply(...replies)
    const before = JSON.stringify(await home.store.records())
    expect(await run(home)).toMatchObject({ kind: 'failed', reason: expect.stringMatching(reason) })
    expect(home.server.asked).toHaveLength(asked)
    expect((await home.engine.cycles())[0]).toMatchObject({ status: 'failed', did: [] })
    expect(JSON.stringify(await home.store.records())).toBe(before)
    home.server.reply(text('New.'))
    expect(await run(home)).toMatchObject({ kind: 'applied' })
  },
)

test('a run that is ended while the model thinks gives its cycle up', async () => {
  const home = await opened()
  const ending = new AbortController()
  home.server.reply(() => {
    ending.abort()
    return { silence: true }
  })
  await expect(run(home, { signal: ending.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect((await home.engine.cycles())[0]).toMatchObject({ status: 'failed', did: [] })
  home.server.reply(text('New.'))
  expect(await run(home)).toMatchObject({ kind: 'applied' })
})

test('a pass that an agent is at is left to the agent, and nobody asks the model', async () => {
  const home = await opened()
  const { cycleId } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  expect(await run(home, { force: true })).toMatchObject({
    kind: 'skipped',
    reason: expect.stringContaining('client is at it'),
  })
  await home.engine.submit(cycleId, answer('By the agent.'))
  home.server.otherwise(text('By the model.'))
  // What the agent changed is looked at, what the model changed of it once more, and then it is enough.
  expect(await run(home)).toMatchObject({ kind: 'applied', report: { applied: [{ name: 'mail' }] } })
  expect(await run(home)).toMatchObject({ kind: 'applied', report: { applied: [] } })
  expect(await run(home)).toMatchObject({ kind: 'skipped', reason: expect.stringContaining('nothing has changed') })
  expect(home.server.asked).toHaveLength(2)
})

/** Every file of a home with its bytes. */
function filesOf(home: string): Map<string, string> {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => [`${parentPath}/${name}`, readFileSync(`${parentPath}/${name}`, 'latin1')]),
  )
}

test('a dry run asks and judges, and writes not one byte', async () => {
  const home = await opened()
  const refused = { ...answer('New.'), archives: [{ name: 'post', into: 'post' }] }
  home.server.reply({ text: 'No.' }, { text: JSON.stringify(refused) })
  const before = filesOf(home.layout.home)
  expect(await run(home, { isDryRun: true })).toMatchObject({
    kind: 'judged',
    verdicts: [
      { kind: 'apply', change: { kind: 'save', name: 'mail' } },
      { kind: 'refuse', what: 'archive', name: 'post' },
    ],
  })
  expect(filesOf(home.layout.home)).toEqual(before)
  home.server.reply({ text: 'No.' }, { text: 'No.' })
  expect(await run(home, { isDryRun: true })).toMatchObject({ kind: 'failed', cycleId: null })
  expect(filesOf(home.layout.home)).toEqual(before)
})

test('what was edited while the model thought is kept, and the answer to it refused', async () => {
  const home = await opened()
  home.server.reply(() => {
    const path = skillPath(home.layout, 'mail')
    put(path, readFileSync(path, 'utf8').replace('By mail.', 'By hand.'))
    return text('New.')
  })
  expect(await run(home)).toMatchObject({ kind: 'applied', report: { applied: [] } })
  const { refused } = (await home.engine.cycles())[0]!.report!
  expect(refused.map(({ reason }) => reason)).toEqual([
    '"mail" was changed since it was looked at',
    expect.stringMatching(/"mail".* was not saved/),
  ])
  expect(await contentOf(home, 'mail')).toBe(mailText('By hand.'))
  expect(await contentOf(home, 'post')).toBe(mailText('By post.'))
})
