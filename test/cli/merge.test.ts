// Goal: a person sees what a merge would say before it is done, and just that is done.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inProcess } from './in-process.ts'
import { workIn } from './reviewed-home.ts'
import { homeWith, json } from './run-program.ts'

const library = () =>
  homeWith([
    { name: 'tea', summary: 'Make tea', content: '# Tea\n\nBoil the water.\n', createdAt: '2026-11-01T10:00:00.000Z' },
    { name: 'green-tea', summary: 'Make green tea', content: '# Green tea\n\nWait until it is 80 degrees.\n' },
    { name: 'breakfast', summary: 'Make breakfast', content: '# Breakfast\n', seeAlso: ['green-tea'] },
  ])

const stands = (home: string, name: string) => existsSync(join(home, `skills/${name}.json`))

test('--dry-run shows the merged text and changes nothing', async () => {
  const home = library()
  const { exit, out } = await inProcess(['merge', 'tea', 'green-tea', '--dry-run', '--home', home])
  expect([exit, out]).toEqual([
    0,
    expect.stringMatching(
      /^--- SKILL\.md \(tea, now\)\n\+\+\+ SKILL\.md \(tea, merged\)\n[\s\S]*\n\+Wait until it is 80 degrees\.\n\nThen green-tea is archived, superseded by tea; "skill-cortex restore green-tea" brings it back\.\nWhat named it names tea then: breakfast\.\n\nNothing was changed\.\n$/,
    ),
  ])
  expect(stands(home, 'green-tea')).toBe(true)
  expect(await json(['merge', 'tea', 'green-tea', '--dry-run'], home)).toMatchObject({
    ...{ target: 'tea', source: 'green-tea', version: null, changed: false, redirected: ['breakfast'] },
    files: [{ file: 'SKILL.md', hunks: [{ fromLine: 1 }, { fromLine: 8 }] }],
  })
})

test('a yes merges, archives and redirects', async () => {
  const home = library()
  const ask = () => Promise.resolve(true)
  const { exit, out, err } = await inProcess(['merge', 'tea', 'green-tea', '--home', home], { ask, isTerminal: true })
  expect(err).toContain('\n+Wait until it is 80 degrees.\n')
  expect([exit, out]).toEqual([
    0,
    'Merged green-tea into tea (version 2) and archived it.\nWhat named green-tea names tea now: breakfast.\nThe merged text is not approved yet: skill-cortex approve tea\n',
  ])
  expect(stands(home, 'green-tea')).toBe(false)
  const { skill } = (await json(['show', 'breakfast'], home)) as { skill: { seeAlso: string[] } }
  expect(skill.seeAlso).toEqual(['tea'])
})

test('--yes asks nothing, and --json says what was done', async () => {
  const home = library()
  const { out } = await inProcess(['merge', 'tea', 'green-tea', '--yes', '--json', '--home', home])
  expect(JSON.parse(out)).toMatchObject({ target: 'tea', version: 2, changed: true, redirected: ['breakfast'] })
})

test.each<[what: string, args: string[], isTerminal: boolean, exit: number, err: RegExp]>([
  ['nobody to ask', ['tea', 'green-tea'], false, 2, /^bad-input: expected --yes, because there is nobody here/],
  [
    'a no',
    ['tea', 'green-tea'],
    true,
    1,
    /refused: green-tea was not merged into tea: the answer was no\n {2}Nothing was changed\.\n$/,
  ],
  ['itself', ['tea', 'tea'], true, 2, /^bad-input: /],
  ['nobody', ['tea', 'coffee'], true, 1, /^not-found: no skill is named "coffee"/],
  ['no name', ['tea', "a_%'"], true, 2, /^bad-name: /],
])('not merged: %s', async (_, names, isTerminal, exit, err) => {
  const home = library()
  const ended = await inProcess(['merge', ...names, '--home', home], { isTerminal })
  expect([ended.exit, ended.out]).toEqual([exit, ''])
  expect(ended.err).toMatch(err)
  expect(stands(home, 'green-tea')).toBe(true)
})

test('what changes while the person looks is not merged', async () => {
  const home = library()
  const ask = async () => {
    const operator = { actor: 'operator', via: 'test', author: null } as const
    await workIn(home, (app) => app.library.save('green-tea', { content: '# Green tea\n\nAdd salt.\n' }, operator))
    return true
  }
  const { exit, err } = await inProcess(['merge', 'tea', 'green-tea', '--home', home], { ask, isTerminal: true })
  expect([exit, err]).toEqual([
    1,
    expect.stringMatching(/\nconflict: "tea" or "green-tea" has changed while you looked\n/),
  ])
  expect(stands(home, 'green-tea')).toBe(true)
})
