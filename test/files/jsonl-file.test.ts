// Goal: a line that was appended is there, whole, whoever else writes; a line that is not ours harms no other.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openJsonlWriter, readJsonl } from '../../src/files/jsonl-file.ts'
import { startChild } from '../support/child-process.ts'
import { tempFolder } from '../support/temp-home.ts'

const fileIn = (folder: string) => join(folder, 'usage', 's.jsonl')
function writerOn(path: string) {
  const writer = openJsonlWriter(path)
  onTestFinished(() => writer.close())
  return writer
}
function fileOf(text: string | Buffer): string {
  const path = fileIn(tempFolder())
  mkdirSync(dirname(path))
  writeFileSync(path, text)
  return path
}

test('four processes at once lose no line and glue none', async () => {
  const path = fileIn(tempFolder())
  const writers = ['a', 'b', 'c', 'd']
  const children = writers.map((writer) => startChild('append-lines', path, writer, '200'))
  expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0, 0])
  const { values, skipped } = await readJsonl(path)
  expect(skipped).toBe(0)
  const inOrder = Array.from({ length: 200 }, (_, n) => n)
  for (const writer of writers) {
    const lines = (values as { writer: string; n: number }[]).filter((line) => line.writer === writer)
    expect(lines.map((line) => line.n)).toEqual(inOrder)
  }
})

describe('a torn tail', () => {
  test('is closed off by the next writer and skipped by readers', async () => {
    const path = fileOf('{"n":1}\n{"n":2,"te')
    writerOn(path).append({ n: 3 })
    expect(readFileSync(path, 'utf8')).toBe('{"n":1}\n{"n":2,"te\n{"n":3}\n')
    expect(await readJsonl(path)).toMatchObject({ values: [{ n: 1 }, { n: 3 }], skipped: 1 })
  })

  test('of another process is closed off between two lines of ours', async () => {
    const path = fileIn(tempFolder())
    const writer = writerOn(path)
    writer.append({ n: 1 })
    appendFileSync(path, '{"torn')
    writer.append({ n: 2 })
    expect(await readJsonl(path)).toMatchObject({ values: [{ n: 1 }, { n: 2 }], skipped: 1 })
  })

  test('that closes off twice leaves an empty line, which is none', async () => {
    expect(await readJsonl(fileOf('{"n":1}\n\n \n{"n":2}\n'))).toMatchObject({
      values: [{ n: 1 }, { n: 2 }],
      skipped: 0,
    })
  })
})

const LONG = JSON.stringify({ filler: 'x'.repeat(64 * 1024) })

test.each<[title: string, text: string | Buffer, skipped: number]>([
  ['garbage', '{"n":1}\nnot json\n{"n":2}\n', 1],
  ['NUL bytes', `{"n":1}\n${'\0'.repeat(4096)}\n{"n":2}\n`, 1],
  ['what is JSON and no object', '{"n":1}\n7\n[1]\nnull\n"x"\n{"n":2}\n', 4],
  [
    'bytes that are no text',
    Buffer.concat([Buffer.from('{"n":1}\n'), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('{"n":2}\n')]),
    1,
  ],
  ['a line above 64 KiB', `{"n":1}\n${LONG}\n{"n":2}\n`, 1],
  ['a line above the size of one read', `{"n":1}\n${'x'.repeat(3 * 1024 * 1024)}\n{"n":2}\n`, 1],
  ['two lines glued', '{"n":1}\n{"n":0}{"n":0}\n{"n":2}\n', 1],
  ['CRLF', '{"n":1}\r\n{"n":2}\r\n', 0],
])('%s is skipped and counted, the rest is read', async (_, text, skipped) => {
  expect(await readJsonl(fileOf(text))).toEqual({
    values: [{ n: 1 }, { n: 2 }],
    skipped,
    next: Buffer.byteLength(text),
  })
})

describe('reading from where the last read ended', () => {
  test('gives each line once, and a line without its end later', async () => {
    const path = fileOf('{"n":1}\n{"n":')
    const first = await readJsonl(path)
    expect(first).toEqual({ values: [{ n: 1 }], skipped: 0, next: 8 })
    appendFileSync(path, '2}\n')
    const second = await readJsonl(path, first.next)
    expect(second).toEqual({ values: [{ n: 2 }], skipped: 0, next: 16 })
    expect(await readJsonl(path, second.next)).toEqual({ values: [], skipped: 0, next: 16 })
  })

  test('gives lines that cross the border of two reads', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => JSON.stringify({ n, filler: 'é'.repeat(15_000) }))
    const { values, skipped } = await readJsonl(fileOf(`${lines.join('\n')}\n`))
    expect(values.map((line) => JSON.stringify(line))).toEqual(lines)
    expect(skipped).toBe(0)
  })

  test('begins anew where the file is shorter than that', async () => {
    const path = fileOf('{"n":1}\n{"n":2}\n')
    const { next } = await readJsonl(path)
    truncateSync(path)
    writeFileSync(path, '{"n":3}\n')
    expect(await readJsonl(path, next)).toEqual({ values: [{ n: 3 }], skipped: 0, next: 8 })
  })

  test('gives nothing where nothing is', async () => {
    expect(await readJsonl(join(tempFolder(), 'none'), 100)).toEqual({ values: [], skipped: 0, next: 0 })
  })
})

test.each<[title: string, change: (path: string) => void]>([
  ['was deleted', (path) => rmSync(path)],
  ['was moved away', (path) => renameSync(path, `${path}.old`)],
  ['stands in a folder that was moved away', (path) => renameSync(dirname(path), `${dirname(path)}-old`)],
])('a writer whose file %s goes on in the one that stands there', async (_, change) => {
  const path = fileIn(tempFolder())
  const writer = writerOn(path)
  writer.append({ n: 1 })
  change(path)
  writer.append({ n: 2 })
  await writer.sync()
  expect(await readJsonl(path)).toMatchObject({ values: [{ n: 2 }] })
})

test('a line above 64 KiB is refused and leaves the file as it was', async () => {
  const path = fileOf('{"n":1}\n')
  const writer = writerOn(path)
  expect(() => writer.append({ filler: 'x'.repeat(65_000 + 600) })).toThrow(
    expect.objectContaining({ code: 'too-large', message: expect.stringContaining('at most 65536 bytes') }),
  )
  writer.append({ n: 2 })
  expect(readFileSync(path, 'utf8')).toBe('{"n":1}\n{"n":2}\n')
})
