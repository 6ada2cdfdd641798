// What every place that keeps skills promises to the layers above it.
import { describe, expect, onTestFinished, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { writeDocument } from '../../src/domain/skill-document.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import type { Current, SkillStore } from '../../src/store/skill-store.ts'
import { NOW, saving, skillJson } from '../support/builders.ts'
import { SOON } from '../support/soon.ts'

export type StoreUnderTest = {
  store: SkillStore
  /** A second process on the same skills. */
  other: SkillStore
  /** What a person with an editor does: no lock, no record. `undefined` removes. */
  place(name: string, text: string | undefined): void
}

const ONE = skillJson('mail', 'One.')
const TWO = skillJson('mail', 'Two. 发送 😀\u2028')
const LONGEST = Array.from({ length: 6 }, () => 'a'.repeat(64)).join('/')

export function skillStoreContract(adapter: string, open: () => StoreUnderTest): void {
  const save = (store: SkillStore, name: string, text: string) => store.update(name, saving(name, text))

  describe(`${adapter}: what is not there`, () => {
    test('is undefined in every way of asking', async () => {
      const { store } = open()
      expect(await Promise.all([store.read('mail'), store.stamp('mail'), store.record('mail')])).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect(await store.blob(sha256Of('never'))).toBeUndefined()
      expect(await store.readAll(['mail'])).toEqual({ skills: [], diagnostics: [] })
      expect(await store.list()).toEqual({ stamps: new Map(), recordStamps: new Map(), diagnostics: [] })
      expect(await store.records()).toEqual({ records: [], diagnostics: [] })
    })

    test.each(['', '../mail', 'Mail', 'a//b', 'mail.json'])('%j is no name anywhere', async (name) => {
      const { store } = open()
      for (const ask of [store.read, store.stamp, store.record]) {
        await expect(ask(name)).rejects.toMatchObject({ code: 'bad-name' })
      }
      await expect(save(store, name, ONE)).rejects.toMatchObject({ code: 'bad-name' })
    })
  })

  describe(`${adapter}: an update`, () => {
    test.each(['mail', 'mcp/email', LONGEST])('keeps bytes, record and former version of %s', async (name) => {
      const { store, other } = open()
      await save(store, name, ONE)
      await save(store, name, TWO)
      for (const each of [store, other]) {
        expect(await each.read(name)).toMatchObject({ name, text: TWO, digest: sha256Of(TWO) })
        expect((await each.record(name))?.versions.map((v) => v.digest)).toEqual([ONE, TWO].map(sha256Of))
        expect(await each.blob(sha256Of(ONE))).toBe(ONE)
        expect(await each.stamp(name)).toBe((await each.read(name))?.stamp)
        expect([...(await each.list()).stamps]).toEqual([[name, await each.stamp(name)]])
      }
    })

    test('shows the decision what stands, and hands its result back', async () => {
      const { store } = open()
      const seen: Current[] = []
      const look = (current: Current) => {
        seen.push(current)
        return { result: 'looked' }
      }
      expect(await store.update('mail', look)).toBe('looked')
      await save(store, 'mail', ONE)
      await store.update('mail', look)
      expect(seen).toMatchObject([
        { live: undefined, record: undefined },
        { live: { text: ONE, digest: sha256Of(ONE) }, record: { name: 'mail' } },
      ])
    })

    test('without a change writes nothing', async () => {
      const { store } = open()
      await save(store, 'mail', ONE)
      const before = [await store.stamp('mail'), store.mark()]
      await store.update('mail', () => ({ result: undefined }))
      expect([await store.stamp('mail'), store.mark()]).toEqual(before)
    })

    test('whose decision throws passes that on and writes nothing', async () => {
      const { store } = open()
      await save(store, 'mail', ONE)
      const refusal = new SkillError('refused', 'no', 'Ask.')
      const refuse = () => {
        throw refusal
      }
      await expect(store.update('mail', refuse)).rejects.toBe(refusal)
      expect(await store.read('mail')).toMatchObject({ text: ONE })
      await save(store, 'mail', TWO)
    })

    test('that leaves the skill out touches its record and blobs alone', async () => {
      const { store } = open()
      await save(store, 'mail', ONE)
      await store.update('mail', ({ record }) => ({
        change: { record: { ...record!, author: 'someone' }, blobs: ['kept'] },
        result: undefined,
      }))
      expect(await store.read('mail')).toMatchObject({ text: ONE })
      expect(await store.record('mail')).toMatchObject({ author: 'someone' })
      expect(await store.blob(sha256Of('kept'))).toBe('kept')
    })

    test('that archives takes the skill away and keeps the record', async () => {
      const { store } = open()
      await save(store, 'mail', ONE)
      await store.update('mail', ({ record }) => ({
        change: { record: record!, live: null, blobs: [] },
        result: undefined,
      }))
      expect([await store.read('mail'), await store.stamp('mail')]).toEqual([undefined, undefined])
      expect((await store.list()).stamps.size).toBe(0)
      expect((await store.records()).records.map((record) => record.name)).toEqual(['mail'])
      expect(await store.blob(sha256Of(ONE))).toBe(ONE)
    })
  })

  describe(`${adapter}: further files`, () => {
    const SCRIPT = Buffer.from('echo hi\n')
    const script = { path: 'scripts/run.sh', size: SCRIPT.length, sha256: sha256Of(SCRIPT), isExecutable: true }
    const PIXEL = Buffer.from([0, 255, 10, 13, 128])
    const pixel = { path: 'assets/a.bin', size: PIXEL.length, sha256: sha256Of(PIXEL) }
    const keep = (store: SkillStore) => Promise.all([store.keepFile(SCRIPT), store.keepFile(PIXEL)])
    const bytesOf = async (store: SkillStore, file: typeof pixel) => Buffer.from((await store.file('mail', file))!)

    test('stand beside the text as one document, whose bytes come back as they were', async () => {
      const { store, other } = open()
      expect(await keep(store)).toEqual([script.sha256, pixel.sha256])
      const document = writeDocument(ONE, [script, pixel])
      await save(store, 'mail', document)
      for (const each of [store, other]) {
        expect(await each.read('mail')).toMatchObject({ text: document, digest: sha256Of(document) })
        expect([await bytesOf(each, script), await bytesOf(each, pixel)]).toEqual([SCRIPT, PIXEL])
        expect([...(await each.list()).stamps]).toEqual([['mail', await each.stamp('mail')]])
        expect((await each.readAll(['mail'])).skills).toMatchObject([{ text: document }])
      }
    })

    test('go with the document that names them no more, and their bytes stay', async () => {
      const { store } = open()
      await keep(store)
      await save(store, 'mail', writeDocument(ONE, [script, pixel]))
      const before = await store.stamp('mail')
      await save(store, 'mail', writeDocument(ONE, [pixel]))
      expect(await store.stamp('mail')).not.toBe(before)
      expect(await store.read('mail')).toMatchObject({ text: writeDocument(ONE, [pixel]) })
      await save(store, 'mail', TWO)
      expect(await store.read('mail')).toMatchObject({ text: TWO })
      expect(await bytesOf(store, script)).toEqual(SCRIPT)
      expect(await store.sweepBlobs()).toBe(0)
    })

    test('are archived with it, and come back with it', async () => {
      const { store } = open()
      await keep(store)
      const document = writeDocument(ONE, [script])
      const record = await save(store, 'mail', document)
      const archived = { ...record, archivedAt: NOW }
      await store.update('mail', () => ({ change: { record: archived, live: null, blobs: [] }, result: undefined }))
      expect([await store.read('mail'), await store.stamp('mail')]).toEqual([undefined, undefined])
      await save(store, 'mail', document)
      expect(await store.read('mail')).toMatchObject({ text: document })
      expect(await bytesOf(store, script)).toEqual(SCRIPT)
    })

    test('that nobody has are undefined', async () => {
      expect(await open().store.file('mail', script)).toBeUndefined()
    })
  })

  describe(`${adapter}: many at once`, () => {
    test('updates of one skill from two processes see each other, and none is lost', async () => {
      const { store, other } = open()
      const add = (each: SkillStore) =>
        each.update('mail', (current) => saving('mail', `${current.live?.text ?? ''}x`)(current))
      await Promise.all(Array.from({ length: 32 }, (_, i) => add(i % 2 === 0 ? store : other)))
      expect((await store.read('mail'))?.text).toBe('x'.repeat(32))
      expect((await store.record('mail'))?.versions.at(-1)?.version).toBe(32)
    })

    test('updates of different skills all stand', async () => {
      const { store } = open()
      const names = Array.from({ length: 32 }, (_, i) => `group-${i % 4}/skill-${i}`)
      await Promise.all(names.map((name) => save(store, name, skillJson(name, name))))
      expect([...(await store.list()).stamps.keys()].sort()).toEqual([...names].sort())
      const { skills } = await store.readAll(names)
      expect(skills.map((skill) => skill.text)).toEqual(names.map((name) => skillJson(name, name)))
    })
  })

  describe(`${adapter}: a change from outside`, () => {
    test('is what everybody reads, and what the next decision sees', async () => {
      const { store, place } = open()
      await save(store, 'mail', ONE)
      const before = await store.stamp('mail')
      place('mail', TWO)
      expect(await store.stamp('mail')).not.toBe(before)
      expect(await store.read('mail')).toMatchObject({ text: TWO, digest: sha256Of(TWO) })
      expect(await store.update('mail', ({ live }) => ({ result: live?.text }))).toBe(TWO)
      place('mail', undefined)
      expect(await store.read('mail')).toBeUndefined()
    })

    test('is hinted at with the name, and so is a save of another process', async () => {
      const { store, other, place } = open()
      await save(store, 'mcp/email', ONE)
      const hints = new Set<string | undefined>()
      const watch = store.watch((name) => void hints.add(name))
      onTestFinished(watch.close)
      // A watcher takes a moment to begin, and a hint is no promise: it is poked until it tells.
      let pokes = 0
      const text = () => `${ONE}${' '.repeat(++pokes)}`
      const hinted = async (poke: () => unknown) => {
        await poke()
        return hints.has('mcp/email')
      }
      await expect.poll(() => hinted(() => place('mcp/email', text())), SOON).toBe(true)
      hints.clear()
      await expect.poll(() => hinted(() => save(other, 'mcp/email', text())), SOON).toBe(true)
    })

    test('moves the mark when a skill is added, replaced or removed', async () => {
      const { store, other, place } = open()
      const marks = new Set([store.mark()])
      const moved = async () => {
        await store.list()
        return marks.add(store.mark()).size
      }
      await save(other, 'mail', ONE)
      expect(await moved()).toBe(2)
      await save(other, 'mail', TWO)
      expect(await moved()).toBe(3)
      place('mail', undefined)
      expect(await moved()).toBe(4)
    })
  })

  test(`${adapter}: a sweep takes nothing that a skill or a record refers to`, async () => {
    const { store } = open()
    await save(store, 'mail', ONE)
    await save(store, 'mail', TWO)
    expect([await store.sweep(), await store.sweepBlobs()]).toEqual([0, 0])
    expect(await store.read('mail')).toMatchObject({ text: TWO })
    expect([await store.blob(sha256Of(ONE)), await store.blob(sha256Of(TWO))]).toEqual([ONE, TWO])
  })
}
