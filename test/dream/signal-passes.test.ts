// The passes that live on what sessions tell (gap, extract) and on texts without a summary, on a real home from the first
// event to what is applied: told over the intake, gathered from the journal, answered as an agent answers a work order.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CycleReport } from '../../src/domain/cycle.ts'
import type { PassName } from '../../src/domain/pass-change.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'

const GARDEN = '# Garden\n\nFirst of all look at the soil, then water the tomato plants in the evening.\n'
const ORDER = { kind: 'order' as const, author: 'client' }

async function openHome(home = tempFolder()) {
  // A home with a person's skill that has its own summary.
  writeSkill(home, 'garden', GARDEN, { summary: 'Look after tomato plants' })
  const { app, recall, load } = await useApp(home)
  const tell = async (...events: object[]) => {
    const answer = await app.takeEvents(events, 'agent')
    expect(answer.refused).toEqual([])
  }
  const begin = async (pass: PassName) => {
    const { order, skipped } = await app.cycles.begin(pass, ORDER)
    if (order === undefined) throw new Error(skipped.map(({ reason }) => reason).join())
    return order
  }
  return {
    ...{ app, home, recall, load, tell, begin },
    message: (session: string, message: string) => tell({ event: 'turn', session, message }),
    async why(pass: PassName) {
      const { order, skipped } = await app.cycles.begin(pass, ORDER)
      return order === undefined ? skipped.map(({ reason }) => reason).join() : 'it has something to do'
    },
    async answer(pass: PassName, output: unknown): Promise<CycleReport & { context: string }> {
      const { cycleId, context } = await begin(pass)
      return { ...(await app.cycles.submit(cycleId, output)), context }
    },
    stands: async (name: string) => {
      await app.shelf.lookAround()
      return app.shelf.entry(name)
    },
  }
}
const names = ({ applied, refused }: CycleReport) => [applied.map(({ name }) => name), refused.map(({ name }) => name)]

describe('gap', () => {
  const INVOICE = {
    ...{
      name: 'billing/convert-invoice',
      summary: 'Convert a scanned invoice to text',
      triggers: ['convert an invoice'],
    },
    content: '# Convert an invoice\n\nOpen the scan in the converter, check the total, then export it as text.\n',
    ...{ reason: 'asked for twice', evidence: [1, 2] },
  }
  test('finds what two sessions asked for, and the skill comes in as a candidate of a machine', async () => {
    const home = await openHome()
    await home.message('one', 'Convert the invoice of Alice Miller to text')
    expect(await home.why('gap')).toMatch(/^no word of a new session/)
    await home.message('two', 'Another scanned invoice, please convert it (total 4711)')
    const report = await home.answer('gap', { skills: [INVOICE, { ...INVOICE, name: 'garden' }] })
    expect(names(report)).toEqual([['billing/convert-invoice'], ['garden']])
    expect(report.context).toContain('- invoic: 2 sessions, 2 without a skill')
    expect(report.context).not.toMatch(/alice|miller|4711/i)
    expect(await home.stands('billing/convert-invoice')).toMatchObject({
      ...{ origin: 'machine', lifecycle: 'candidate', skill: { summary: 'Convert a scanned invoice to text' } },
    })
    expect((await home.stands('garden'))?.skill.content).toBe(GARDEN)
  })

  test('asks about nothing twice, and about what comes up again with what it knew', async () => {
    const home = await openHome()
    await home.message('one', 'Convert the invoice to text')
    await home.message('two', 'Convert another invoice')
    await home.answer('gap', { skills: [] })
    expect(await home.why('gap')).toBe('no session is new since its last run')
    // Not within one interval: the first two were read long before.
    await home.message('three', 'Print the invoice')
    const { context } = await home.begin('gap')
    expect(context).toContain('- invoic: 3 sessions, 3 without a skill')
  })

  test('what came in while a model was thinking is read the next time', async () => {
    const home = await openHome()
    await home.message('one', 'Convert the invoice to text')
    await home.message('two', 'Convert another invoice')
    const { cycleId } = await home.begin('gap')
    await home.message('three', 'Print the invoice')
    await home.app.cycles.submit(cycleId, { skills: [] })
    expect((await home.begin('gap')).context).toContain('3 sessions')
  })

  test('an answer that could not be read, or never came, has read nothing', async () => {
    const home = await openHome()
    await home.message('one', 'Convert the invoice to text')
    await home.message('two', 'Convert another invoice')
    const { cycleId } = await home.begin('gap')
    for (const nonsense of ['no json', '{"skills": 5}']) {
      await expect(home.app.cycles.submit(cycleId, nonsense)).rejects.toMatchObject({ code: 'bad-input' })
    }
    expect((await home.begin('gap')).context).toContain('2 sessions')
  })

  test('says which sessions went badly, and which used a skill', async () => {
    const home = await openHome()
    await home.message('one', 'Convert the invoice to text')
    await home.message('one', 'No, that is wrong')
    await home.message('two', 'Water the tomato plants and convert the invoice')
    await home.load('two', 'garden')
    const { context } = await home.begin('gap')
    expect(context).toContain('session 1 (used no skill, went badly)')
    expect(context).toContain('session 2 (used a skill)')
    expect(context).toContain('- invoic: 2 sessions, 1 without a skill')
  })

  test('what a person wants forgotten is never shown again', async () => {
    const home = await openHome()
    await home.message('one', 'Convert the zebra invoice to text')
    await home.message('two', 'Convert the giraffe invoice')
    await home.message('three', 'Convert the last invoice')
    expect((await home.app.cycles.look()).due).toContain('gap')
    await home.app.learner.forget({ scope: 'session', of: 'two' }, 'operator')
    const { context } = await home.begin('gap')
    expect(context).toContain('- invoic: 2 sessions')
    expect(context).not.toContain('giraffe')
    const file = readFileSync(`${homeLayout(home.home).usage}/two.jsonl`, 'utf8')
    expect(file).not.toMatch(/giraffe|invoic/)
  })

  test('a skill that says the same already is named', async () => {
    const home = await openHome()
    await home.message('one', 'Water the garden')
    await home.message('two', 'Water the garden again')
    const copy = { ...INVOICE, name: 'plants', content: GARDEN, summary: 'Look after tomato plants' }
    const { refused } = await home.answer('gap', { skills: [copy] })
    expect(refused).toMatchObject([{ name: 'plants', reason: expect.stringContaining('"garden"') }])
    expect(await home.stands('plants')).toBeUndefined()
  })
})

describe('extract', () => {
  const call = (session: string, tool: string, command: string, ok = true) => ({
    ...{ event: 'tool-called', session, tool, ok, args: { command } },
  })
  const task = (session: string, message = 'Deploy the billing service of Globex') => [
    { event: 'turn', session, message },
    call(session, 'Read', 'docker compose config'),
    call(session, 'Bash', 'docker build'),
    call(session, 'Bash', 'docker push registry.globex.example/billing:7'),
    call(session, 'Check', 'curl health'),
    { event: 'session-ended', session },
  ]
  const MADE = {
    ...{ session: 1, name: 'deploy-service', summary: 'Deploy a service with docker', triggers: ['deploy a service'] },
    content: '# Deploy a service\n\nRead the compose file, build the image, push it, then check its health.\n',
    steps: [
      { action: 'Build the image', tool: 'Bash' },
      { action: 'Check its health', tool: 'Check' },
    ],
    reason: 'an order that is not obvious',
  }

  test('makes a candidate with steps and triggers of a task that went well, once a session', async () => {
    const home = await openHome()
    await home.tell(...task('one'))
    const report = await home.answer('extract', { skills: [MADE, { ...MADE, name: 'again' }] })
    expect(names(report)).toEqual([['deploy-service'], ['again']])
    expect(report.context).toContain('3. Bash: command: docker push')
    expect(report.context).not.toMatch(/globex/i)
    const { skill, lifecycle } = (await home.stands('deploy-service'))!
    expect([lifecycle, skill.triggers, skill.steps]).toEqual(['candidate', MADE.triggers, MADE.steps])
    await home.tell(...task('one'))
    expect(await home.why('extract')).toMatch(/^no new session/)
    await home.tell(...task('two'))
    expect(await home.why('extract')).toBe('it has something to do')
  })

  test('what a skill says nearly already comes in beside it, and a person is asked to merge them', async () => {
    const home = await openHome()
    writeSkill(home.home, 'ship', `${MADE.content}\nTell the team about it in the channel.\n`, {
      summary: MADE.summary,
    })
    await home.tell(...task('one'))
    const { applied } = await home.answer('extract', { skills: [MADE] })
    expect(applied).toMatchObject([{ name: 'deploy-service', draft: false }])
    expect(await home.app.requests.open()).toMatchObject([
      { request: { kind: 'merge', name: 'ship', source: 'deploy-service' }, actor: 'model', via: 'extract' },
    ])
  })

  test('leaves alone what was corrected, and what no one may know', async () => {
    const home = await openHome()
    const corrected = [...task('one').slice(0, -1), { event: 'turn', session: 'one', message: 'No, wrong service' }]
    await home.tell(...corrected)
    expect(await home.why('extract')).toMatch(/^no new session/)
  })

  test('a session whose answer was refused is not asked about again', async () => {
    const home = await openHome()
    await home.tell(...task('one'))
    const { refused } = await home.answer('extract', {
      skills: [{ ...MADE, steps: [{ action: 'x', tool: 'rm' }, { action: 'y' }] }],
    })
    expect(refused).toMatchObject([{ reason: 'it names the tool "rm", which session 1 did not call' }])
    expect(await home.why('extract')).toMatch(/^no new session/)
  })
})

describe('summarize', () => {
  const answer = (...named: string[]) => ({
    summaries: named.map((name) => ({ name, summary: 'Water the tomato plants' })),
  })
  const AGENT = { actor: 'agent' as const, via: 'save_skill', author: null }

  test("sets a line for a machine's text, a draft for a person's, and nothing for one that has its own", async () => {
    const home = await openHome()
    writeSkill(home.home, 'bare', GARDEN, { summary: '' })
    await home.app.library.save('made', { content: `${GARDEN}\nAnd wait.\n` }, AGENT, { force: true })
    const { context, applied, refused } = await home.answer('summarize', answer('made', 'bare', 'garden'))
    expect(applied.map(({ name, draft }) => [name, draft])).toEqual([
      ['made', false],
      ['bare', true],
    ])
    expect(refused).toMatchObject([{ name: 'garden', reason: '"garden" has a summary that somebody wrote' }])
    expect(context).not.toContain('## Skill garden')
    expect((await home.stands('made'))?.skill.summary).toBe('Water the tomato plants')
    expect((await home.stands('bare'))?.skill.summary).not.toBe('Water the tomato plants')
    expect(await home.why('summarize')).toBe('every skill has a summary that somebody wrote')
  })

  test('a text that was asked about in vain is asked about again when it changes', async () => {
    const home = await openHome()
    await home.app.library.save('made', { content: GARDEN }, AGENT, { force: true })
    await home.answer('summarize', { summaries: [] })
    expect(await home.why('summarize')).toBe('the texts without a summary were all asked about before')
    await home.app.library.save('made', { content: `${GARDEN}\nAnd wait.\n` }, AGENT, { force: true })
    expect((await home.begin('summarize')).context).toContain('And wait.')
  })

  test('a body that is newer than what was shown keeps its line', async () => {
    const home = await openHome()
    await home.app.library.save('made', { content: GARDEN }, AGENT, { force: true })
    const { cycleId } = await home.begin('summarize')
    await home.app.library.save('made', { content: '# Fire\n\nCall the brigade.\n' }, AGENT)
    const { applied, refused } = await home.app.cycles.submit(cycleId, answer('made'))
    expect([applied, refused.map(({ name }) => name)]).toEqual([[], ['made']])
    expect((await home.stands('made'))?.skill.summary).toBe('Call the brigade')
  })

  test('twenty at once, whole texts only, and what is too long is named', async () => {
    const home = await openHome()
    const save = (name: string, content: string) => home.app.library.save(name, { content }, AGENT, { force: true })
    for (let i = 0; i < 22; i++)
      await save(`s${String(i).padStart(2, '0')}`, `# Part ${i}\n\nDo part ${i} of the work.\n`)
    await save('huge', `# Huge\n\n${'Do a little more. '.repeat(1_500)}\n`)
    const { context, cycleId } = await home.begin('summarize')
    expect(context.match(/^## Skill /gm)).toHaveLength(20)
    expect(context).toContain('too long to be shown: huge')
    await home.app.cycles.submit(cycleId, { summaries: [] })
    expect((await home.begin('summarize')).context.match(/^## Skill /gm)).toHaveLength(2)
  })
})
