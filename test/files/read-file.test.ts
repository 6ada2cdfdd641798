// Goal: only a plain file of bounded size is ever read, and its stamp belongs to the bytes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fileStamp, readRegularFile, readRegularFileSync } from '../../src/files/read-file.ts'
import { tempFolder } from '../support/temp-home.ts'

const READERS = [
  ['with promises', readRegularFile],
  ['blocking', async (path: string, bytesMax: number) => readRegularFileSync(path, bytesMax)],
] as const

function makeSparse(path: string): void {
  writeFileSync(path, '')
  truncateSync(path, 2 ** 40)
}

const PLAIN = 'expected a regular file, got a link, folder or device'
const REFUSED: [title: string, make: (path: string) => void, code: string, message: string][] = [
  ['a link', (path) => symlinkSync('/etc/hostname', path), 'damaged', PLAIN],
  ['a link to nothing', (path) => symlinkSync('none', path), 'damaged', PLAIN],
  ['a folder', (path) => mkdirSync(path), 'damaged', PLAIN],
  ['a pipe that nobody writes', (path) => execFileSync('mkfifo', [path]), 'damaged', PLAIN],
  [
    'more than the limit',
    (path) => writeFileSync(path, '12345678901'),
    'too-large',
    'expected at most 10 bytes, got 11',
  ],
  ['a sparse tebibyte', makeSparse, 'too-large', 'expected at most 10 bytes, got 1099511627776'],
]

describe.each(READERS)('reading %s', (_, read) => {
  test('gives the bytes and their stamp', async () => {
    const path = join(tempFolder(), 'a')
    writeFileSync(path, '1234567890')
    const file = await read(path, 10)
    expect(file?.bytes.toString()).toBe('1234567890')
    expect(file?.stamp).toBe(fileStamp(path))
  })

  test('gives nothing where nothing is, not even a folder', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'a'), 'x')
    expect(await read(join(folder, 'none'), 10)).toBeUndefined()
    expect(await read(join(folder, 'a', 'b'), 10)).toBeUndefined()
  })

  test.each(REFUSED)('refuses %s', async (_, make, code, message) => {
    const path = join(tempFolder(), 'a')
    make(path)
    await expect(read(path, 10)).rejects.toMatchObject({ code, message })
  })

  test('refuses a socket', async () => {
    const path = join(tempFolder(), 'a')
    const server = createServer().listen(path)
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    await expect(read(path, 10)).rejects.toMatchObject({ code: 'damaged' })
  })
})

describe('a stamp', () => {
  test('is there for plain files alone', () => {
    const folder = tempFolder()
    symlinkSync('/etc/hostname', join(folder, 'link'))
    writeFileSync(join(folder, 'a'), 'x')
    expect(['none', 'link', '.', 'a/b'].map((name) => fileStamp(join(folder, name)))).toEqual(Array(4).fill(undefined))
    expect(fileStamp(join(folder, 'a'))).toEqual(expect.any(String))
  })

  test('changes when another file of the same size takes the place', () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'a'), 'old')
    const before = fileStamp(join(folder, 'a'))
    writeFileSync(join(folder, 'b'), 'new')
    renameSync(join(folder, 'b'), join(folder, 'a'))
    expect(fileStamp(join(folder, 'a'))).not.toBe(before)
  })
})
