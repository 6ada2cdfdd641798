// Goal: a change that fails or is cut off half-way leaves the old skill readable, and what was acknowledged stands.
// Method: real folders in the way of one step each.
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { latestVersion } from '../../src/domain/record.ts'
import { decideReject } from '../../src/domain/skill-approval.ts'
import { decideSave } from '../../src/domain/skill-change.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { contextOf, saving, skillJson } from '../support/builders.ts'
import { deadPid } from '../support/child-process.ts'
import { put, skillPath, storeOn } from '../support/file-store.ts'
import { tempHome } from '../support/temp-home.ts'

const ONE = skillJson('mail', 'One.')
const TWO = skillJson('mail', 'Two.')
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort()
const recordPath = (layout: HomeLayout, name: string) => join(layout.records, `${name}.json`)
const blobPath = (layout: HomeLayout, text: string) => join(layout.blobs, sha256Of(text))

function linkInstead(path: string): void {
  rmSync(path)
  symlinkSync('/etc/hostname', path)
}

async function homeWith(text: string) {
  const layout = tempHome()
  const store = storeOn(layout)
  await store.update('mail', saving('mail', text))
  return { layout, store }
}

test('a save leaves its file, its record, its blob, and nothing else', async () => {
  const { layout } = await homeWith(ONE)
  expect(filesIn(layout.home)).toEqual([sha256Of(ONE), 'mail.json', 'mail.json'].sort())
  expect(statSync(skillPath(layout, 'mail')).mode & 0o777).toBe(0o600)
})

describe('a save that fails', () => {
  test('at the very last rename has written the record before, and the next save goes on from there', async () => {
    const { layout, store } = await homeWith(ONE)
    const inTheWay = join(skillPath(layout, 'post'), 'x')
    const failing = store.update('post', (current) => {
      mkdirSync(inTheWay, { recursive: true })
      return saving('post', ONE)(current)
    })
    await expect(failing).rejects.toMatchObject({ code: 'storage', message: expect.not.stringContaining(layout.home) })
    expect((await store.record('post'))?.versions).toMatchObject([{ version: 1, digest: sha256Of(ONE) }])
    expect(filesIn(layout.home).filter((name) => name.endsWith('.tmp'))).toEqual([])
    rmSync(skillPath(layout, 'post'), { recursive: true })
    expect(latestVersion(await store.update('post', saving('post', TWO)))).toBe(2)
  })

  test('at the record leaves skill and record as they were', async () => {
    const { layout, store } = await homeWith(ONE)
    rmSync(recordPath(layout, 'mail'))
    mkdirSync(join(recordPath(layout, 'mail'), 'x'), { recursive: true })
    await expect(store.update('mail', saving('mail', TWO))).rejects.toMatchObject({
      code: 'storage',
      message: expect.not.stringContaining(layout.home),
    })
    expect(await store.read('mail')).toMatchObject({ text: ONE })
    expect(filesIn(layout.home).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('at a blob leaves everything as it was', async () => {
    const { layout, store } = await homeWith(ONE)
    mkdirSync(join(blobPath(layout, TWO), 'x'), { recursive: true })
    const before = await store.record('mail')
    await expect(store.update('mail', saving('mail', TWO))).rejects.toMatchObject({ code: 'storage' })
    expect(await store.read('mail')).toMatchObject({ text: ONE })
    expect(await store.record('mail')).toEqual(before)
  })

  test("because an editor saved meanwhile is a conflict, and the editor's text stands", async () => {
    const { layout, store } = await homeWith(ONE)
    const byHand = skillJson('mail', 'By hand.')
    const interrupted = store.update('mail', (current) => {
      put(skillPath(layout, 'mail'), byHand)
      return saving('mail', TWO)(current)
    })
    await expect(interrupted).rejects.toMatchObject({
      code: 'conflict',
      message: 'the file of skill "mail" was changed from outside while it was being saved',
    })
    expect(await store.read('mail')).toMatchObject({ text: byHand })
  })

  test('because another process took the lock over leaves what that process wrote', async () => {
    const { layout, store } = await homeWith(ONE)
    const overtaken = store.update('mail', (current) => {
      put(join(layout.leases, 'mail.lock'), '{}')
      return saving('mail', TWO)(current)
    })
    await expect(overtaken).rejects.toMatchObject({ code: 'busy' })
    expect(await store.read('mail')).toMatchObject({ text: ONE })
  })
})

describe('blobs', () => {
  test('that are no longer what their name says are not handed out, and a new save mends them', async () => {
    const { layout, store } = await homeWith(ONE)
    writeFileSync(blobPath(layout, ONE), 'forged')
    expect(await store.blob(sha256Of(ONE))).toBeUndefined()
    await store.update('post', saving('post', ONE))
    expect(await store.blob(sha256Of(ONE))).toBe(ONE)
  })

  test.each(['', 'x'.repeat(64), '../../config.json', '..', `${'a'.repeat(64)}/../x`])(
    '%j is the name of none',
    async (name) => {
      const { store } = await homeWith(ONE)
      expect(await store.blob(name)).toBeUndefined()
    },
  )
})

describe('a sweep', () => {
  test('removes what a killed process left half-written', async () => {
    const { layout, store } = await homeWith(ONE)
    const left = `.mail.json.${deadPid()}-0123456789ab.tmp`
    for (const folder of [layout.skills, layout.records, layout.blobs]) writeFileSync(join(folder, left), 'half')
    expect(await store.sweep()).toBe(3)
    expect(await store.read('mail')).toMatchObject({ text: ONE })
  })

  test.each([
    ['old and unreferenced: it goes', 3_600, undefined, 1],
    ['young and unreferenced: a save may be about to refer to it', 0, undefined, 0],
    ['a damaged record may refer to it', 3_600, '{', 0],
  ])('of a blob that is %s', async (_, ageSeconds, damagedRecord, removed) => {
    const { layout, store } = await homeWith(ONE)
    put(blobPath(layout, 'garbage'), 'garbage')
    const then = new Date(Date.now() - ageSeconds * 1_000)
    for (const text of ['garbage', ONE]) utimesSync(blobPath(layout, text), then, then)
    if (damagedRecord !== undefined) put(recordPath(layout, 'post'), damagedRecord)
    expect(await store.sweepBlobs()).toBe(removed)
    expect(await store.blob(sha256Of(ONE))).toBe(ONE)
  })
})

test('a draft that was replaced, and one that was let go, stay readable after a sweep', async () => {
  const { layout, store } = await homeWith(ONE)
  const agent = contextOf({ gate: 'strict' })
  const saved = (content: string) =>
    store.update('mail', (current) => {
      const made = decideSave(current, { content }, agent, { cause: 'saved' })
      return { change: made, result: made.blobs[0]! }
    })
  const texts = [await saved('First draft.'), await saved('Second draft.')]
  await store.update('mail', (current) => {
    const no = { note: 'no', draft: 'discard' } as const
    return { change: decideReject(current, no, contextOf({ actor: 'operator' })), result: undefined }
  })
  const then = new Date(Date.now() - 3_600_000)
  for (const text of texts) utimesSync(blobPath(layout, text), then, then)
  expect(await store.sweepBlobs()).toBe(0)
  expect(await Promise.all(texts.map((text) => store.blob(sha256Of(text))))).toEqual(texts)
})

describe('records', () => {
  const DAMAGES: [title: string, damage: (path: string) => void][] = [
    ['half', (path) => put(path, '{"name":"mail"')],
    ["another skill's", (path) => put(path, '{"name":"post"}')],
    ['a giant', (path) => put(path, 'x'.repeat(5 * 1024 * 1024))],
    ['a link', linkInstead],
  ]

  test.each(DAMAGES)('one that is %s counts as absent, and the next save writes it anew', async (_, damage) => {
    const { layout, store } = await homeWith(ONE)
    damage(recordPath(layout, 'mail'))
    expect(await store.record('mail')).toBeUndefined()
    await store.update('post', saving('post', TWO))
    expect((await store.records()).records.map((record) => record.name)).toEqual(['post'])
    await store.update('mail', saving('mail', TWO))
    expect(await store.record('mail')).toMatchObject({ name: 'mail', via: contextOf().via })
  })

  test.each(DAMAGES.slice(0, 3))('one that is %s is reported', async (_, damage) => {
    const { layout, store } = await homeWith(ONE)
    damage(recordPath(layout, 'mail'))
    expect((await store.records()).diagnostics).toMatchObject([
      { severity: 'warning', code: 'record-damaged', file: 'cortex/records/mail.json' },
    ])
  })
})
