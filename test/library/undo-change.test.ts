// Goal: an undo reads what a version changed from the real history, and lands as a version that every process sees.
import { expect, test } from 'vitest'
import { createChanger } from '../../src/library/change-skill.ts'
import { readHistory } from '../../src/library/history.ts'
import { undoChange } from '../../src/library/undo-change.ts'
import { skillJson } from '../support/builders.ts'
import { put, skillPath } from '../support/file-store.ts'
import { AGENT, OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

async function opened() {
  const layout = tempHome()
  const home = await openLibrary(layout)
  const { store, shelf, journal, library, log } = home
  const more = {
    appendLedger: journal.appendLedger,
    lostOrigin: () => 'human' as const,
    gate: 'open' as const,
    isShipped: () => false,
  }
  const change = createChanger({ ...{ store, shelf, log, ...more }, now: () => new Date() })
  const undo = (version: number, caller = OPERATOR) => undoChange({ store, shelf, change }, 'mail', version, caller)
  const save = (content: string) => library.save('mail', { content }, AGENT)
  const contentNow = async () => (await library.get('mail')).skill.content
  return { ...home, layout, undo, save, contentNow }
}

test('takes one version back, writes down who did it, and keeps what came after', async () => {
  const { undo, save, contentNow, journal, store } = await opened()
  for (const content of ['a\n', 'a\nb\n', 'a\nb\nc\n']) await save(content)
  expect(await undo(2)).toMatchObject({ name: 'mail', version: 4, changed: true, now: { content: 'a\nc\n' } })
  expect(await contentNow()).toBe('a\nc\n')
  expect((await readHistory(store, 'mail')).versions.at(-1)).toMatchObject({ cause: 'restored', actor: 'operator' })
  const { events } = await journal.readLedger(0)
  expect(events.at(-1)).toMatchObject({ event: 'skill-restored', actor: 'operator', name: 'mail', version: 4 })
})

test('an undo that changes nothing writes nothing', async () => {
  const { undo, save, journal } = await opened()
  for (const content of ['a\n', 'a\nb\n', 'a\n']) await save(content)
  const before = (await journal.readLedger(0)).events.length
  expect(await undo(2)).toMatchObject({ version: 3, changed: false })
  expect((await journal.readLedger(0)).events).toHaveLength(before)
})

test('a hand edit that nobody looked at yet can be taken back', async () => {
  const { undo, save, contentNow, layout } = await opened()
  await save('a\n')
  put(skillPath(layout, 'mail'), skillJson('mail', 'by hand\n'))
  expect(await undo(2)).toMatchObject({ version: 3, changed: true })
  expect(await contentNow()).toBe('a\n')
})

test.each<[title: string, version: number, caller: typeof AGENT, expected: object]>([
  ['an agent may not', 2, AGENT, { code: 'needs-person' }],
  ['the version that made it', 1, OPERATOR, { code: 'refused', fix: expect.stringContaining('archive') }],
  ['a version that never was', 9, OPERATOR, { code: 'not-found', fix: 'Versions kept: 1, 2, 3.' }],
  ['a version that was changed again', 2, OPERATOR, { code: 'conflict', message: expect.stringContaining('line 1') }],
])('refused, and everything stands: %s', async (_, version, caller, expected) => {
  const { undo, save, contentNow } = await opened()
  for (const content of ['one\n', 'two\n', 'three\n']) await save(content)
  await expect(undo(version, caller)).rejects.toMatchObject(expected)
  expect(await contentNow()).toBe('three\n')
})

test('the oldest version that is kept cannot be undone, because nobody knows what it changed', async () => {
  const { undo, save } = await opened()
  for (let i = 1; i <= 22; i++) await save(`text ${i}\n`)
  await expect(undo(3)).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('was not kept') })
})

test('a version whose former text nobody kept is refused with what is known', async () => {
  const { undo, layout, shelf } = await opened()
  put(skillPath(layout, 'mail'), skillJson('mail', 'a\n'))
  await shelf.look('mail')
  put(skillPath(layout, 'mail'), skillJson('mail', 'b\n'))
  await expect(undo(2)).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('version 1') })
})
