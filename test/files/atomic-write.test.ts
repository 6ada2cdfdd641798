// Goal: whoever looks at a file sees a whole value, the last one wins, and nothing is left lying about.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isInFlight, publish, removeFile, stageFile, tempOwner, writeDurably } from '../../src/files/atomic-write.ts'
import { tempFolder } from '../support/temp-home.ts'

const value = (n: number) => JSON.stringify({ n, filler: String(n % 10).repeat(50_000) })
const isWhole = (text: string) => text === value((JSON.parse(text) as { n: number }).n)

test('of a hundred overlapping writes the last wins, and no reader sees a torn one', async () => {
  const folder = tempFolder()
  const path = join(folder, 'value.json')
  await writeDurably(path, value(0))
  let reading = true
  let reads = 0
  const reader = async () => {
    for (; reading; reads++) {
      if (!isWhole(readFileSync(path, 'utf8'))) throw new Error('a torn value')
      await new Promise(setImmediate)
    }
  }
  const readers = [reader(), reader()]
  await Promise.all(Array.from({ length: 100 }, (_, i) => writeDurably(path, value(i + 1))))
  reading = false
  await Promise.all(readers)
  expect(reads).toBeGreaterThan(0)
  expect(readFileSync(path, 'utf8')).toBe(value(100))
  expect(readdirSync(folder)).toEqual(['value.json'])
})

test('a file is for its owner alone, also one that was open to all before', async () => {
  const path = join(tempFolder(), 'a', 'b', 'value.json')
  await writeDurably(path, 'new')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  chmodSync(path, 0o666)
  await writeDurably(path, 'newer')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a longest name still fits', async () => {
  const path = join(tempFolder(), `${'a'.repeat(64)}.json`)
  await writeDurably(path, 'x')
  expect(readFileSync(path, 'utf8')).toBe('x')
})

describe('what fails leaves the old file and no other', () => {
  test('the rename', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'value.json', 'in-the-way'), { recursive: true })
    await expect(writeDurably(join(folder, 'value.json'), 'x')).rejects.toMatchObject({
      code: /ENOTEMPTY|EISDIR|EEXIST/,
    })
    expect(readdirSync(folder)).toEqual(['value.json'])
  })

  test('the write', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'file'), 'x')
    await expect(writeDurably(join(folder, 'file', 'value.json'), 'x')).rejects.toMatchObject({ code: 'ENOTDIR' })
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('x')
  })

  test('one failure does not stop the writes behind it', async () => {
    const folder = tempFolder()
    const path = join(folder, 'value.json')
    mkdirSync(join(path, 'in-the-way'), { recursive: true })
    const failing = writeDurably(path, '1')
    const following = writeDurably(join(folder, 'other.json'), '2')
    await expect(failing).rejects.toThrow()
    await following
    expect(existsSync(join(folder, 'other.json'))).toBe(true)
  })
})

test('a staged file says whose it is, and is in flight until it is published', async () => {
  const target = join(tempFolder(), 'value.json')
  const staged = await stageFile(target, 'x')
  expect(tempOwner(staged.temp.slice(staged.temp.lastIndexOf('/') + 1))).toBe(process.pid)
  expect([isInFlight(staged.temp), existsSync(target)]).toEqual([true, false])
  await publish(staged)
  expect([isInFlight(staged.temp), existsSync(target)]).toEqual([false, true])
})

test.each([
  ['.value.json.123-0123456789ab.tmp', 123],
  ['.a.b.json.7-ffffffffffff.tmp', 7],
  ['value.json', undefined],
  ['.value.json.swp', undefined],
  ['.value.json.123-0123456789ab.tmp~', undefined],
  ['value.json.123-0123456789ab.tmp', undefined],
])('the maker of %s is %s', (name, pid) => {
  expect(tempOwner(name)).toBe(pid)
})

test('removing what is not there is fine, removing a folder is not', async () => {
  const folder = tempFolder()
  await removeFile(join(folder, 'none'))
  await expect(removeFile(folder)).rejects.toThrow()
})
