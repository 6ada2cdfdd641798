// A cycle that was cut off while it was carried out: whoever comes next goes on with what was let through, once; where that
// cannot be, it has failed, and what it did can be taken back.
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { SkillError } from '../../src/domain/skill-error.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { CLIENT, contentOf, EXECUTOR, mailText, openCycleHome, PERSON } from '../support/cycle-home.ts'
import { put, skillPath } from '../support/file-store.ts'
import { tempHome } from '../support/temp-home.ts'

const OUTPUT = {
  saves: ['mail', 'tea', 'new'].map((name) => ({ name, content: mailText('New.') })),
  archives: [
    { name: 'post', into: 'mail' },
    { name: 'mail', into: 'mail' },
  ],
}

async function open(layout: HomeLayout, stopsAt?: string) {
  const full = new SkillError('storage', 'the disk is full', 'Free some space.')
  const guard = async ({ name }: { name: string }) => {
    if (name === stopsAt) throw full
    return undefined
  }
  const home = await openCycleHome(layout, { guard })
  onTestFinished(home.close)
  return home
}

/** A home on which the disk refused at the second of four changes. */
async function cutOff() {
  const layout = tempHome()
  const home = await open(layout, 'tea')
  for (const name of ['mail', 'post', 'tea'])
    await home.library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
  const { cycleId } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  await expect(home.engine.submit(cycleId, OUTPUT)).rejects.toMatchObject({ code: 'storage' })
  expect((await home.engine.cycles())[0]).toMatchObject({ status: 'applying', did: [{ name: 'mail' }] })
  return { layout, cycleId }
}

test.each(['the same answer', 'the next order', 'giving it up'])(
  '%s has the rest carried out, and the report says all',
  async (how) => {
    const { layout, cycleId } = await cutOff()
    const home = await open(layout)
    if (how === 'the next order') await home.engine.begin('consolidate', EXECUTOR)
    if (how === 'giving it up') await home.engine.abandon(cycleId, 'no answer came')
    const report = await home.engine.submit(cycleId, OUTPUT)
    expect(report.applied.map(({ kind, name, version }) => `${kind} ${name} ${version}`)).toEqual([
      'save mail 2',
      'save tea 2',
      'save new 1',
      'archive post 1',
    ])
    expect(report.refused).toMatchObject([{ name: 'mail', reason: '"mail" cannot take its own place' }])
    expect((await home.engine.cycles()).find(({ id }) => id === cycleId)).toMatchObject({ status: 'applied', report })
    expect((await home.store.record('mail'))!.versions).toHaveLength(2)
    expect(readFileSync(layout.cyclePlan, 'utf8')).toBe('{"id":"","verdicts":[]}')
  },
)

test('what was edited before it went on is kept, and said to be refused', async () => {
  const { layout, cycleId } = await cutOff()
  const home = await open(layout)
  const path = skillPath(layout, 'tea')
  put(path, readFileSync(path, 'utf8').replace('By tea.', 'By hand.'))
  await home.library.save('mail', { content: mailText('New, and more.') }, CLIENT)
  const report = await home.engine.submit(cycleId, OUTPUT)
  expect(report.refused.map(({ name }) => name)).toEqual(['mail', 'tea'])
  expect(await contentOf(home, 'tea')).toBe(mailText('By hand.'))
  expect(await contentOf(home, 'mail')).toBe(mailText('New, and more.'))
})

test.each<[what: string, text: string | undefined]>([
  ['is gone', undefined],
  ['is no JSON', '{"id":'],
  ['is of another cycle', '{"id":"other","verdicts":[]}'],
  ['has another form', '{"id":"other","verdicts":[{"kind":"apply","change":{"kind":"delete","name":"tea"}}]}'],
])('a cycle whose plan %s has failed; nobody is kept waiting, and what it did can be undone', async (_, text) => {
  const { layout, cycleId } = await cutOff()
  put(layout.cyclePlan, text)
  const home = await open(layout)
  expect((await home.engine.begin('consolidate', EXECUTOR)).order).toBeDefined()
  const cycle = (await home.engine.cycles()).find(({ id }) => id === cycleId)
  expect(cycle).toMatchObject({ status: 'failed', reason: expect.stringContaining('what was left to do is lost') })
  await expect(home.engine.submit(cycleId, OUTPUT)).rejects.toMatchObject({ code: 'conflict' })
  expect((await home.undo(cycleId)).undone).toEqual([{ name: 'mail', what: 'restored' }])
  expect(await contentOf(home, 'mail')).toBe(mailText('By mail.'))
})

test('a disk that refuses the same change again fails the cycle and holds up no other', async () => {
  const { layout, cycleId } = await cutOff()
  const home = await open(layout, 'tea')
  const next = (await home.engine.begin('consolidate', EXECUTOR)).order!
  const cycle = (await home.engine.cycles()).find(({ id }) => id === cycleId)
  expect(cycle).toMatchObject({ status: 'failed', reason: expect.stringContaining('the disk is full') })
  expect((await home.engine.submit(next.cycleId, { saves: [], archives: [] })).applied).toEqual([])
})

test('what a person takes back before it went on goes no further', async () => {
  const { layout, cycleId } = await cutOff()
  const home = await open(layout)
  expect((await home.undo(cycleId)).undone).toEqual([{ name: 'mail', what: 'restored' }])
  await home.engine.begin('consolidate', EXECUTOR)
  await expect(home.engine.submit(cycleId, OUTPUT)).rejects.toMatchObject({ code: 'conflict' })
  for (const name of ['mail', 'post', 'tea']) expect(await contentOf(home, name)).toBe(mailText(`By ${name}.`))
  expect(await contentOf(home, 'new')).toBe(undefined)
})

test('a change that another cycle made meanwhile is not taken for its own', async () => {
  const { layout, cycleId } = await cutOff()
  put(layout.cyclePlan, undefined)
  const home = await open(layout)
  const { cycleId: other } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  const saves = [{ name: 'tea', content: mailText('By the other.') }]
  expect((await home.engine.submit(other, { saves, archives: [] })).applied).toHaveLength(1)
  expect((await home.undo(cycleId, PERSON)).undone.map(({ name }) => name)).toEqual(['mail'])
  expect(await contentOf(home, 'tea')).toBe(mailText('By the other.'))
})

test('a fault of ours right after a change was made fails the cycle, and the change can be taken back', async () => {
  const home = await openCycleHome(tempHome(), {
    library: ({ save, archive }) => ({
      archive,
      save: async (...asked) => {
        await save(...asked)
        throw new TypeError('x is not a function')
      },
    }),
  })
  onTestFinished(home.close)
  await home.library.save('mail', { content: mailText('By mail.') }, CLIENT)
  const { cycleId } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  await expect(home.engine.submit(cycleId, { ...OUTPUT, archives: [] })).rejects.toThrow('x is not a function')
  expect((await home.engine.cycles())[0]).toMatchObject({ status: 'failed', did: [{ name: 'mail', version: 2 }] })
  expect((await home.undo(cycleId)).undone).toEqual([{ name: 'mail', what: 'restored' }])
  expect(await contentOf(home, 'mail')).toBe(mailText('By mail.'))
})
