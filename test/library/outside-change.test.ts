// Goal: a change without us is a version like any other, its author is not mistaken, and a lost record launders nothing.
import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { skillJson } from '../support/builders.ts'
import { put, skillPath } from '../support/file-store.ts'
import { AGENT, type LibraryOptions, OPERATOR, type OpenLibrary, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

const byHand = (layout: HomeLayout, content: string) => put(skillPath(layout, 'mail'), skillJson('mail', content))
const story = async ({ store }: OpenLibrary) =>
  (await store.record('mail'))?.versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)

async function openWith(content: string, options: LibraryOptions = {}) {
  const layout = tempHome()
  byHand(layout, content)
  return { layout, open: await openLibrary(layout, options) }
}

describe('a skill placed by hand', () => {
  test("is a person's, version 1, and has no record until it changes", async () => {
    const { open } = await openWith('One.')
    expect(open.shelf.entry('mail')).toMatchObject({
      version: 1,
      origin: 'human',
      lifecycle: 'released',
      record: undefined,
    })
    expect(await story(open)).toBeUndefined()
  })

  test('and edited by hand is version 2, whose bytes can come back', async () => {
    const { layout, open } = await openWith('One.')
    byHand(layout, 'Two.')
    expect(await open.library.get('mail')).toMatchObject({ version: 2, origin: 'human' })
    expect(await story(open)).toEqual(['1 hand-edited by operator', '2 hand-edited by operator'])
    await open.library.save('mail', { content: 'Three.' }, AGENT)
    expect(await open.library.restore('mail', 2, OPERATOR)).toMatchObject({ version: 4 })
    expect((await open.library.get('mail')).skill.content).toBe('Two.')
    await expect(open.library.restore('mail', 1, OPERATOR)).rejects.toMatchObject({
      code: 'not-found',
      message: 'the bytes of version 1 of "mail" were not kept',
    })
  })

  test('and loaded by someone who may save is recorded, so that the bytes that were read can come back', async () => {
    const { layout, open } = await openWith('One.')
    expect(await open.library.load('mail')).toMatchObject({ version: 1, origin: 'human' })
    expect(await story(open)).toEqual(['1 hand-edited by operator'])
    byHand(layout, 'Two.')
    const elsewhere = await openLibrary(layout)
    const save = elsewhere.library.save('mail', { content: 'Three.' }, AGENT, { expectedVersion: 1 })
    await expect(save).rejects.toMatchObject({ code: 'conflict' })
    expect(await open.library.restore('mail', 1, OPERATOR)).toMatchObject({ version: 3 })
    expect((await open.library.get('mail')).skill.content).toBe('One.')
  })

  test('edited by hand after it was read: a save under the number that was read is a conflict', async () => {
    const { layout, open } = await openWith('One.')
    const { version } = await open.library.get('mail')
    byHand(layout, 'Two.')
    const save = open.library.save('mail', { content: 'Three.' }, AGENT, { expectedVersion: version })
    await expect(save).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is at version 2') })
    expect((await open.library.get('mail')).skill.content).toBe('Two.')
  })
})

describe('a skill saved by an agent', () => {
  async function saved() {
    const layout = tempHome()
    const open = await openLibrary(layout)
    await open.library.save('mail', { content: 'One.' }, AGENT)
    return { layout, open }
  }

  test('and edited by hand stays of machine origin, with the person as author of that version', async () => {
    const { layout, open } = await saved()
    byHand(layout, 'Two.')
    expect(await open.library.get('mail')).toMatchObject({ version: 2, origin: 'machine' })
    expect(await story(open)).toEqual(['1 saved by agent', '2 hand-edited by operator'])
  })

  test('edited by hand several times without a look is one version more', async () => {
    const { layout, open } = await saved()
    for (const content of ['Two.', 'Three.', 'Four.']) byHand(layout, content)
    await open.shelf.lookAround()
    expect(await open.library.get('mail')).toMatchObject({ version: 2, skill: { content: 'Four.' } })
  })

  test('put back by hand after it was archived is live again', async () => {
    const { layout, open } = await saved()
    const bytes = (await open.store.read('mail'))!.text
    await open.library.archive('mail', AGENT)
    put(skillPath(layout, 'mail'), bytes)
    expect(await open.library.get('mail')).toMatchObject({ version: 1, lifecycle: 'candidate' })
    expect(await open.store.record('mail')).toMatchObject({ archivedAt: null })
  })

  test.each<[title: string, content: string | undefined, versions: string[]]>([
    ['as it was', undefined, ['1 hand-edited by agent']],
    ['changed', 'Two.', ['1 hand-edited by agent', '2 hand-edited by operator']],
  ])("whose record is lost is rebuilt as the machine's: %s", async (_, content, versions) => {
    const { layout, open } = await saved()
    const after = await openLibrary(layout, { lostOrigin: () => 'machine' })
    rmSync(layout.records, { recursive: true })
    if (content === undefined) {
      const fresh = await openLibrary(layout, { lostOrigin: () => 'machine' })
      expect(fresh.shelf.entry('mail')).toMatchObject({ origin: 'machine', lifecycle: 'candidate', version: 1 })
    } else {
      byHand(layout, content)
      expect(await after.library.get('mail')).toMatchObject({ origin: 'machine', lifecycle: 'candidate', version: 2 })
    }
    expect(await story(open)).toEqual(versions)
  })
})

describe('a skill that we ship', () => {
  const isShipped: LibraryOptions['isShipped'] = (skill) => skill.content === 'Shipped.'

  test("is builtin by its bytes, and a person's once a person changed it", async () => {
    const { layout, open } = await openWith('Shipped.', { isShipped })
    expect(open.shelf.entry('mail')?.origin).toBe('builtin')
    byHand(layout, 'Mine.')
    expect((await open.library.get('mail')).origin).toBe('human')
    byHand(layout, 'Shipped.')
    expect((await open.library.get('mail')).origin).toBe('builtin')
  })
})
