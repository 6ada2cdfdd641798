// Goal: what is only needed for a moment is for this user alone, and gone afterwards however the moment ends.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withTempFolder } from '../../src/files/temp-folder.ts'
import { startChild } from '../support/child-process.ts'

test('it is empty and private while it is used, and gone afterwards', async () => {
  const folder = await withTempFolder(async (path) => {
    expect([readdirSync(path), statSync(path).mode & 0o777]).toEqual([[], 0o700])
    writeFileSync(join(path, 'a.txt'), 'x')
    return path
  })
  expect(existsSync(folder)).toBe(false)
})

test('it is gone when its use fails, and nobody listens for signals any more', async () => {
  const before = process.listenerCount('SIGINT')
  let folder = ''
  const failing = withTempFolder(async (path) => {
    folder = path
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([existsSync(folder), process.listenerCount('SIGINT')]).toEqual([false, before])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'all of them are gone when the process is ended by %s, which ends it',
  async (signal) => {
    const child = startChild('hold-temp-folder')
    const folders = (await child.heard()) as string[]
    expect(folders.map((folder) => existsSync(join(folder, 'held.txt')))).toEqual([true, true])
    process.kill(child.pid, signal)
    expect(await child.ended()).toBe(null)
    expect(folders.filter((folder) => existsSync(folder))).toEqual([])
  },
)
