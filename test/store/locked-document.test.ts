// A document that several processes change: what cannot be read is begun anew, and its bytes are never lost.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { lockedDocument } from '../../src/store/locked-document.ts'
import { tempFolder } from '../support/temp-home.ts'

const schema = z.object({ names: z.array(z.string()) })

function open() {
  const path = join(tempFolder(), 'names.json')
  const place = { path, lock: `${path}.lock`, what: 'the names' }
  const document = lockedDocument(place, schema, () => ({ names: [] }))
  const add = (name: string) =>
    document.update(({ names }) => ({ value: { names: [...names, name] }, result: names.length }))
  return { path, document, add }
}

test.each([
  ['torn', '{"names":["Ada"'],
  ['of another form', '{"names":["Ada"],"names2":1,"names":"Ada"}'],
  ['empty', ''],
])('a %s document reads as none, and its bytes are kept before the first write', async (_what, text) => {
  const { path, document, add } = open()
  writeFileSync(path, text)
  expect(await document.read()).toEqual({ names: [] })
  expect(existsSync(`${path}.damaged`)).toBe(false)
  await add('Bo')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ names: ['Bo'] })
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text)
})

test('a document that reads well is changed without a copy, also by many at once', async () => {
  const { path, document, add } = open()
  const counts = await Promise.all(Array.from({ length: 20 }, (_, i) => add(`n${i}`)))
  expect(counts).toEqual(Array.from({ length: 20 }, (_, i) => i))
  expect((await document.read()).names).toHaveLength(20)
  expect(existsSync(`${path}.damaged`)).toBe(false)
})

test('what a decision throws is passed on, and nothing is written', async () => {
  const { path, document, add } = open()
  await add('Ada')
  const before = readFileSync(path, 'utf8')
  await expect(
    document.update(() => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(readFileSync(path, 'utf8')).toBe(before)
})
