import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, syncFolder } from '../../src/files/folder-sync.ts'
import { tempFolder } from '../support/temp-home.ts'

test('whoever asks while a sync runs shares the one after it', async () => {
  const folder = tempFolder()
  const first = syncFolder(folder)
  const during = [syncFolder(folder), syncFolder(folder), syncFolder(folder)]
  expect(new Set([first, ...during]).size).toBe(2)
  const order: string[] = []
  await Promise.all([
    first.then(() => order.push('first')),
    ...during.map((each) => each.then(() => order.push('next'))),
  ])
  expect(order).toEqual(['first', 'next', 'next', 'next'])
})

test('folders do not wait for each other', () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'a'))
  expect(syncFolder(folder)).not.toBe(syncFolder(join(folder, 'a')))
})

test('a failure is told to those who shared it, and the next is tried anew', async () => {
  const folder = join(tempFolder(), 'later')
  const failing = [syncFolder(folder), syncFolder(folder)]
  for (const each of failing) await expect(each).rejects.toMatchObject({ code: 'ENOENT' })
  mkdirSync(folder)
  await syncFolder(folder)
})

test('a folder is made with its parents, once or again', async () => {
  const folder = join(tempFolder(), 'a', 'b', 'c')
  await Promise.all([makeFolder(folder), makeFolder(folder)])
  await makeFolder(folder)
  expect(existsSync(folder)).toBe(true)
})
