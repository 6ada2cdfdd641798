// Goal: skills in mounted folders come up in hooks from the snapshot, as long as they are mounted and their files stand; a
// hook reads no SKILL.md for that.
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Mount } from '../../src/domain/mount.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openHookIndex, readHookLibrary } from '../../src/hooks/hook-library.ts'
import { folderWith, skillMd } from '../packages/package-folders.ts'
import { put } from '../support/file-store.ts'
import { remount } from '../support/mounted.ts'
import { writeSkill } from '../support/written-skills.ts'
import { homeOf, hookArgs, hooksOn, keepSnapshot, runHook, sessionLines } from './hook-home.ts'

const MESSAGE = 'calibrate the telescope'

let folder: string
let layout: HomeLayout
const mount = (more: Partial<Mount> = {}): Mount => ({ path: folder, source: 'claude', ...more })

beforeEach(async () => {
  folder = folderWith({
    'telescope/SKILL.md': skillMd('telescope', '# Telescope\n\nCalibrate the telescope by its screws.\n'),
    'pdf/SKILL.md': skillMd('pdf', '# PDF\n\nMerge scanned files.\n'),
    'pdf/scripts/merge.py': 'x',
  })
  layout = homeOf([{ name: 'mail', content: '# Mail\n\nSend an email.\n', summary: 'Send email to a customer' }])
  await remount(layout, [mount({ client: 'claude-code' })])
})

const names = () => hooksOn(layout).names(undefined, MESSAGE)

async function startIndex(client: 'claude' | 'cursor'): Promise<string[]> {
  const out = await hooksOn(layout, { client }).run('session-start', { source: 'startup' })
  return [...out.matchAll(/\\n- (\S+?):/g)].map((match) => match[1]!)
}

async function seen() {
  const { cards, changed, gone } = await readHookLibrary(layout, () => {})
  return { cards: [...cards.keys()].sort(), changed: [...changed.keys()], gone }
}

test('they come up with a message and at the start, without a file of theirs being read', async () => {
  await keepSnapshot(layout)
  expect(await seen()).toEqual({ cards: ['mail', 'pdf', 'telescope'], changed: [], gone: [] })
  expect(await names()).toEqual(['telescope'])
  const run = await runHook(hookArgs('prompt', 'claude', layout), { prompt: MESSAGE })
  expect(run.out).toContain('telescope: Does telescope')
})

test('the client that reads the folder itself is not told of them at the start, and is with a message', async () => {
  await keepSnapshot(layout)
  expect([await startIndex('claude'), await startIndex('cursor')]).toEqual([['mail'], ['mail', 'pdf', 'telescope']])
  expect(await hooksOn(layout, { client: 'claude' }).names(undefined, MESSAGE)).toEqual(['telescope'])
})

test('one whose text has changed is told by its former words, until the next snapshot', async () => {
  await keepSnapshot(layout)
  writeFileSync(join(folder, 'telescope/SKILL.md'), skillMd('telescope', '# Telescope\n\nWash the windows.\n'))
  expect((await seen()).gone).toEqual([])
  expect(await names()).toEqual(['telescope'])
  await keepSnapshot(layout)
  expect(await hooksOn(layout).names(undefined, 'wash the windows')).toEqual(['telescope'])
})

const GONE: [what: string, how: () => unknown, left: string[]][] = [
  ['its package is removed', () => rmSync(join(folder, 'telescope'), { recursive: true }), ['mail', 'pdf']],
  ['the folder is away', () => renameSync(folder, `${folder}-away`), ['mail']],
  ['the folder is unmounted', () => remount(layout, []), ['mail']],
  ['another folder is mounted in its place', () => remount(layout, [mount({ path: `${folder}-2` })]), ['mail']],
  ['the list of mounts cannot be read', () => put(layout.mounts, '[{'), ['mail']],
  ['the list of mounts is no list', () => put(layout.mounts, '{"path": "/"}'), ['mail']],
  [
    'a link stands in the place of its text',
    () => {
      rmSync(join(folder, 'telescope/SKILL.md'))
      symlinkSync(join(folder, 'pdf/SKILL.md'), join(folder, 'telescope/SKILL.md'))
    },
    ['mail', 'pdf'],
  ],
]

test.each(GONE)('it does not come up once %s', async (_, how, left) => {
  await keepSnapshot(layout)
  expect(await names()).toEqual(['telescope'])
  await how()
  expect((await seen()).cards).toEqual(left)
  expect(await names()).toEqual([])
})

test('a skill that the library has by now comes in its place', async () => {
  await keepSnapshot(layout)
  writeSkill(layout.home, 'telescope', '# Telescope\n', { summary: 'Sell the telescope' })
  expect(await seen()).toMatchObject({ changed: ['telescope'], gone: [] })
  expect(await hooksOn(layout).block(undefined, 'sell the telescope')).toContain('telescope: Sell the telescope')
})

test('from a snapshot of the other engine they are found by what is shown of them', async () => {
  await keepSnapshot(layout, { engine: 'wink' })
  const library = await readHookLibrary(layout, () => {})
  const { hits } = openHookIndex(layout, library).search('does telescope', 5)
  expect(hits.map(({ name }) => name)).toEqual(['telescope'])
})

test('without a snapshot the skills of the library come up, and the hook is no slower to say so', async () => {
  expect(await seen()).toMatchObject({ cards: ['mail'], gone: [] })
})

test('what an agent reports of one is noted with its name', async () => {
  await keepSnapshot(layout)
  const report = (name: string) =>
    hooksOn(layout).run('tool', {
      ...{ session_id: 's', tool_name: 'mcp__skill-cortex__report_outcome' },
      tool_input: { name, outcome: 'success' },
    })
  await report('telescope')
  await report('nosuch')
  expect(sessionLines(layout, 's').map(({ skill }) => skill)).toEqual(['telescope', undefined])
})

test('a hundred of them are there at the cost of one look at each', async () => {
  folderWith(
    Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`skill-${i}/SKILL.md`, skillMd(`skill-${i}`)])),
    folder,
  )
  await keepSnapshot(layout)
  const { cards, changed } = await seen()
  expect([cards.length, changed]).toEqual([103, []])
})
