// What a person wants forgotten is gone: from every process, and from every file of the home, byte for byte. Each message
// here has a word of its own, so that what is left of it can be searched for.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { startChild } from '../support/child-process.ts'
import { filesWith, openLearning } from '../support/open-learner.ts'
import { tempHome } from '../support/temp-home.ts'

type Learning = ReturnType<typeof openLearning>
type What = Parameters<Learning['learner']['forget']>[0]

async function startLearner(home: string) {
  const child = startChild('learn', home)
  expect(await child.heard()).toBe('ready')
  const ask = (...question: string[]) => child.ask(JSON.stringify(question))
  const skills = async () => {
    const { lessons } = (await ask('lessons')) as { lessons: { skill: string; session: string }[] }
    return lessons.map(({ session, skill }) => `${session} ${skill}`).sort()
  }
  return { ask, skills }
}

/** Three sessions: alpha and bravo taught mail, charlie taught mail and letter, delta taught nothing. */
async function taught(one: Learning): Promise<void> {
  await one.teach('s1', 'alphaword send', 'mail')
  await one.teach('s2', 'bravoword send', 'mail')
  await one.teach('s2', 'charlieword write', 'mail')
  await one.load('s2', 'letter')
  await one.say('s3', 'deltaword idle')
}
const WORDS = ['alphaword', 'bravoword', 'charlieword', 'deltaword']
const ALL = ['s1 mail', 's2 letter', 's2 mail', 's2 mail']

const ROWS: [what: What, left: string[], lessons: number, messages: number, wordsLeft: string[]][] = [
  // Letter was learned from charlie's message, so that one stays; delta's taught nothing about mail.
  [{ scope: 'skill', of: 'mail' }, ['s2 letter'], 3, 2, ['charlieword', 'deltaword']],
  [{ scope: 'skill', of: 'letter' }, ['s1 mail', 's2 mail', 's2 mail'], 1, 0, WORDS],
  [{ scope: 'session', of: 's2' }, ['s1 mail'], 3, 2, ['alphaword', 'deltaword']],
  [{ scope: 'session', of: 's3' }, ALL, 0, 1, ['alphaword', 'bravoword', 'charlieword']],
  [{ scope: 'all', of: undefined }, [], 4, 4, []],
  [{ scope: 'skill', of: 'unheard' }, ALL, 0, 0, WORDS],
]

const wordsIn = ({ home }: HomeLayout) => WORDS.filter((word) => filesWith(home, [word]).length > 0)
// Within a skill the order is that of the clock, which may stand still between two lessons.
const short = (lines: string[]) => lines.map((line) => line.split(' ').slice(0, 2).join(' ')).sort()

describe.each(ROWS)('forgetting %j', (what, left, lessons, messages, wordsLeft) => {
  test('holds in every process and leaves nothing in any file', async () => {
    const layout = tempHome()
    const here = openLearning(layout)
    await taught(here)
    const there = await startLearner(layout.home)
    expect(await there.skills()).toEqual(ALL)
    expect(short(await here.lessons())).toEqual(ALL)
    await here.learner.save()
    await there.ask('save')
    expect(wordsIn(layout)).toEqual(WORDS)

    const ends = await here.journal.streams()
    expect(await there.ask('forget', what.scope, what.of ?? '')).toEqual({ lessons, messages })
    expect(wordsIn(layout)).toEqual(wordsLeft)
    expect(short(await here.lessons())).toEqual(left)
    // What this process keeps from now on brings nothing back.
    await here.learner.save()
    await there.ask('save')
    expect(wordsIn(layout)).toEqual(wordsLeft)
    expect(await here.journal.streams()).toEqual(ends)

    // Nor does one that starts later, with what was kept or from the journal alone.
    expect(short(await openLearning(layout).lessons())).toEqual(left)
    rmSync(layout.learning)
    expect(short(await openLearning(layout).lessons())).toEqual(left)
  })

  test('counts each time once', async () => {
    const one = openLearning(tempHome())
    await taught(one)
    expect(await one.learner.forget(what, 'operator')).toEqual({ lessons, messages })
    expect(await one.learner.forget(what, 'operator')).toEqual({ lessons: 0, messages: 0 })
  })
})

describe('what is kept of messages in their order, and of calls', () => {
  test.each<[What, left: string[], gone: number]>([
    [{ scope: 'all', of: undefined }, [], 3],
    [{ scope: 'session', of: 's1' }, ['deltaword'], 2],
    // It stays as stems, for letter was learned from it; in its order nobody needs it.
    [{ scope: 'skill', of: 'mail' }, ['bravoword', 'deltaword'], 1],
    [{ scope: 'skill', of: 'unheard' }, ['alphaword', 'bravoword', 'deltaword'], 0],
  ])('is gone by %j', async (what, left, messages) => {
    const layout = tempHome()
    const { journal, learner, load } = openLearning(layout)
    const actor = 'system' as const
    await journal.append('s1', { event: 'turn', actor, stems: ['charlieword', 'send'], text: 'alphaword send' })
    await load('s1', 'mail')
    await load('s1', 'letter')
    await journal.append('s1', { event: 'tool-called', actor, tool: 'Bash', ok: true, args: 'command: bravoword' })
    await journal.append('s2', { event: 'turn', actor, text: 'deltaword idle' })
    expect(await learner.forget(what, 'operator')).toMatchObject({ messages })
    expect(wordsIn(layout).filter((word) => word !== 'charlieword')).toEqual(left)
    expect(await learner.forget(what, 'operator')).toEqual({ lessons: 0, messages: 0 })
  })
})

describe('the words of a message that waits for a load', () => {
  test.each<[What, string[]]>([
    [{ scope: 'all', of: undefined }, []],
    [{ scope: 'session', of: 's1' }, []],
    // Nothing was learned of mail from it yet.
    [{ scope: 'skill', of: 'mail' }, ['s1 mail']],
  ])('forgotten by %j', async (what, lessons) => {
    const layout = tempHome()
    const [one, two] = [openLearning(layout), openLearning(layout)]
    await one.say('s1', 'alphaword send')
    await one.lessons()
    await two.lessons()
    await two.learner.save()
    await one.learner.forget(what, 'operator')
    await one.load('s1', 'mail')
    for (const each of [one, two, openLearning(layout)]) expect(short(await each.lessons())).toEqual(lessons)
    await two.learner.save()
    expect(wordsIn(layout)).toEqual(lessons.length > 0 ? ['alphaword'] : [])
  })

  test('forgotten after a first load taught it: a second load of it teaches nothing', async () => {
    const layout = tempHome()
    const [one, two] = [openLearning(layout), openLearning(layout)]
    await one.teach('s1', 'alphaword send', 'mail')
    await two.lessons()
    await one.learner.forget({ scope: 'skill', of: 'mail' }, 'operator')
    await one.load('s1', 'mail')
    for (const each of [one, two, openLearning(layout)]) expect(await each.lessons()).toEqual([])
    await two.learner.save()
    expect(wordsIn(layout)).toEqual([])
  })
})

describe('forgetting', () => {
  test('finds what was learned beyond the cap of a skill, too', async () => {
    const layout = tempHome()
    const one = openLearning(layout)
    for (let i = 0; i < 210; i++) await one.teach('s1', `number${i}x send`, 'mail')
    expect(await one.lessons()).toHaveLength(200)
    expect(await one.learner.forget({ scope: 'skill', of: 'mail' }, 'operator')).toEqual({
      lessons: 200,
      messages: 210,
    })
    expect(filesWith(layout.home, ['number0x', 'number9x', 'number209x'])).toEqual([])
  })

  test('of a session makes room for older lessons of a full skill', async () => {
    const layout = tempHome()
    const one = openLearning(layout)
    for (let i = 0; i < 210; i++) await one.teach(i < 100 ? 's1' : 's2', `number${i}x send`, 'mail')
    await one.lessons()
    expect(await one.learner.forget({ scope: 'session', of: 's2' }, 'operator')).toEqual({
      lessons: 110,
      messages: 110,
    })
    expect(await one.lessons()).toHaveLength(100)
  })

  test('finishes what a killed process only began', async () => {
    const layout = tempHome()
    const one = openLearning(layout)
    await taught(one)
    await one.lessons()
    await one.learner.save()
    // The process wrote down what was wanted, and no more.
    await one.journal.appendLedger({ event: 'wording-forgotten', actor: 'operator', scope: 'skill', of: 'mail' })
    const two = openLearning(layout)
    expect(short(await two.lessons())).toEqual(['s2 letter'])
    expect(wordsIn(layout)).toEqual(WORDS)
    expect(await two.learner.forget({ scope: 'session', of: 's3' }, 'operator')).toEqual({ lessons: 0, messages: 3 })
    expect(wordsIn(layout)).toEqual(['charlieword'])
  })

  test('holds also where a process was just keeping what it knew before', async () => {
    const layout = tempHome()
    const [one, two] = [openLearning(layout), openLearning(layout)]
    await taught(one)
    await two.lessons()
    await two.learner.save()
    const stale = readFileSync(layout.learning)
    await one.learner.forget({ scope: 'all', of: undefined }, 'operator')
    writeFileSync(layout.learning, stale)
    expect(await two.lessons()).toEqual([])
    await two.learner.save()
    expect(wordsIn(layout)).toEqual([])
  })

  test('is for the past: what is learned afterwards is learned', async () => {
    const layout = tempHome()
    const one = openLearning(layout)
    await taught(one)
    await one.learner.forget({ scope: 'all', of: undefined }, 'operator')
    await one.teach('s1', 'echoword send', 'mail')
    for (const each of [one, openLearning(layout)])
      expect(await each.lessons()).toEqual(['s1 mail open: echoword send'])
  })

  test('an outcome that comes afterwards finds nothing and does no harm', async () => {
    const one = openLearning(tempHome())
    await taught(one)
    await one.learner.forget({ scope: 'session', of: 's1' }, 'operator')
    await one.report('s1', 'mail', 'success')
    expect(short(await one.lessons())).toEqual(['s2 letter', 's2 mail', 's2 mail'])
  })
})

test('while a second process appends, nothing of what it writes is lost, doubled or torn', {
  timeout: 120_000,
}, async () => {
  const MESSAGES = 400
  const layout = tempHome()
  const here = openLearning(layout)
  await here.teach('s-0', 'alphaword send', 'mail')
  const there = await startLearner(layout.home)
  const writing = there.ask('teachMany', String(MESSAGES), 's')
  let isWriting = true
  void writing.finally(() => {
    isWriting = false
  })
  let rounds = 0
  while (isWriting || rounds < 5) {
    await here.learner.forget(
      rounds % 2 === 0 ? { scope: 'skill', of: 'mail' } : { scope: 'session', of: 's-1' },
      'operator',
    )
    rounds += 1
  }
  expect(await writing).toBe('done')

  const lines = readdirSync(layout.usage).flatMap((name) =>
    readFileSync(join(layout.usage, name), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  )
  const events = lines.map((line): { event: string; id: string } => JSON.parse(line))
  expect(events).toHaveLength(2 * MESSAGES + 2)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  expect(events.filter(({ event }) => event === 'turn')).toHaveLength(MESSAGES + 1)

  // Both processes, and one that reads everything anew, hold the same; also where forgetting left a full skill room.
  const lessons = await here.lessons()
  expect(await there.skills()).toEqual(short(lessons))
  rmSync(layout.learning)
  expect(await openLearning(layout).lessons()).toEqual(lessons)
  await here.learner.forget({ scope: 'all', of: undefined }, 'operator')
  expect(filesWith(layout.home, ['alphaword', 'numbered'])).toEqual([])
})
