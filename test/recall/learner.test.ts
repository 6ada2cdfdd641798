// Learning on real files: what processes share, what a pause and forgetting do in all of them, and what stays on the disk.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Child, startChild } from '../support/child-process.ts'
import { filesWith, openLearning } from '../support/open-learner.ts'
import { tempHome } from '../support/temp-home.ts'

/** Each child is one more process on the home. */
async function startLearner(home: string) {
  const child = startChild('learn', home)
  expect(await child.heard()).toBe('ready')
  const ask = (...question: string[]) => child.ask(JSON.stringify(question))
  return { ...child, ask, lessons: () => lessonsOf(child) }
}

async function lessonsOf(child: Child): Promise<{ lines: string[]; isLearning: boolean }> {
  const answer = (await child.ask('["lessons"]')) as {
    lessons: { session: string; skill: string; verdict: string; stems: string[] }[]
    isLearning: boolean
  }
  const lines = answer.lessons.map(({ session, skill, verdict, stems }) => {
    return `${session} ${skill} ${verdict}: ${stems.join(' ')}`
  })
  return { lines, isLearning: answer.isLearning }
}

/** Under a clock that only a test moves. */
function openAtTime() {
  const layout = tempHome()
  let at = Date.parse('2026-11-21T10:00:00.000Z')
  const wait = (minutes: number) => {
    at += minutes * 60_000
  }
  const open = () => openLearning(layout, () => new Date(at))
  return { layout, wait, open }
}

describe('what is learned', () => {
  test('by one is shared by all', async () => {
    const layout = tempHome()
    const [one, two] = [openLearning(layout), openLearning(layout)]
    await one.teach('s1', 'send letter', 'mail')
    expect(await two.lessons()).toEqual(['s1 mail open: letter send'])
    await two.teach('s2', 'write invoic', 'letter')
    await two.report('s1', 'mail', 'success')
    const both = ['s2 letter open: invoic write', 's1 mail right: letter send']
    expect(await one.lessons()).toEqual(both)
    expect(await two.lessons()).toEqual(both)
  })

  test('by a second process is shared with the first, and the other way round', async () => {
    const layout = tempHome()
    const here = openLearning(layout)
    const there = await startLearner(layout.home)
    await there.ask('teach', 's1', 'mail', 'letter', 'send')
    expect(await here.lessons()).toEqual(['s1 mail open: letter send'])
    // A message to one process, the load through another: it is the session that counts.
    await here.say('s2', 'write invoic')
    await here.load('s2', 'letter')
    const both = ['s2 letter open: invoic write', 's1 mail open: letter send']
    expect((await there.lessons()).lines).toEqual(both)
    expect(await here.lessons()).toEqual(both)
  })

  test('is known at most two seconds late without being asked anew', async () => {
    const layout = tempHome()
    const [one, two] = [openLearning(layout), openLearning(layout)]
    await two.learner.levelSoon()
    await one.teach('s1', 'send letter', 'mail')
    await expect
      .poll(
        async () => {
          await two.learner.levelSoon()
          return two.learner.size()
        },
        { timeout: 10_000, interval: 50 },
      )
      .toBe(1)
  })

  test('counts what came twice once', async () => {
    const { journal, ...one } = openLearning(tempHome())
    const actor = 'agent' as const
    for (let i = 0; i < 2; i++) {
      await journal.append('s1', { event: 'turn', id: 'turn', actor, stems: ['letter', 'send'] })
      await journal.append('s1', { event: 'loaded', id: 'load', actor, skillName: 'mail', version: 1, how: 'searched' })
      await journal.append('s1', { event: 'outcome', id: 'outcome', actor, skill: 'mail', outcome: 'success' })
    }
    expect(await one.lessons()).toEqual(['s1 mail right: letter send'])
  })

  test('is nothing without a session', async () => {
    const one = openLearning(tempHome())
    await one.teach('stateless-2026-11-21', 'send letter', 'mail')
    expect(await one.lessons()).toEqual([])
  })

  test('is nothing of a load that comes 31 minutes after the message', async () => {
    const { wait, open } = openAtTime()
    const one = open()
    for (const minutes of [30, 31]) {
      await one.say(`after-${minutes}`, 'send letter')
      wait(minutes)
      await one.load(`after-${minutes}`, 'mail')
    }
    expect(await one.lessons()).toEqual(['after-30 mail open: letter send'])
  })

  test('turns against a skill that was not the one', async () => {
    const one = openLearning(tempHome())
    await one.teach('s1', 'send letter', 'mail')
    await one.lessons()
    const share = () => one.learner.vote(['send', 'letter']).bySkill.get('mail')!.share
    expect(share()).toBeGreaterThan(0)
    await one.report('s1', 'mail', 'task_mismatch')
    expect(await one.lessons()).toEqual(['s1 mail wrong: letter send'])
    expect(share()).toBeLessThan(0)
  })

  test('late is learned all the same: lines of a process whose clock is behind', async () => {
    const { layout, wait, open } = openAtTime()
    const [one, two] = [open(), open()]
    await one.teach('s1', 'send letter', 'mail')
    await one.lessons()
    wait(-20)
    await two.teach('s1', 'write invoic', 'letter')
    await two.teach('s0', 'book meet', 'mail')
    await two.report('s1', 'mail', 'success')
    const all = ['s1 letter open: invoic write', 's0 mail open: book meet', 's1 mail right: letter send']
    expect(await one.lessons()).toEqual(all)
    rmSync(layout.learning, { force: true })
    expect(await open().lessons()).toEqual(all)
  })
})

describe('what was folded', () => {
  async function taught() {
    const layout = tempHome()
    const one = openLearning(layout)
    for (const n of [1, 2, 3]) await one.teach(`s${n}`, `send letter word${n}`, n === 2 ? 'letter' : 'mail')
    await one.report('s1', 'mail', 'success')
    const lessons = await one.lessons()
    expect(lessons).toHaveLength(3)
    await one.learner.save()
    return { layout, one, lessons }
  }

  test.each([
    ['is there for the next process', () => {}],
    ['can be deleted', (path: string) => rmSync(path)],
    ['can be damaged', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 200))],
    ['can be of another shape', (path: string) => writeFileSync(path, '{"cursors":[]}')],
  ])('%s', async (_, meddle) => {
    const { layout, lessons } = await taught()
    meddle(layout.learning)
    expect(await openLearning(layout).lessons()).toEqual(lessons)
  })

  test('goes on where it was kept: a verdict and a load that come later find their lesson and message', async () => {
    const { layout, one } = await taught()
    await one.say('s3', 'write invoic')
    await one.lessons()
    await one.learner.save()
    const two = openLearning(layout)
    await two.report('s2', 'letter', 'task_mismatch')
    await two.load('s3', 'mail')
    // Some fall into one millisecond, and then stand in any order.
    expect((await two.lessons()).toSorted()).toEqual([
      's1 mail right: letter send word1',
      's2 letter wrong: letter send word2',
      's3 mail open: invoic write',
      's3 mail open: letter send word3',
    ])
  })

  test('is folded anew when a stream was replaced', async () => {
    const { layout, one } = await taught()
    const path = join(layout.usage, 's3.jsonl')
    const [turn] = readFileSync(path, 'utf8').split('\n')
    writeFileSync(path, `${turn}\n`)
    const without = ['s2 letter open: letter send word2', 's1 mail right: letter send word1']
    expect(await one.lessons()).toEqual(without)
    await one.load('s3', 'letter')
    expect((await one.lessons()).toSorted()).toEqual([...without, 's3 letter open: letter send word3'].toSorted())
  })

  test('is written only when there is something new', async () => {
    const { layout, one } = await taught()
    rmSync(layout.learning)
    await one.learner.save()
    expect(filesWith(layout.cortex, ['word1'])).toEqual([])
    await one.teach('s4', 'write invoic', 'letter')
    await one.lessons()
    await one.learner.save()
    expect(filesWith(layout.cortex, ['word1'])).toEqual([layout.learning])
  })
})

describe('a pause', () => {
  test('holds in every process, also in one that starts later, until it is over', async () => {
    const layout = tempHome()
    const here = openLearning(layout)
    await here.teach('s1', 'send letter', 'mail')
    const there = await startLearner(layout.home)
    expect(await there.lessons()).toEqual({ lines: ['s1 mail open: letter send'], isLearning: true })
    await here.learner.pause('operator')
    expect(here.learner.isLearning()).toBe(false)
    // What was learned stays, and votes.
    expect(await there.lessons()).toEqual({ lines: ['s1 mail open: letter send'], isLearning: false })
    const later = openLearning(layout)
    await later.lessons()
    expect(later.learner.isLearning()).toBe(false)
    await later.learner.resume('operator')
    expect(await there.lessons()).toMatchObject({ isLearning: true })
  })
})
