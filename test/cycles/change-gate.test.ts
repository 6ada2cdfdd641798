// When a pass is left out, and why: the same content needs no second call for a week, whatever the clock does; what one pass
// cannot do keeps no other from its work.
import { expect, onTestFinished, test } from 'vitest'
import type { Pass } from '../../src/cycles/pass.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { CLIENT, type CycleHomeOptions, EXECUTOR, mailText, openCycleHome, PERSON } from '../support/cycle-home.ts'
import { scriptedPass } from '../support/scripted-pass.ts'
import { tempHome } from '../support/temp-home.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOTHING = { saves: [], archives: [] }

async function opened(options: CycleHomeOptions = {}) {
  let time = Date.parse('2026-05-01T10:00:00.000Z')
  const home = await openCycleHome(tempHome(), { now: () => new Date(time), ...options })
  onTestFinished(home.close)
  await home.library.save('mail', { content: mailText('By mail.') }, CLIENT)
  const later = (ms: number) => {
    time += ms
  }
  /** One whole cycle, if there is something to do; else the reason why not. */
  const ran = async (output: object = NOTHING, force = false) => {
    const { order, skipped } = await home.engine.begin('consolidate', EXECUTOR, { force })
    if (order === undefined) return skipped[0]!.reason
    await home.engine.submit(order.cycleId, output)
    return order.cycleId
  }
  return { ...home, later, ran }
}

const SKIPPED = 'nothing has changed since its run of 2026-05-01T10:00:00.000Z'

test('the same content is asked about once in seven days', async () => {
  const { ran, later } = await opened()
  await ran()
  expect(await ran()).toBe(SKIPPED)
  later(7 * DAY)
  expect(await ran()).toBe(SKIPPED)
  later(1)
  expect(await ran()).not.toBe(SKIPPED)
  expect(await ran()).toContain('nothing has changed since its run of 2026-05-08')
})

test('what has changed is asked about at once, and force asks always', async () => {
  const { ran, library, engine } = await opened()
  await ran()
  expect((await engine.due()).due).toEqual([])
  await library.save('mail', { content: mailText('Changed.') }, CLIENT)
  expect((await engine.due()).due).toEqual(['consolidate'])
  await ran()
  expect(await ran()).toBe(SKIPPED)
  expect(await ran(NOTHING, true)).not.toBe(SKIPPED)
  expect(await engine.cycles()).toHaveLength(3)
})

test.each([
  ['by a minute', -60_000],
  ['by ten years', -3_650 * DAY],
])('a clock that goes back %s holds no pass up', async (_, back) => {
  const { ran, later, engine } = await opened()
  await ran()
  later(back)
  expect((await engine.due()).due).toEqual(['consolidate'])
  await ran()
  expect(await ran()).toContain('nothing has changed')
})

test('an order that nobody answered keeps a pass for its lease, also when the clock goes far back, and no longer', async () => {
  const { engine, later, ran } = await opened()
  await engine.begin('consolidate', EXECUTOR)
  later(-HOUR)
  expect(await ran()).not.toContain('is at it')
})

test('a cycle that failed or was not answered does not count as a run; one that was undone does', async () => {
  const { engine, ran, undo, later } = await opened()
  const { cycleId } = (await engine.begin('consolidate', EXECUTOR)).order!
  for (const text of ['no', 'no'])
    await expect(engine.submit(cycleId, text)).rejects.toMatchObject({ code: 'bad-input' })
  expect((await engine.due()).due).toEqual(['consolidate'])
  await engine.begin('consolidate', EXECUTOR)
  later(HOUR)
  expect((await engine.due()).due).toEqual(['consolidate'])
  const id = await ran({ saves: [{ name: 'mail', content: mailText('New.') }], archives: [] })
  await undo(id, PERSON)
  // What a person took back is not proposed again as long as nothing else changes.
  expect(await ran()).toContain('nothing has changed')
})

const failing = (error: unknown): Pick<Pass, 'gather'> => ({ gather: () => Promise.reject(error) })
const PASSES = (shelf: Parameters<typeof scriptedPass>[0]): Pass[] => [
  scriptedPass(shelf, { name: 'gap', ...failing(new SkillError('storage', 'the journal cannot be read', 'Mend it.')) }),
  scriptedPass(shelf, { name: 'extract', ...failing(new TypeError('x is not a function')) }),
  scriptedPass(shelf, { name: 'optimize', state: 'x'.repeat(70_000) }),
  scriptedPass(shelf, { name: 'summarize', shows: () => false }),
  scriptedPass(shelf),
]

test('a pass that fails to look keeps no other from its work, and each says why it was left out', async () => {
  const { engine } = await opened({ passes: PASSES, isEnabled: (pass) => pass !== 'summarize' })
  const skipped = [
    { pass: 'gap', reason: 'it could not look: the journal cannot be read' },
    { pass: 'extract', reason: 'it could not look: x is not a function' },
    { pass: 'optimize', reason: expect.stringMatching(/^it has to remember 7\d{4} bytes, and 61440 is the most$/) },
    { pass: 'summarize', reason: 'it is turned off (passes.summarize.enabled)' },
  ]
  expect(await engine.due()).toEqual({ due: ['consolidate'], skipped })
  const begun = await engine.begin(undefined, EXECUTOR)
  expect([begun.order?.pass, begun.skipped]).toEqual(['consolidate', skipped])
})

test('a pass with nothing to look at says so', async () => {
  const { engine } = await opened({ passes: (shelf) => [scriptedPass(shelf, { shows: () => false })] })
  const none = { order: undefined, skipped: [{ pass: 'consolidate', reason: 'there is no skill' }] }
  expect(await engine.begin('consolidate', EXECUTOR)).toEqual(none)
})

test('a judge that breaks fails its cycle alone: nothing is changed, and the next one can begin', async () => {
  let isBroken = true
  const home = await opened({
    passes: (shelf) => {
      const { judge } = scriptedPass(shelf)
      return [
        scriptedPass(shelf, {
          judge(...asked) {
            if (isBroken) throw new TypeError('x is not a function')
            return judge(...asked)
          },
        }),
      ]
    },
  })
  const { cycleId } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  await expect(home.engine.submit(cycleId, NOTHING)).rejects.toThrow('x is not a function')
  expect((await home.engine.cycles())[0]).toMatchObject({ status: 'failed', did: [] })
  isBroken = false
  await home.ran()
})

test('a guard that breaks on one change refuses that one; the others are applied', async () => {
  const guard: CycleHomeOptions['guard'] = async ({ name }) => {
    if (name === 'a') throw new SkillError('storage', 'the index cannot be read', 'Try again.')
    if (name === 'b') throw new SkillError('too-large', 'the index is full', 'Try again.')
    return name === 'c' ? 'recall would miss "send"' : undefined
  }
  const home = await opened({ guard })
  const saves = ['b', 'c', 'd'].map((name) => ({ name, content: mailText(name) }))
  const { cycleId } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  const report = await home.engine.submit(cycleId, { saves, archives: [] })
  expect(report.applied.map(({ name }) => name)).toEqual(['d'])
  expect(report.refused.map(({ reason }) => reason)).toEqual(['the index is full', 'recall would miss "send"'])
  // The disk itself: the cycle is left as it is, once, and then has failed. Neither holds up what comes next.
  const second = (await home.engine.begin('consolidate', EXECUTOR)).order!
  const onA = {
    saves: [
      { name: 'e', content: mailText('e') },
      { name: 'a', content: mailText('a') },
    ],
    archives: [],
  }
  await expect(home.engine.submit(second.cycleId, onA)).rejects.toMatchObject({ code: 'storage' })
  await home.engine.begin('consolidate', EXECUTOR)
  const failed = (await home.engine.cycles()).find(({ id }) => id === second.cycleId)!
  expect(failed).toMatchObject({ status: 'failed', did: [{ name: 'e' }] })
  expect((await home.undo(second.cycleId)).undone).toEqual([{ name: 'e', what: 'archived' }])
})

test('a pass whose own notes cannot be kept has applied what it applied, and says so to the same answer', async () => {
  const broken = new SkillError('storage', 'the disk is full', 'Free some space.')
  const home = await opened({ passes: (shelf) => [scriptedPass(shelf, { done: () => Promise.reject(broken) })] })
  const output = { saves: [{ name: 'mail', content: mailText('New.') }], archives: [] }
  const { cycleId } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  await expect(home.engine.submit(cycleId, output)).rejects.toMatchObject({ code: 'storage' })
  expect((await home.engine.submit(cycleId, output)).applied).toHaveLength(1)
})
