// What was scanned is not scanned again, also after a restart; other bytes, other rules and a deleted document are.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCAN_VERSION } from '../../src/domain/scan-rules.ts'
import { noScans, openScanBook, scanBookSchema } from '../../src/library/scan-book.ts'
import { smallDocument } from '../../src/store/small-document.ts'
import { tempHome } from '../support/temp-home.ts'

test('a text is scanned once, until it is another or the rules are', async () => {
  const layout = tempHome()
  const asked: string[] = []
  const open = async () => {
    const book = await openScanBook(smallDocument(layout.scans, scanBookSchema, noScans))
    const scan = (digest: string) =>
      book.severe(digest, () => {
        asked.push(digest)
        return digest === 'bad' ? ['pipe-to-shell'] : []
      })
    return { book, scan }
  }
  const first = await open()
  expect([first.scan('bad'), first.scan('good'), first.scan('bad')]).toEqual([['pipe-to-shell'], [], ['pipe-to-shell']])
  expect(asked.splice(0)).toEqual(['bad', 'good'])
  await first.book.save(() => true)
  const second = await open()
  expect([second.scan('bad'), second.scan('good')]).toEqual([['pipe-to-shell'], []])
  expect(asked.splice(0)).toEqual([])
  second.scan('gone')
  await second.book.save((digest) => digest !== 'gone')
  expect(Object.keys(JSON.parse(readFileSync(layout.scans, 'utf8')).severe)).toEqual(['bad', 'good'])
  asked.length = 0
  for (const spoil of [
    () => writeFileSync(layout.scans, JSON.stringify({ version: SCAN_VERSION - 1, severe: { bad: [] } })),
    () => writeFileSync(layout.scans, 'no JSON'),
    () => rmSync(layout.scans),
  ]) {
    spoil()
    expect((await open()).scan('bad')).toEqual(['pipe-to-shell'])
  }
  expect(asked).toEqual(['bad', 'bad', 'bad'])
})

test('the version is raised with every change of what the scan finds', () => {
  const folder = join(import.meta.dirname, '../../src/domain')
  const files = readdirSync(folder).filter((file) => /^scan.*\.ts$/.test(file))
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(readFileSync(join(folder, file)))
  // Another digest: was it only words? Then pin it; else raise SCAN_VERSION too.
  expect([SCAN_VERSION, hash.digest('hex').slice(0, 16)]).toEqual([2, '54b8dd1e165f50f2'])
})
