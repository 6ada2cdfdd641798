// Goal: an entry is never in memory as a whole, however large it is.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFile } from '../../src/files/open-file.ts'
import { entryBytes, listZip } from '../../src/packages/zip-archive.ts'
import { tempFolder } from '../support/temp-home.ts'
import { zipOf } from '../support/zip-file.ts'

test.each([
  ['stored', 0],
  ['deflated', 8],
])('10 MiB come in pieces of at most 64 KiB: %s', async (_is, method) => {
  const path = join(tempFolder(), 'x.zip')
  writeFileSync(path, zipOf([{ name: 'a', data: Buffer.alloc(10 * 1_048_576), method }]))
  const file = openFile(path)
  onTestFinished(() => file.close())
  const entries = await listZip(file)
  if (!Array.isArray(entries)) throw new Error('no list')
  const pieces: number[] = []
  for await (const chunk of entryBytes(file, entries[0]!).chunks) pieces.push(chunk.length)
  expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBe(10 * 1_048_576)
  expect(Math.max(...pieces)).toBeLessThanOrEqual(65_536)
})
