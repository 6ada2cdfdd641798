// Taking back what one version changed, as a person does, on real homes.
import { expect, test } from 'vitest'
import { inProcess } from './in-process.ts'
import { homeWith } from './run-program.ts'
import { homeOf, inHome, lines, NAME, OPERATOR } from './versioned-home.ts'

const run = (home: string, ...args: string[]) => inProcess([...args, '--home', home])
const undo = (home: string, ...args: string[]) => run(home, 'undo', NAME, ...args)
const THREE = [{ content: 'one\nTWO\nthree\n' }, { content: 'one\nTWO\nthree\nfour\n' }]

test('shows what it takes back, and does it', async () => {
  const home = await homeOf(THREE)
  const ended = await undo(home, '2')
  expect(ended).toMatchObject({ exit: 0, err: '' })
  expect([lines(ended.out, '-'), lines(ended.out, '+')]).toEqual([['-TWO'], ['+two']])
  expect(ended.out).toMatch(/\n\nTook back version 2 of mcp\/email: it is version 4 now\.\n$/)
  await inHome(home, async ({ library }) => {
    expect((await library.get(NAME)).skill.content).toBe('one\ntwo\nthree\nfour\n')
  })
  expect((await run(home, 'history', NAME)).out).toMatch(/4 +\S+ +operator +restored .*live/)
  expect(await undo(home, '2')).toMatchObject({ exit: 1, out: expect.stringMatching(/nothing was changed\.\n$/) })
})

test('as JSON', async () => {
  const told = JSON.parse((await undo(await homeOf(THREE), '2', '--json')).out)
  expect(told).toMatchObject({ name: NAME, version: 4, undone: 2, changed: true })
  expect(told.files[0].hunks[0].lines).toEqual(expect.arrayContaining(['-TWO', '+two']))
})

const REFUSED: [version: string, exit: number, err: RegExp][] = [
  ['1', 1, /version 1 made the skill.*archive mcp\/email/s],
  ['2', 1, /changed again since: content line 1 \("three" against "one"\).*Nothing was changed/s],
  ['9', 1, /has no version 9/],
  ['x', 2, /<version>: expected a whole number/],
]
test.each(REFUSED)('version %s is refused', async (version, exit, err) => {
  const home = homeWith([])
  await inHome(home, async ({ library }) => {
    for (const content of ['one\n', 'two\n', 'three\n']) await library.save(NAME, { content }, OPERATOR)
  })
  expect(await undo(home, version)).toMatchObject({ exit, out: '', err: expect.stringMatching(err) })
})
