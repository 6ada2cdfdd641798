// Goal: what is shown equals what is on disk after each look, and each change is told once.
// Method: files changed by hand in a real home, then one look around.
import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { skillJson } from '../support/builders.ts'
import { put, skillPath, storeOn } from '../support/file-store.ts'
import { AGENT, OPERATOR, type OpenLibrary, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

const byHand = (layout: HomeLayout, name: string, content: string) =>
  put(skillPath(layout, name), skillJson(name, content))
const swap = (layout: HomeLayout, skills: Record<string, string>) => {
  renameSync(layout.skills, `${layout.skills}-old`)
  for (const [name, content] of Object.entries(skills)) byHand(layout, name, content)
}
const linkInstead = (path: string) => {
  put(path, undefined)
  symlinkSync('/etc/hostname', path)
}

async function homeWith(...names: string[]) {
  const layout = tempHome()
  for (const name of names) byHand(layout, name, `About ${name}.`)
  return { layout, ...(await openLibrary(layout)) }
}

describe('a look around sees', () => {
  type Row = { title: string; change: (layout: HomeLayout) => void; shown: string[]; told: string[] }
  const ROWS: Row[] = [
    { title: 'nothing where nothing changed', change: () => {}, shown: ['a', 'b/c'], told: [] },
    { title: 'a new file', change: (l) => byHand(l, 'new', 'x'), shown: ['a', 'b/c', 'new'], told: ['new'] },
    { title: 'an edited file', change: (l) => byHand(l, 'a', 'Edited.'), shown: ['a', 'b/c'], told: ['a'] },
    { title: 'a removed file', change: (l) => put(skillPath(l, 'a'), undefined), shown: ['b/c'], told: ['a'] },
    { title: 'a damaged file', change: (l) => put(skillPath(l, 'a'), '{'), shown: ['b/c'], told: ['a'] },
    {
      title: 'a file moved to another name, which its text does not say',
      change: (l) => renameSync(skillPath(l, 'a'), skillPath(l, 'z')),
      shown: ['b/c'],
      told: ['a'],
    },
    {
      title: 'a rival that differs in case',
      change: (l) => put(join(l.skills, 'A.json'), skillJson('a', 'Rival.')),
      shown: ['b/c'],
      told: ['a'],
    },
    {
      title: 'a file written anew with the same bytes',
      change: (l) => byHand(l, 'a', 'About a.'),
      shown: ['a', 'b/c'],
      told: [],
    },
    {
      title: 'the whole folder swapped for another',
      change: (l) => swap(l, { 'b/c': 'Swapped.', d: 'x' }),
      shown: ['b/c', 'd'],
      told: ['a', 'b/c', 'd'],
    },
    { title: 'the folder gone', change: (l) => renameSync(l.skills, `${l.skills}-old`), shown: [], told: ['a', 'b/c'] },
  ]

  test.each(ROWS)('$title', async ({ change, shown, told }) => {
    const { layout, shelf, facts } = await homeWith('b/c', 'a')
    facts.length = 0
    change(layout)
    await shelf.lookAround()
    expect(shelf.entries().map((entry) => entry.skill.name)).toEqual(shown)
    expect(shelf.size()).toBe(shown.length)
    expect([...facts].sort()).toEqual(told)
    await shelf.lookAround()
    expect(facts).toHaveLength(told.length)
  })
})

describe('a file that cannot be served', () => {
  type Row = { title: string; damage: (layout: HomeLayout) => void; fault: string }
  const ROWS: Row[] = [
    { title: 'is broken', damage: (l) => put(skillPath(l, 'a'), '{\n"name"'), fault: 'json-syntax skills/a.json:2' },
    {
      title: 'is no UTF-8',
      damage: (l) => put(skillPath(l, 'a'), Buffer.from(skillJson('a', 'Gr\u00fc\u00dfe'), 'latin1')),
      fault: 'file-unreadable skills/a.json',
    },
    {
      title: 'is huge',
      damage: (l) => put(skillPath(l, 'a'), ' '.repeat(9 * 1024 * 1024)),
      fault: 'file-unreadable skills/a.json',
    },
    {
      title: 'is contested',
      damage: (l) => put(join(l.skills, 'A.json'), '{}'),
      fault: 'contested-name skills/A.json,contested-name skills/a.json',
    },
    {
      title: 'is a link',
      damage: (l) => linkInstead(skillPath(l, 'a')),
      fault: 'file-link skills/a.json',
    },
  ]

  test.each(ROWS)(
    'because it $title is said, by every way of asking, and mended by a good one',
    async ({ damage, fault }) => {
      const { layout, shelf, library } = await homeWith('a', 'b')
      damage(layout)
      await shelf.lookAround()
      const faults = shelf.faults('a').map((d) => `${d.code} ${d.file}${d.line === undefined ? '' : `:${d.line}`}`)
      expect(faults.sort().join()).toBe(fault)
      expect(shelf.diagnostics()).toEqual(expect.arrayContaining(shelf.faults('a')))
      await expect(library.get('a')).rejects.toMatchObject({ code: 'damaged' })
      expect(shelf.entries().map((entry) => entry.skill.name)).toEqual(['b'])
      await expect(library.save('a', { content: 'New.' }, AGENT)).rejects.toMatchObject({ code: /damaged|too-large/ })
      renameSync(layout.skills, `${layout.skills}-old`)
      byHand(layout, 'a', 'Mended.')
      await shelf.lookAround()
      expect((await library.get('a')).skill.content).toBe('Mended.')
      expect(shelf.diagnostics()).toEqual([])
    },
  )

  test('from the start does not keep the others from being served', async () => {
    const layout = tempHome()
    byHand(layout, 'good', 'x')
    put(skillPath(layout, 'bad'), '{')
    put(join(layout.records, 'good.json'), 'x'.repeat(5 * 1024 * 1024))
    mkdirSync(skillPath(layout, 'folder'), { recursive: true })
    const { shelf } = await openLibrary(layout)
    expect(shelf.entries().map((entry) => entry.skill.name)).toEqual(['good'])
    expect(shelf.faults('bad')).toMatchObject([{ code: 'json-syntax' }])
  })
})

describe('what is saved at the worst moment', () => {
  /** Does `work` once, after the store has answered `moment` and before the shelf hears of it. */
  async function openWith(moment: 'list' | 'read', work: (other: OpenLibrary) => Promise<unknown>) {
    const layout = tempHome()
    const other = await openLibrary(layout)
    const store = storeOn(layout)
    let pending = false
    const then = async <T>(answer: Promise<T>) => {
      const known = await answer
      if (pending) {
        pending = false
        await work(other)
      }
      return known
    }
    const interrupted =
      moment === 'list' ? { list: () => then(store.list()) } : { read: (name: string) => then(store.read(name)) }
    const open = await openLibrary(layout, { store: { ...store, ...interrupted } })
    const arm = () => {
      pending = true
    }
    return { other, open, arm }
  }

  test('a new skill, after everything was listed, stays on the shelf', async () => {
    const { open, arm } = await openWith(
      'list',
      async () => void (await open.library.save('late', { content: 'x' }, AGENT)),
    )
    arm()
    await open.shelf.lookAround()
    expect(open.shelf.entry('late')?.skill.name).toBe('late')
  })

  test.each<[title: string, work: (other: OpenLibrary) => Promise<unknown>, shown: object | undefined]>([
    [
      'a newer text is what is shown',
      ({ library }) => library.save('mail', { content: 'Three.' }, AGENT),
      { version: 3, skill: { content: 'Three.' } },
    ],
    ['an archived skill is not', ({ library }) => library.archive('mail', AGENT), undefined],
  ])('after the file was read and before its record: %s', async (_, work, shown) => {
    const { open, other, arm } = await openWith('read', work)
    await other.library.save('mail', { content: 'One.' }, AGENT)
    await open.shelf.look('mail')
    await other.library.save('mail', { content: 'Two.' }, AGENT)
    arm()
    const entry = await open.shelf.look('mail')
    if (shown === undefined) expect(entry).toBeUndefined()
    else expect(entry).toMatchObject(shown)
  })
})

test('those who ask during a look share the one after it', async () => {
  const { layout, shelf } = await homeWith('a')
  const first = shelf.lookAround()
  byHand(layout, 'late', 'x')
  const during = [shelf.lookAround(), shelf.lookAround()]
  expect(during[0]).toBe(during[1])
  await Promise.all([first, ...during])
  expect(shelf.entry('late')?.skill.name).toBe('late')
})

test("a person's no is told, here and in another process, and what it is of no longer comes up unasked", async () => {
  const layout = tempHome()
  const open = await openLibrary(layout, { gate: 'guarded' })
  await open.library.save('mail', { content: 'One.' }, AGENT)
  const other = await openLibrary(layout, { gate: 'guarded' })
  const listed = ({ shelf, standings }: OpenLibrary) => standings.markOf(shelf.entry('mail')!).listed
  expect([listed(open), listed(other)]).toEqual([true, true])
  for (const { facts } of [open, other]) facts.length = 0
  await open.review.reject('mail', { note: 'too broad', draft: 'keep' }, OPERATOR)
  await other.shelf.look('mail')
  expect([open.facts, other.facts]).toEqual([['mail'], ['mail']])
  expect([listed(open), listed(other)]).toEqual([false, false])
})

test('a fault is told when it appears, and not at every look', async () => {
  const { layout, shelf, faults } = await homeWith('a')
  const lookTwice = async () => {
    await shelf.lookAround()
    await shelf.lookAround()
  }
  put(skillPath(layout, 'a'), '{')
  put(join(layout.skills, 'My Plan.json'), '{}')
  await lookTwice()
  expect([...faults].sort()).toEqual(['skills/My Plan.json bad-path', 'skills/a.json json-syntax'])
  byHand(layout, 'a', 'Mended.')
  await lookTwice()
  put(skillPath(layout, 'a'), '{')
  await lookTwice()
  expect(faults.slice(2)).toEqual(['skills/a.json json-syntax'])
})
