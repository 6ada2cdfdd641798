// Goal: a reader of a skill that was placed by hand, and changed by hand before the reader saves, is told, whichever
// process it saves through; and what it read can come back.
import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readHistory } from '../../src/library/history.ts'
import { skillJson } from '../support/builders.ts'
import { put, skillPath } from '../support/file-store.ts'
import { AGENT, OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

test('a save under the version that was read conflicts with a hand edit, also after a restart', async () => {
  const layout = tempHome()
  put(skillPath(layout, 'mail'), skillJson('mail', 'As placed.'))
  const reader = await openLibrary(layout)
  expect((await reader.library.load('mail')).version).toBe(1)
  put(skillPath(layout, 'mail'), skillJson('mail', 'As edited by hand.'))
  const restarted = await openLibrary(layout)
  const save = restarted.library.save('mail', { content: 'As the agent has it.' }, AGENT, { expectedVersion: 1 })
  await expect(save).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('was read at version 1 but is at version 2'),
  })
  expect((await restarted.library.get('mail')).skill.content).toBe('As edited by hand.')
  await restarted.library.restore('mail', 1, OPERATOR)
  expect((await restarted.library.get('mail')).skill.content).toBe('As placed.')
})

test('loading writes the record once and leaves the file alone; looking writes nothing', async () => {
  const layout = tempHome()
  put(skillPath(layout, 'mail'), skillJson('mail', 'As placed.'))
  const { library, store } = await openLibrary(layout)
  const before = await store.stamp('mail')
  await library.get('mail')
  expect(existsSync(layout.records)).toBe(false)
  await library.load('mail')
  await library.load('mail')
  expect(await store.stamp('mail')).toBe(before)
  const { origin, lifecycle, versions } = await readHistory(store, 'mail')
  expect([origin, lifecycle, versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)]).toEqual([
    'human',
    'released',
    ['1 hand-edited by operator'],
  ])
})

test('where no record can be written the skill is read all the same', async () => {
  const layout = tempHome()
  put(skillPath(layout, 'mail'), skillJson('mail', 'As placed.'))
  const { library } = await openLibrary(layout)
  // A file where the folder should be refuses root too.
  writeFileSync(layout.cortex, '')
  expect((await library.load('mail')).skill.content).toBe('As placed.')
})
