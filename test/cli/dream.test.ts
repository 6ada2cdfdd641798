// Passes from a terminal: with a provider, without one, only to see, and taken back. The model is scripted; all else is real.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Surroundings } from '../../src/cli/command.ts'
import { openHome } from '../../src/command-line.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { type FakeModelServer, startFakeModelServer } from '../support/fake-model-server.ts'
import { type ScriptedOutput, scriptedPass } from '../support/scripted-pass.ts'
import { inProcess } from './in-process.ts'
import { homeWith, place } from './run-program.ts'
import { inHome } from './versioned-home.ts'

const AGENT = { actor: 'agent' as const, via: 'save_skill', author: 'client' }

/** Two skills of an agent's; with a model, or without. */
async function useHome(server?: FakeModelServer): Promise<string> {
  const home = homeWith([])
  if (server !== undefined) {
    const provider = { kind: 'openai', baseUrl: server.baseUrl('openai'), model: 'scripted' }
    place(home, 'config.json', JSON.stringify({ provider, passes: { gap: { enabled: false } } }))
  }
  await inHome(home, async ({ library }) => {
    for (const name of ['mail', 'post']) await library.save(name, { content: `# Do ${name}\n\nDo it.\n` }, AGENT)
  })
  return home
}

/** The passes gap and consolidate, scripted. */
function dream(home: string, args: string[] = [], given: Partial<Surroundings> = {}) {
  const passes = { passes: ({ shelf }: Parameters<typeof scriptedPassesOf>[0]) => scriptedPassesOf({ shelf }) }
  return inProcess(['dream', ...args, '--home', home], {
    open: (flags) => openHome(flags, () => undefined, passes),
    ...given,
  })
}

function scriptedPassesOf({ shelf }: { shelf: Parameters<typeof scriptedPass>[0] }) {
  return (['gap', 'consolidate'] as const).map((name) => scriptedPass(shelf, { name }))
}

const saving = (content: string, archives: ScriptedOutput['archives'] = []) => ({
  text: JSON.stringify({ saves: [{ name: 'mail', content }], archives }),
})
const CONSOLIDATE = ['--pass', 'consolidate']

function filesOf(home: string): string {
  return (
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // What asking a model took is written down whatever comes of it.
      .filter((path) => !path.endsWith('llm-usage.jsonl'))
      .sort()
      .map((path) => `${path}\n${readFileSync(path, 'base64')}`)
      .join('\n')
  )
}

test('without a provider it says what is due and how an agent does it, and is content', async () => {
  const home = await useHome()
  const ended = await dream(home)
  expect(ended).toMatchObject({ exit: 0, err: '' })
  expect(ended.out).toMatch(/^To do: gap, consolidate\.\n/)
  expect(ended.out).toMatch(/prompt "dream".*begin_cycle and submit_cycle/s)
  const told = JSON.parse((await dream(home, ['--json'])).out)
  expect(told).toEqual({
    dryRun: false,
    provider: { state: 'none', model: null, tokensToday: 0, note: null },
    due: ['gap', 'consolidate'],
    skipped: [],
    runs: [],
  })
})

test('a dry run shows each proposal as a diff or with why it would be refused, and writes nothing', async () => {
  const server = await startFakeModelServer()
  const home = await useHome(server)
  const before = filesOf(home)
  server.otherwise(saving('# Do mail\n\nDo it twice.\n', [{ name: 'nothing', into: 'mail' }]))
  const ended = await dream(home, ['--dry-run', ...CONSOLIDATE])
  expect(ended.exit).toBe(0)
  expect(ended.out).toMatch(/^consolidate: 1 would be applied, 1 refused\n/)
  expect(ended.out).toMatch(/^-Do it\.$/m)
  expect(ended.out).toMatch(/^\+Do it twice\.$/m)
  expect(ended.out).toMatch(/^- refused: archive nothing: /m)
  expect(ended.out).toMatch(/Nothing was changed\./)
  const told = JSON.parse((await dream(home, ['--dry-run', '--json', ...CONSOLIDATE])).out)
  expect(told).toMatchObject({ dryRun: true, runs: [{ kind: 'consolidate', outcome: 'judged' }] })
  expect(told.proposals.map((each: { name: string; verdict: string }) => [each.name, each.verdict])).toEqual([
    ['mail', 'apply'],
    ['nothing', 'refuse'],
  ])
  expect(told.proposals[0].files[0].hunks[0].lines).toEqual(expect.arrayContaining(['-Do it.', '+Do it twice.']))
  expect(filesOf(home)).toBe(before)
})

test('it runs the passes in order, says why one was skipped, lists them, and takes one back', async () => {
  const server = await startFakeModelServer()
  const home = await useHome(server)
  server.otherwise(saving('# Do mail\n\nDo it twice.\n'))
  const ended = await dream(home, ['--yes'])
  expect(ended).toMatchObject({ exit: 0, err: '' })
  expect(ended.out).toMatch(/^gap: skipped, it is turned off \(passes\.gap\.enabled\)$/m)
  const [, id] = /^To take it back: skill-cortex dream --undo (\S+)$/m.exec(ended.out)!
  expect(ended.out).toMatch(/^- save mail: as the script says$/m)

  const list = await dream(home, ['--list'])
  expect(list.out).toMatch(new RegExp(`^${id} +\\S+ +consolidate +applied +1 +0 +skill-cortex dream$`, 'm'))
  const contentNow = async () => (await inProcess(['show', 'mail', '--home', home])).out
  expect(await contentNow()).toContain('twice')

  const byAgent = await dream(home, ['--undo', id!])
  expect(byAgent).toMatchObject({ exit: 1, err: expect.stringMatching(/only a person may decide this.*dream --undo/s) })
  const undone = await dream(home, ['--undo', id!], { isTerminal: true })
  expect(undone).toMatchObject({ exit: 0, out: `Cycle ${id} is taken back.\n- mail: restored\n` })
  expect(await contentNow()).not.toContain('twice')
  expect(await dream(home, ['--undo', id!], { isTerminal: true })).toMatchObject({ exit: 1 })
})

test('at a terminal it asks first, and shows how far it is', async () => {
  const server = await startFakeModelServer()
  const home = await useHome(server)
  server.otherwise(saving('# Do mail\n\nDo it twice.\n'))
  const asked: string[] = []
  const answering = (answer: boolean) => ({
    isTerminal: true,
    async ask(question: string) {
      asked.push(question)
      return answer
    },
  })
  expect(await dream(home, [], answering(false))).toMatchObject({
    exit: 1,
    err: expect.stringMatching(/answer was no/),
  })
  expect([asked, server.asked.length]).toEqual([['Ask scripted now?'], 0])
  const ended = await dream(home, [], answering(true))
  expect(ended).toMatchObject({ exit: 0, err: expect.stringMatching(/\[-{20}\] 0\/2 gap: asking the model/) })
  expect(ended.err).toMatch(/\[#{20}\] 2\/2 consolidate/)
})

test('nobody to ask and no --yes is no', async () => {
  const server = await startFakeModelServer()
  const ended = await dream(await useHome(server))
  expect(ended).toMatchObject({ exit: 2, err: expect.stringMatching(/expected --yes/) })
  expect(server.asked).toEqual([])
})

test('what has not changed since is not asked about again, unless forced', async () => {
  const server = await startFakeModelServer()
  const home = await useHome(server)
  server.otherwise({ text: '{"saves": [], "archives": []}' })
  const run = (...more: string[]) => dream(home, ['--yes', ...CONSOLIDATE, ...more])
  await run()
  expect((await run()).out).toMatch(/^No pass has anything to do\.\n- consolidate: nothing has changed since/)
  expect(server.asked).toHaveLength(1)
  await run('--force')
  expect(server.asked).toHaveLength(2)
})

test('a pass that fails makes the exit code 1 and stops no other', async () => {
  const server = await startFakeModelServer()
  const home = await useHome(server)
  place(home, 'config.json', readFileSync(join(home, 'config.json'), 'utf8').replace('false', 'true'))
  server.reply({ text: 'No.' }, { text: 'Still no.' }, saving('# Do mail\n\nDo it twice.\n'))
  const ended = await dream(home, ['--yes'])
  expect(ended.exit).toBe(1)
  expect(ended.out).toMatch(/^gap: failed, expected one JSON object/m)
  expect(ended.out).toMatch(/^consolidate: 1 applied, 0 refused/m)
})

test('Ctrl+C gives up what was begun, so that the next run need not wait', async () => {
  const server = await startFakeModelServer()
  const home = await useHome(server)
  const controller = new AbortController()
  server.reply(() => {
    controller.abort(new SkillError('refused', 'the run was ended', 'Go on.'))
    return { silence: true }
  })
  const ended = await dream(home, ['--yes', ...CONSOLIDATE], { endable: (work) => work(controller.signal) })
  expect(ended).toMatchObject({ exit: 1, out: 'consolidate: failed, the run was ended\n' })
  server.otherwise(saving('# Do mail\n\nDo it twice.\n'))
  expect((await dream(home, ['--yes', ...CONSOLIDATE])).out).toMatch(/^consolidate: 1 applied/)
})

test('a budget that is spent is said, and nobody is asked', async () => {
  const server = await startFakeModelServer()
  const home = await useHome(server)
  const provider = { kind: 'openai', baseUrl: server.baseUrl('openai'), model: 'scripted', tokensPerDay: 100 }
  place(home, 'config.json', JSON.stringify({ provider }))
  const ended = await dream(home, ['--yes', ...CONSOLIDATE])
  expect(ended.out).toMatch(/^consolidate: skipped, today's budget of 100 tokens leaves too little/)
  const { provider: state } = JSON.parse((await dream(home, ['--yes', '--json', ...CONSOLIDATE])).out)
  expect(state).toMatchObject({ state: 'budget-exhausted', note: expect.stringMatching(/provider\.tokensPerDay/) })
  expect(server.asked).toEqual([])
})

test.each([['--yes'], ['--dry-run']])('a provider that is set halfway is said at once, with %s', async (flag) => {
  const home = await useHome()
  place(home, 'config.json', JSON.stringify({ provider: { kind: 'openai' } }))
  const ended = await dream(home, [flag])
  expect(ended).toMatchObject({ exit: 2, out: '', err: expect.stringMatching(/provider\.model: expected the name/) })
})

test.each<[args: string[], err: RegExp]>([
  [
    ['--pass', 'everything'],
    /--pass: expected one of gap, extract, consolidate, optimize, summarize, reflect, consult/,
  ],
  [['--limit', 'x', '--list'], /--limit: expected a whole number/],
  [['--undo', 'none'], /no cycle "none" was run here/],
])('%j is refused', async (args, err) => {
  const ended = await dream(await useHome(), args, { isTerminal: true })
  expect(ended).toMatchObject({ out: '', err: expect.stringMatching(err) })
})
