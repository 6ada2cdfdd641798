// What learning does to recall, on real homes and through the whole app: it brings up what the text cannot, keeps silent
// where nothing is meant, keeps nobody's words, and is gone without a trace when it is off.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { decodeIndexSnapshot } from '../../src/recall/index-snapshot.ts'
import { skillCortex } from '../cli/run-program.ts'
import { connectClient } from '../support/mcp-clients.ts'
import { filesWith } from '../support/open-learner.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { hitNames, openUsedApp, useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'
import { DEVELOPER_SKILLS } from './developer-skills.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** The library of a small team as files; nobody has used it yet. */
function fillTeamHome(home: string): string {
  for (const { name, content, ...more } of DEVELOPER_SKILLS) writeSkill(home, name, content, more)
  return home
}

const teamHome = () => fillTeamHome(tempFolder())

const MESSAGE = 'ping everybody who signed up'
const SKILL = 'mcp/email'

// What people of this team said before they loaded a skill: each message is of the skill before it, mostly in other words
// than its own.
const PAST: [skill: string, messages: string[]][] = [
  [SKILL, ['ping everybody who signed up', 'drop the client a line', 'get back to the applicants', 'write to finance']],
  [
    'mcp/calendar',
    ['find half an hour with the team', 'move the standup', 'when is everyone free', 'block my afternoon'],
  ],
  [
    'git/rebase',
    ['bring my branch up to date', 'squash the last commits', 'tidy my history', 'the branch is behind main'],
  ],
  [
    'github/review-pr',
    ['look over my changes', 'check this before merging', 'is the patch fine', 'give feedback on the diff'],
  ],
  [
    'github/release',
    ['ship the new version', 'tag and publish it', 'cut a build for users', 'prepare the changelog for shipping'],
  ],
  [
    'docker/deploy',
    ['roll it out to staging', 'put the build on the server', 'push the image live', 'bring the service up'],
  ],
  [
    'k8s/debug-pod',
    [
      'the container keeps dying',
      'the service restarts all night',
      'crash in the cluster',
      'workload never gets ready',
    ],
  ],
  [
    'postgres/slow-query',
    [
      'the dashboard takes ages',
      'that report hangs on the database',
      'speed up the lookup',
      'index is missing somewhere',
    ],
  ],
  [
    'testing/flaky-tests',
    [
      'the build is red at random',
      'passes here, fails there',
      'the suite breaks once in a while',
      'unstable checks again',
    ],
  ],
  [
    'security/rotate-keys',
    ['the token got out', 'somebody pasted our password', 'swap the credentials', 'renew the secrets'],
  ],
]

/** A hundred lessons: every message said in two or three sessions, confirmed now and then. */
async function taught(home: string): Promise<void> {
  const { app, used, close } = await openUsedApp(home)
  const said = PAST.flatMap(([skill, messages]) => messages.map((message) => ({ skill, message })))
  for (let i = 0; i < 100; i++) {
    const { skill, message } = said[i % said.length]!
    await used(`past-${i}`, message, skill, i % 4 === 0 ? 'success' : undefined)
  }
  await app.learner.levelSoon()
  expect(app.learner.size()).toBe(100)
  await close()
}

const { folder: usedHome, remove } = makeFolder()
beforeAll(() => taught(fillTeamHome(usedHome)))
afterAll(remove)

/** A copy of a home with a hundred lessons. */
function pastHome(): string {
  const home = tempFolder()
  cpSync(usedHome, home, { recursive: true })
  return home
}

describe('what was learned', () => {
  test('brings up a skill that shares no word with the message, and says so', async () => {
    const { recall, used } = await useApp(teamHome())
    const before = await recall(MESSAGE)
    expect(hitNames(before)).not.toContain(SKILL)
    await used('s1', MESSAGE, SKILL, 'success')
    const { hits, why } = await recall('please ping everybody who signed up last week')
    expect(hits[0]).toMatchObject({
      name: SKILL,
      reason: expect.stringContaining('matches no word; was loaded after a similar message'),
      terms: [],
      learned: { messages: 1, score: expect.any(Number) },
    })
    expect(hits[0]!.learned!.score).toBe(hits[0]!.score)
    expect(hits[0]!.confidence).toBeGreaterThan(0.5)
    expect(why?.learned).toMatchObject({ lessons: 1 })
    expect(why!.learned.likenessBest).toBeGreaterThan(0.2)
  })

  test('through a real server: recall, load, report; then another session finds it', async () => {
    const home = teamHome()
    const agent = await connectClient('v2 auto', { kind: 'stdio', home })
    onTestFinished(agent.close)
    const ask = async (session: string) => {
      const { structuredContent } = await agent.call('recall_skills', { message: MESSAGE, session })
      return (structuredContent as { hits: { name: string }[] }).hits.map(({ name }) => name)
    }
    expect(await ask('monday')).not.toContain(SKILL)
    await agent.call('get_skill', { name: SKILL, session: 'monday' })
    await agent.call('report_outcome', { name: SKILL, outcome: 'success', session: 'monday' })
    expect((await ask('tuesday'))[0]).toBe(SKILL)
    // And one that was told otherwise is not first any more.
    await agent.call('get_skill', { name: SKILL, session: 'tuesday' })
    await agent.call('report_outcome', { name: SKILL, outcome: 'task_mismatch', session: 'tuesday' })
    await agent.call('report_outcome', { name: SKILL, outcome: 'task_mismatch', session: 'monday' })
    expect(await ask('wednesday')).not.toContain(SKILL)
  })

  test('of a skill that is gone brings up nothing, and is there again when it returns', async () => {
    const home = pastHome()
    const { app, recall } = await useApp(home)
    expect(hitNames(await recall(MESSAGE))[0]).toBe(SKILL)
    const operator = { actor: 'operator', via: 'cli', author: null } as const
    await app.library.archive(SKILL, operator)
    expect(hitNames(await recall(MESSAGE))).not.toContain(SKILL)
    await app.library.restore(SKILL, undefined, operator)
    expect(hitNames(await recall(MESSAGE))[0]).toBe(SKILL)
  })

  test('a load without a session teaches nothing', async () => {
    const { app, recall, load } = await useApp(teamHome())
    await recall(MESSAGE)
    await load(undefined, SKILL)
    await recall(MESSAGE)
    expect(app.learner.all()).toEqual([])
  })
})

// About no skill of this team; none of them is among the messages that recall is calibrated on.
const OFF_TOPIC = `
  what is the weather like in vienna
  recommend me a movie for tonight
  who painted the night watch
  my cat will not eat, what could it be
  how many calories does a banana have
  what should I wear to a wedding in june
  tell me about the french revolution
  my knee hurts after running
  which plants need little light
  how do I say hello in portuguese
  why do leaves turn red
  how do I remove a coffee stain from a carpet
  what are good names for a boat
  thanks, you can stop now
  is a tomato a fruit
  how far is the moon
  write a limerick about a snail
  what did people eat in ancient egypt
  how do I fold a fitted sheet
  good morning, did you sleep well
`
  .trim()
  .split('\n')
  .map((line) => line.trim())

describe('after a hundred lessons', () => {
  test('messages that no skill is for are met with silence as before, all but one of twenty', async () => {
    const speaks = async (home: string) => {
      const { recall } = await useApp(home)
      const spoken: string[] = []
      for (const message of OFF_TOPIC) {
        const names = hitNames(await recall(message))
        if (names.length > 0) spoken.push(`${message}: ${names[0]}`)
      }
      return spoken
    }
    expect(await speaks(teamHome())).toEqual([])
    // Wrong, and the price of short lessons: "the build is red at random" has little else than "red" to go by.
    expect(await speaks(pastHome())).toEqual(['why do leaves turn red: testing/flaky-tests'])
  })

  test('and what was said before is found, each message by what the others taught', async () => {
    const { recall } = await useApp(pastHome())
    const rows = PAST.flatMap(([skill, messages]) => messages.map((message) => ({ skill, message })))
    const found = []
    for (const { skill, message } of rows) found.push(hitNames(await recall(`${message} please`))[0] === skill)
    expect(found.filter(Boolean).length / found.length).toBeGreaterThan(0.9)
  })
})

describe('recall.learn off', () => {
  // Every kind of message: learned ones, others, mistyped, too short, about nothing.
  const MESSAGES = [
    ...PAST.flatMap(([, messages]) => messages),
    ...OFF_TOPIC,
    'send an email about the release',
    'reveiw the pull requst',
    'mail',
    '',
  ]
  async function answers(home: string): Promise<string[]> {
    const { recall } = await useApp(home)
    const all = []
    for (const message of MESSAGES) all.push(JSON.stringify(await recall(message)))
    return all
  }

  test('gives the static ranking to the last bit, whatever the journal holds', async () => {
    const home = pastHome()
    const learned = await answers(home)
    writeFileSync(join(home, 'config.json'), '{"recall": {"learn": "off"}}')
    const off = await answers(home)
    expect(off).toEqual(await answers(teamHome()))
    // The journal would have made a difference.
    expect(off).not.toEqual(learned)
  })

  test.each([
    ['by the environment', { SKILL_CORTEX_RECALL_LEARN: 'off' }, '{}'],
    ['by config.json', {}, '{"recall.learn": false}'],
  ])('%s, nothing of a message is written down', async (_, env, config) => {
    const home = teamHome()
    writeFileSync(join(home, 'config.json'), config)
    const args = ['recall', 'ping everybody about flamingos', '--session', 's1', '--home', home]
    expect((await skillCortex(args, { env })).exit).toBe(0)
    const [line] = readFileSync(join(home, 'skill-usage', 's1.jsonl'), 'utf8').split('\n')
    expect(JSON.parse(line!)).not.toHaveProperty('stems')
    expect(filesWith(home, ['flamingo'])).toEqual([])
    // Without the setting the stem is there.
    writeFileSync(join(home, 'config.json'), '{}')
    await skillCortex(args)
    expect(filesWith(home, ['flamingo'])).toEqual([join(home, 'skill-usage', 's1.jsonl')])
  })
})

describe('a pause', () => {
  test('keeps stems from being written, here and in other processes, and what hooks go by says so', async () => {
    const home = teamHome()
    const layout = homeLayout(home)
    const isLearning = () => decodeIndexSnapshot(readFileSync(layout.indexSnapshot))?.head.isLearning
    const { app, recall, used } = await useApp(home)
    await used('s1', MESSAGE, SKILL)
    await app.learner.pause('operator')
    expect(isLearning()).toBe(false)
    await recall('water the flamingos now', { session: 's2' })
    const other = await useApp(home)
    await other.recall('water the flamingos now', { session: 's3' })
    expect((await skillCortex(['recall', 'water the flamingos', '--session', 's4', '--home', home])).exit).toBe(0)
    expect(filesWith(home, ['flamingo'])).toEqual([])
    // What was learned still brings it up.
    expect(hitNames(await recall(MESSAGE))[0]).toBe(SKILL)
    await other.app.learner.resume('operator')
    expect(isLearning()).toBe(true)
    await other.recall('water the flamingos now', { session: 's5' })
    expect(filesWith(home, ['flamingo'])).toEqual([join(layout.usage, 's5.jsonl')])
  })
})

describe('what is kept', () => {
  const SECRETS = [
    'Wilhelmina',
    'Featherstonehaugh',
    'wilhelmina',
    'featherstonehaugh',
    'whf@corp.example',
    'corp.example',
    '0049 170 5550199',
    '5550199',
    'DE89 3704 0044 0532 0130 00',
    '4711-ACME',
    '/home/whf/private',
    'hunter2',
  ]
  const LETTER =
    'Send an email to Wilhelmina Featherstonehaugh (whf@corp.example, 0049 170 5550199): the invoice 4711-ACME for DE89 3704 0044 0532 0130 00 is in /home/whf/private/invoice.pdf, the password: hunter2. Ask her about her flamingos.'

  test('of a message are stems: no names, addresses, numbers, and never its text', async () => {
    const home = teamHome()
    const { recall, load, close } = await useApp(home, { serving: true })
    await recall(LETTER, { session: 's1' })
    await load('s1', SKILL)
    await recall(LETTER, { session: 's1', force: true, bodies: 2 })
    await close()
    expect(SECRETS.filter((secret) => filesWith(home, [secret]).length > 0)).toEqual([])
    expect(filesWith(home, ['Ask her about', 'ask her'])).toEqual([])
    // The journal, what was folded, and the snapshot for the next process: a word that names nobody is in all of them.
    const { usage, learning, indexSnapshot } = homeLayout(home)
    expect(filesWith(home, ['flamingo']).sort()).toEqual([indexSnapshot, learning, join(usage, 's1.jsonl')].sort())
  })

  test('is gone from all of these when it is forgotten by a command, while a server runs', async () => {
    const home = teamHome()
    const server = await useApp(home, { serving: true })
    await server.used('s1', 'feed the flamingos today', SKILL)
    const other = await useApp(home, { serving: true })
    await other.used('s2', 'sell the pelicans tomorrow', SKILL)
    // Each has written its documents.
    await server.close()
    expect(filesWith(home, ['flamingo'])).toHaveLength(3)
    const forgot = await skillCortex(['forget', '--session', 's1', '--yes', '--home', home])
    expect(forgot.out).toMatch(/^Forgot what was learned from session s1: 1 lesson\./)
    expect(filesWith(home, ['flamingo'])).toEqual([])
    await other.close()
    expect(filesWith(home, ['flamingo'])).toEqual([])
    expect(filesWith(home, ['pelican'])).toHaveLength(3)
  })
})
