// What a person gets back by undoing a cycle: exactly what it changed, and nothing that anybody did since is lost.
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import {
  CLIENT,
  type CycleHome,
  type CycleHomeOptions,
  contentOf,
  EXECUTOR,
  mailText,
  openCycleHome,
  PERSON,
} from '../support/cycle-home.ts'
import { put, skillPath } from '../support/file-store.ts'
import { type ScriptedOutput, scriptedPass } from '../support/scripted-pass.ts'
import { tempHome } from '../support/temp-home.ts'

async function opened(options: CycleHomeOptions = {}) {
  const layout = tempHome()
  const home = await openCycleHome(layout, options)
  onTestFinished(home.close)
  for (const name of ['mail', 'post', 'tea'])
    await home.library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
  await home.library.save('letter', { content: mailText('By a person.') }, PERSON)
  return { ...home, layout }
}

async function ran(home: CycleHome, output: ScriptedOutput): Promise<string> {
  const { cycleId } = (await home.engine.begin('consolidate', EXECUTOR, { force: true })).order!
  const report = await home.engine.submit(cycleId, output)
  expect(report.refused).toEqual([])
  return cycleId
}
const saves = (...items: [name: string, line: string][]): ScriptedOutput => ({
  saves: items.map(([name, line]) => ({ name, content: mailText(line) })),
  archives: [],
})

test('all that a cycle did comes back, and what it did not touch stays: texts, a draft, a new skill, an archived one', async () => {
  const home = await opened()
  const id = await ran(home, {
    ...saves(['mail', 'New.'], ['letter', 'New.'], ['stamps', 'New.']),
    archives: [{ name: 'post', into: 'mail' }],
  })
  await home.library.save('tea', { content: mailText('Since then.') }, CLIENT)
  expect(await home.undo(id)).toEqual({
    undone: [
      { name: 'post', what: 'restored' },
      { name: 'stamps', what: 'archived' },
      { name: 'letter', what: 'draft let go' },
      { name: 'mail', what: 'restored' },
    ],
    refused: [],
  })
  expect(await contentOf(home, 'mail')).toBe(mailText('By mail.'))
  expect(await contentOf(home, 'post')).toBe(mailText('By post.'))
  expect(await contentOf(home, 'stamps')).toBe(undefined)
  expect(await contentOf(home, 'letter')).toBe(mailText('By a person.'))
  expect(await contentOf(home, 'tea')).toBe(mailText('Since then.'))
  expect((await home.store.record('letter'))!.draft).toBe(null)
  expect((await home.store.record('post'))!.supersededBy).toBe(null)
  expect((await home.engine.cycles())[0]!.status).toBe('undone')
})

test('a second undo is a conflict, as is the undo of a cycle that changed nothing; nobody but a person may undo', async () => {
  const home = await opened()
  const id = await ran(home, saves(['mail', 'New.']))
  const { cycleId: empty } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  for (const actor of ['agent', 'model', 'system', 'installer'] as const) {
    await expect(home.undo(id, { ...CLIENT, actor })).rejects.toMatchObject({ code: 'refused' })
  }
  expect(await contentOf(home, 'mail')).toBe(mailText('New.'))
  await home.undo(id)
  const before = readFileSync(home.layout.cycles, 'utf8')
  const conflict = { code: 'conflict', message: `cycle ${id} is undone already` }
  await expect(home.undo(id)).rejects.toMatchObject(conflict)
  await expect(home.undo(empty)).rejects.toMatchObject({ message: `cycle ${empty} changed nothing` })
  await expect(home.undo('none')).rejects.toMatchObject({ code: 'not-found' })
  expect(readFileSync(home.layout.cycles, 'utf8')).toBe(before)
  await expect(home.engine.submit(id, saves(['mail', 'New.']))).rejects.toMatchObject({ code: 'conflict' })
})

test('what was written elsewhere in the same text since then is kept', async () => {
  const home = await opened()
  const text = (...lines: string[]) => ['# Mail', ...lines].map((line) => `${line}\n\n`).join('')
  await home.library.save('mail', { content: text('One.', 'Two.', 'Three.', 'Four.') }, CLIENT)
  const id = await ran(home, {
    saves: [{ name: 'mail', content: text('One, by a model.', 'Two.', 'Three.', 'Four.') }],
    archives: [],
  })
  await home.library.save('mail', { content: text('One, by a model.', 'Two.', 'Three.', 'Four, since then.') }, CLIENT)
  expect((await home.undo(id)).undone).toEqual([{ name: 'mail', what: 'restored' }])
  expect(await contentOf(home, 'mail')).toBe(text('One.', 'Two.', 'Three.', 'Four, since then.'))
})

test('what was changed again at the same place is refused alone, and can be undone once it is out of the way', async () => {
  const home = await opened()
  const id = await ran(home, saves(['mail', 'New.'], ['tea', 'New.']))
  await home.library.save('mail', { content: mailText('New, and changed again.') }, CLIENT)
  const report = await home.undo(id)
  expect(report.undone).toEqual([{ name: 'tea', what: 'restored' }])
  expect(report.refused).toMatchObject([{ name: 'mail', reason: expect.stringContaining('changed again') }])
  expect(await contentOf(home, 'mail')).toBe(mailText('New, and changed again.'))
  await home.library.undo('mail', 3, PERSON)
  expect(await home.undo(id)).toEqual({
    undone: [
      { name: 'tea', what: 'nothing to undo' },
      { name: 'mail', what: 'restored' },
    ],
    refused: [],
  })
  expect(await contentOf(home, 'mail')).toBe(mailText('By mail.'))
})

test('a new skill that was changed since, also by hand, is left to the person', async () => {
  const home = await opened()
  const id = await ran(home, saves(['stamps', 'New.'], ['labels', 'New.']))
  await home.library.save('stamps', { content: mailText('Better.') }, CLIENT)
  const path = skillPath(home.layout, 'labels')
  put(path, readFileSync(path, 'utf8').replace('New.', 'By hand.'))
  const { undone, refused } = await home.undo(id)
  expect([undone, refused.map(({ name }) => name)]).toEqual([[], ['labels', 'stamps']])
  expect(await contentOf(home, 'stamps')).toBe(mailText('Better.'))
  expect(await contentOf(home, 'labels')).toBe(mailText('By hand.'))
})

test('a draft that a person has accepted or let go is not touched', async () => {
  const home = await opened()
  await home.library.save('card', { content: mailText('By a person.') }, PERSON)
  const id = await ran(home, saves(['letter', 'New.'], ['card', 'New.']))
  await home.review.approve('letter', (await home.review.look('letter')).hash, PERSON)
  await home.review.reject('card', { note: 'no', draft: 'discard' }, PERSON)
  const { undone, refused } = await home.undo(id)
  expect(undone).toEqual([{ name: 'card', what: 'nothing to undo' }])
  expect(refused).toMatchObject([{ name: 'letter', reason: expect.stringContaining('accepted its draft') }])
  expect(await contentOf(home, 'letter')).toBe(mailText('New.'))
  expect((await home.store.record('letter'))!.approval).not.toBe(null)
})

test('what a person archived after all, or brought back and changed, stays as the person has it', async () => {
  const home = await opened()
  const id = await ran(home, {
    ...saves(['mail', 'New.']),
    archives: [
      { name: 'post', into: 'mail' },
      { name: 'tea', into: 'mail' },
    ],
  })
  await home.library.restore('post', undefined, PERSON)
  await home.library.save('post', { content: mailText('Changed.') }, PERSON)
  await home.library.restore('tea', undefined, PERSON)
  await home.library.archive('tea', PERSON)
  const { undone, refused } = await home.undo(id)
  expect([undone.map(({ what }) => what), refused]).toEqual([['nothing to undo', 'nothing to undo', 'restored'], []])
  expect(await contentOf(home, 'post')).toBe(mailText('Changed.'))
  expect(await contentOf(home, 'tea')).toBe(undefined)
})

test('of two cycles that did the same, each takes back its own', async () => {
  const home = await opened({ gate: 'open' })
  const archiving = (line: string) => ({ ...saves(['mail', line]), archives: [{ name: 'post', into: 'mail' }] })
  const first = await ran(home, archiving('First.'))
  await home.library.restore('post', undefined, PERSON)
  const second = await ran(home, archiving('Second.'))
  const { undone } = await home.undo(first)
  expect(undone[0]).toEqual({ name: 'post', what: 'nothing to undo' })
  expect(await contentOf(home, 'post')).toBe(undefined)
  expect((await home.undo(second)).undone[0]).toEqual({ name: 'post', what: 'restored' })
})

test.each(['candidate', 'verified', 'released', 'deprecated'] as const)(
  'a skill that was %s when it was archived is so again, with its approval',
  async (lifecycle) => {
    const home = await opened({ gate: 'open' })
    const { review } = home
    if (lifecycle === 'verified' || lifecycle === 'released') {
      await review.approve('post', (await review.look('post')).hash, PERSON)
    }
    if (lifecycle === 'released') await review.step('post', 'promote', PERSON)
    if (lifecycle === 'deprecated') await review.step('post', 'deprecate', PERSON)
    const before = (await home.store.record('post'))!
    expect(before.lifecycle).toBe(lifecycle)
    const id = await ran(home, { ...saves(['mail', 'New.']), archives: [{ name: 'post', into: 'mail' }] })
    await home.undo(id)
    const after = (await home.store.record('post'))!
    expect([after.lifecycle, after.approval, after.origin]).toEqual([lifecycle, before.approval, before.origin])
    expect(await contentOf(home, 'post')).toBe(mailText('By post.'))
  },
)

test('a text that stood already is no change of a cycle, and no version of others is taken back', async () => {
  const layout = tempHome()
  const home = await openCycleHome(layout, {
    gate: 'open',
    passes: (shelf) => [
      scriptedPass(shelf, {
        judge: (_, { seen }) => {
          const patch = { content: mailText('By a person.') }
          const change = { kind: 'save' as const, name: 'letter', base: seen.letter!, patch, from: [], reason: 'again' }
          return [{ kind: 'apply', change }]
        },
      }),
    ],
  })
  onTestFinished(home.close)
  await home.library.save('letter', { content: mailText('At first.') }, PERSON)
  await home.library.save('letter', { content: mailText('By a person.') }, PERSON)
  const { cycleId } = (await home.engine.begin('consolidate', EXECUTOR)).order!
  const report = await home.engine.submit(cycleId, { saves: [], archives: [] })
  expect([report.applied, report.refused.map(({ reason }) => reason)]).toEqual([
    [],
    ['it would change nothing of "letter"'],
  ])
  await expect(home.undo(cycleId)).rejects.toMatchObject({ code: 'conflict' })
  expect(await contentOf(home, 'letter')).toBe(mailText('By a person.'))
})
