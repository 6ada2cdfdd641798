// Goal: an archive is written whole and as it says, or nothing of it is used and each reason is named. Method: rows of
// archives made byte by byte, one lie in each, beside an honest entry.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpackArchive } from '../../src/packages/unpack-archive.ts'
import { tempFolder } from '../support/temp-home.ts'
import { packedOf, type ZipItem, type ZipLies, zipEnd, zipHeader, zipListEntry, zipOf } from '../support/zip-file.ts'

const GOOD: ZipItem = { name: 'good/SKILL.md', data: 'Do it.' }
const MIB = 1_048_576

async function unpacked(archive: Buffer) {
  const folder = tempFolder()
  const [path, into] = [join(folder, 'x.zip'), join(folder, 'into')]
  writeFileSync(path, archive)
  const diagnostics = await unpackArchive({ archive: path, into, label: 'x.zip' })
  const entries = existsSync(into) ? readdirSync(into, { recursive: true, encoding: 'utf8' }) : []
  const files = entries.filter((file) => statSync(join(into, file)).isFile()).sort()
  // Everything that came into being beside the archive.
  expect(readdirSync(folder).filter((name) => name !== 'into')).toEqual(['x.zip'])
  return {
    into,
    files,
    diagnostics,
    said: diagnostics.map(({ code, file, severity }) => `${severity} ${code} ${file}`),
  }
}

test('files come out as they went in, in their folders, stored or deflated, empty or large', async () => {
  const large = Buffer.from(Array.from({ length: 300_000 }, (_, i) => `${i} `).join(''))
  const { into, files, said } = await unpacked(
    zipOf([
      { name: 'a/' },
      { name: 'a/SKILL.md', data: 'text', method: 0 },
      { name: 'a/b/large.txt', data: large },
      { name: 'a/stored.txt', data: large, method: 0 },
      { name: 'a/empty' },
      { name: 'a/empty-stored', method: 0 },
      { name: 'a/empty-unpacked', packed: Buffer.alloc(0) },
      { name: './a/grün.md', data: 'x' },
    ]),
  )
  expect(said).toEqual([])
  expect(files).toEqual([
    ...['a/SKILL.md', 'a/b/large.txt', 'a/empty', 'a/empty-stored', 'a/empty-unpacked', 'a/grün.md', 'a/stored.txt'],
  ])
  expect(readFileSync(join(into, 'a/SKILL.md'), 'utf8')).toBe('text')
  for (const file of ['a/b/large.txt', 'a/stored.txt']) expect(readFileSync(join(into, file)).equals(large)).toBe(true)
})

const MODES: [is: string, item: Partial<ZipItem>, mode: number][] = [
  ['a program', { mode: 0o100755 }, 0o755],
  ['a program for its owner alone', { mode: 0o100700 }, 0o755],
  ['a text that everybody may write', { mode: 0o100666 }, 0o644],
  ['one that nobody may read', { mode: 0o100000 }, 0o644],
  ['a program packed on a Mac', { mode: 0o100755, system: 19 }, 0o755],
  ['one packed on a DOS, which knows no programs', { mode: 0o100755, system: 0 }, 0o644],
]

test.each(MODES)('of the rights only that it may be run is kept: %s', async (_is, item, mode) => {
  const { into } = await unpacked(zipOf([{ name: 'run', data: 'x', ...item }]))
  expect(statSync(join(into, 'run')).mode & 0o7777).toBe(mode & ~process.umask())
})

test('an archive in an archive stays the file that it is', async () => {
  const inner = zipOf([{ name: 'inner.txt', data: 'x' }])
  const { into, files } = await unpacked(zipOf([{ name: 'a/inner.zip', data: inner }]))
  expect(files).toEqual(['a/inner.zip'])
  expect(readFileSync(join(into, 'a/inner.zip')).equals(inner)).toBe(true)
})

test('hidden files and what macOS adds are left out, each outermost one named once', async () => {
  const { files, said } = await unpacked(
    zipOf([
      GOOD,
      { name: 'good/.env', data: 'S=1' },
      { name: 'good/.git/' },
      { name: 'good/.git/hooks/run', data: 'x', mode: 0o120777 },
      { name: '__MACOSX/good/._SKILL.md', data: 'x' },
      { name: '.DS_Store', data: 'x' },
      { name: 'good/__MACOSX', data: 'x' },
    ]),
  )
  expect(files).toEqual(['good/SKILL.md', 'good/__MACOSX'])
  expect(said).toEqual([
    'warning dotfile x.zip/good/.env',
    'warning dotfile x.zip/good/.git',
    'warning mac-metadata x.zip/__MACOSX',
    'warning dotfile x.zip/.DS_Store',
  ])
})

test('names in UTF-8 that do not say so, and those of a DOS, are read as what they are', async () => {
  const { files, said } = await unpacked(
    zipOf([
      { name: Buffer.from('grün.md'), data: 'x' },
      { name: Buffer.from([0x81, 0x2e, 0x6d, 0x64]), data: 'y' },
    ]),
  )
  expect([files, said]).toEqual([['grün.md', 'ü.md'], []])
})

test('a comment, as some sites write one, and the form for large sizes in an entry are no fault', async () => {
  const { files, said } = await unpacked(zipOf([GOOD], { comment: Buffer.from('82d465b') }))
  expect([files, said]).toEqual([['good/SKILL.md'], []])
  const sizes = zip64Sizes(6n, BigInt(packedOf(GOOD).length))
  const wide = await unpacked(zipOf([{ ...GOOD, size: 0xffffffff, packedSize: 0xffffffff, extra: sizes }]))
  expect([wide.files, wide.said]).toEqual([['good/SKILL.md'], []])
})

type Refused = { is: string; items: ZipItem[]; lies?: ZipLies; said: string[]; received?: RegExp }

const paths = (name: string, received: RegExp): Refused => ({
  is: `a path that is ${JSON.stringify(name.length > 40 ? `${name.slice(0, 10)}…` : name)}`,
  items: [{ name, data: 'x' }],
  said: [`error bad-path x.zip/${name.replace(/[\u0000-\u001f]/g, '\ufffd')}`],
  received,
})

const REFUSED: Refused[] = [
  paths('../out.txt', /"\." or "\.\."/),
  paths('a/../../out.txt', /"\." or "\.\."/),
  paths('a/..', /"\." or "\.\."/),
  paths('a/./b', /"\." or "\.\."/),
  paths('/etc/out.txt', /path from the root/),
  paths('.//etc/out.txt', /path from the root/),
  paths('C:/out.txt', /drive letter/),
  paths('c:out.txt', /drive letter/),
  paths('a\\..\\out.txt', /backslash/),
  paths('\\\\server\\share', /backslash/),
  paths('a\0.txt', /control character/),
  paths('a\n.txt', /control character/),
  paths('a//b', /empty part/),
  paths('a/aux.txt', /some systems do not allow/),
  paths('a/x:stream', /some systems do not allow/),
  paths('a./b', /some systems do not allow/),
  { is: 'no name', items: [{ name: '', data: 'x' }], said: ['error bad-path x.zip/'], received: /empty name/ },
  {
    is: 'a path of 1025 bytes',
    items: [{ name: `${'d/'.repeat(12)}${'ü'.repeat(500)}x` }],
    said: [expect.stringMatching(/^error bad-path x\.zip\/d\//) as unknown as string],
    received: /more than 1024 bytes/,
  },
  {
    is: 'a name of 256 bytes',
    items: [{ name: 'n'.repeat(256) }],
    said: [expect.stringMatching(/^error bad-path x\.zip\/n/) as unknown as string],
    received: /some systems do not allow/,
  },
  {
    is: '25 folders in each other',
    items: [{ name: `${'d/'.repeat(25)}x` }],
    said: [expect.stringMatching(/^error bad-path x\.zip\/d/) as unknown as string],
    received: /more than 24 folders/,
  },
  {
    is: 'a name that says it is UTF-8 and is not',
    items: [{ name: Buffer.from([0x61, 0xff]), flags: 0x800 }],
    said: ['error bad-path x.zip'],
    received: /no text, or two that differ/,
  },
  {
    is: 'a second name that differs from the first',
    items: [{ name: Buffer.from('a.txt'), extra: unicodeName('../b.txt') }],
    said: ['error bad-path x.zip'],
    received: /no text, or two that differ/,
  },
  { is: 'a link', items: [{ name: 'l', data: '/etc/passwd', mode: 0o120777 }], said: ['error link x.zip/l'] },
  {
    is: 'a link that says it is from a DOS',
    items: [{ name: 'l', data: '/etc/passwd', mode: 0o120777, system: 0 }],
    said: ['error link x.zip/l'],
  },
  { is: 'a link to a folder', items: [{ name: 'l/', mode: 0o120777 }], said: ['error link x.zip/l'] },
  ...[0o020666, 0o060666, 0o010666, 0o140666].map((mode) => ({
    is: `a device, pipe or socket, ${mode.toString(8)}`,
    items: [{ name: 'd', mode }],
    said: ['error not-a-file x.zip/d'],
  })),
  {
    is: 'the label of a disk',
    items: [{ name: 'd', system: 0, attributes: 0x08 }],
    said: ['error not-a-file x.zip/d'],
  },
  ...[0o104755, 0o102755, 0o101755].map((mode) => ({
    is: `a file with more rights than its caller, ${mode.toString(8)}`,
    items: [{ name: 'run', data: 'x', mode }],
    said: ['error privileged x.zip/run'],
  })),
  { is: 'a folder by its rights only', items: [{ name: 'd', mode: 0o040755 }], said: ['error contradiction x.zip/d'] },
  {
    is: 'a folder by its attributes only',
    items: [{ name: 'd', system: 0, attributes: 0x10 }],
    said: ['error contradiction x.zip/d'],
  },
  { is: 'a folder by its name only', items: [{ name: 'd/', mode: 0o100644 }], said: ['error contradiction x.zip/d'] },
  { is: 'a folder with bytes', items: [{ name: 'd/', data: 'x' }], said: ['error lying-size x.zip/d'] },
  { is: 'an encrypted file', items: [{ name: 'e', data: 'x', flags: 1 }], said: ['error encrypted x.zip/e'] },
  {
    is: 'a file in strong encryption',
    items: [{ name: 'e', data: 'x', flags: 0x41 }],
    said: ['error damaged x.zip'],
    received: /strong encryption/,
  },
  ...[1, 9, 12, 14, 93, 99].map((method) => ({
    is: `compression ${method}`,
    items: [{ name: 'e', data: 'x', method }],
    said: ['error bad-method x.zip/e'],
  })),
  {
    is: 'two entries of one path',
    items: [
      { name: 'a/x', data: '1' },
      { name: 'a/x', data: '2' },
    ],
    said: ['error contested-name x.zip/a/x'],
  },
  { is: 'a folder twice', items: [{ name: 'a/' }, { name: 'a/' }], said: ['error contested-name x.zip/a'] },
  {
    is: 'one path, once with a point before it',
    items: [
      { name: 'x', data: '1' },
      { name: './x', data: '2' },
    ],
    said: ['error contested-name x.zip/x'],
  },
  {
    is: 'a file that is a folder as well',
    items: [
      { name: 'a', data: '1' },
      { name: 'a/x', data: '2' },
    ],
    said: ['error contested-name x.zip/a'],
  },
  {
    is: 'names that differ in case',
    items: [
      { name: 'a/x', data: '1' },
      { name: 'a/X', data: '2' },
    ],
    said: ['error contested-name x.zip/a/x', 'error contested-name x.zip/a/X'],
  },
  {
    is: 'folders that differ in case',
    items: [
      { name: 'a/x', data: '1' },
      { name: 'A/y', data: '2' },
    ],
    said: ['error contested-name x.zip/a', 'error contested-name x.zip/A'],
  },
  {
    is: 'one letter in two forms',
    items: [
      { name: 'caf\u00e9', data: '1' },
      { name: 'cafe\u0301', data: '2' },
    ],
    said: ['error contested-name x.zip/caf\u00e9', 'error contested-name x.zip/cafe\u0301'],
  },
  {
    is: 'another name before the data than in the list',
    items: [{ name: 'a.txt', data: 'x', header: { name: 'b.txt' } }],
    said: ['error contradiction x.zip/a.txt'],
    received: /another name/,
  },
  {
    is: 'another size before the data than in the list',
    items: [{ name: 'a.txt', data: 'x', header: { size: 2 } }],
    said: ['error contradiction x.zip/a.txt'],
    received: /another size/,
  },
  {
    is: 'another compression before the data than in the list',
    items: [{ name: 'a.txt', data: 'x', header: { method: 0 } }],
    said: ['error contradiction x.zip/a.txt'],
    received: /another compression/,
  },
  {
    is: 'data that only its own header calls encrypted',
    items: [{ name: 'a.txt', data: 'x', header: { flags: 0x801 } }],
    said: ['error contradiction x.zip/a.txt'],
    received: /another encryption/,
  },
  {
    is: 'a stored file that claims more bytes than it has',
    items: [{ name: 'a.txt', data: 'abc', method: 0, size: 4 }],
    said: ['error lying-size x.zip/a.txt'],
  },
  {
    is: 'a stored file that claims fewer bytes than it has',
    items: [{ name: 'a.txt', data: 'abc', method: 0, size: 2 }],
    said: ['error lying-size x.zip/a.txt'],
  },
  {
    is: 'a deflated file with more bytes than it claims',
    items: [{ name: 'a.txt', data: 'abc', size: 2 }],
    said: ['error damaged x.zip/a.txt'],
    received: /^more than the 2 bytes that it claims$/,
  },
  {
    is: 'a deflated file with fewer bytes than it claims',
    items: [{ name: 'a.txt', data: 'abc', size: 4 }],
    said: ['error damaged x.zip/a.txt'],
    received: /^3 bytes where it claims 4$/,
  },
  {
    is: 'bytes hidden behind the end of a deflated file',
    items: [
      { name: 'a.txt', data: 'abc', packed: Buffer.concat([deflateRawSync(Buffer.from('abc')), Buffer.alloc(9)]) },
    ],
    said: ['error damaged x.zip/a.txt'],
    received: /packed bytes of which 5 are its own/,
  },
  {
    is: 'other bytes than the checksum is of',
    items: [{ name: 'a.txt', data: 'abc', crc: 1 }],
    said: ['error damaged x.zip/a.txt'],
    received: /checksum/,
  },
  {
    is: 'deflated data that is none',
    items: [{ name: 'a.txt', data: 'abc', packed: Buffer.alloc(20, 0xff) }],
    said: ['error damaged x.zip/a.txt'],
    received: /a damaged one/,
  },
  {
    is: 'deflated data that breaks off',
    items: [{ name: 'a.txt', data: 'abc'.repeat(99), packed: deflateRawSync('abc'.repeat(99)).subarray(0, 5) }],
    said: ['error damaged x.zip/a.txt'],
    received: /unexpected end/,
  },
  {
    is: 'a claim of 100 MiB and a byte, all entries together',
    items: Array.from({ length: 10 }, (_, i) => ({ name: `f${i}`, data: 'x', size: 10 * MIB - (i > 0 ? 0 : 5) })),
    said: ['error too-large x.zip'],
    received: /^104857601 bytes unpacked$/,
  },
  {
    is: 'a claim of more bytes than there are anywhere',
    items: [{ name: 'a', data: 'x', size: 0xffffffff, packedSize: 0xffffffff, extra: zip64Sizes(2n ** 63n, 3n) }],
    said: ['error too-large x.zip'],
  },
  {
    is: 'a claim of a packed size beyond the archive',
    items: [{ name: 'a', data: 'x', size: 0xffffffff, packedSize: 0xffffffff, extra: zip64Sizes(1n, 2n ** 63n) }],
    said: ['error damaged x.zip'],
  },
  {
    is: 'a header that is said to lie beyond every file',
    items: [{ name: 'a', data: 'x', start: 0xffffffff, extra: zip64Sizes(2n ** 63n) }],
    said: ['error damaged x.zip'],
    received: /an entry outside it/,
  },
  {
    is: 'two entries that share their bytes',
    items: [
      { name: 'same', data: 'x' },
      { name: 'same', data: 'x', start: zipOf([GOOD]).length - zipListEntry(GOOD, 0).length - 22 },
    ],
    said: ['error contested-name x.zip/same', 'error overlap x.zip/same'],
  },
  { is: 'fewer entries than its end says', items: [], lies: { entryCount: 3 }, said: ['error damaged x.zip'] },
  {
    is: 'more entries than its end says',
    items: [{ name: 'a' }, { name: 'b' }],
    lies: { entryCount: 2 },
    said: ['error damaged x.zip'],
    received: /another number of entries/,
  },
  { is: 'a list that is elsewhere', items: [], lies: { listStart: 0 }, said: ['error damaged x.zip'] },
  { is: 'a list that is longer', items: [], lies: { listBytes: 1000 }, said: ['error damaged x.zip'] },
  { is: 'one disk of several', items: [], lies: { disk: 1 }, said: ['error damaged x.zip'], received: /one part of/ },
]

test.each(REFUSED)('nothing is taken of an archive with $is', async ({ items, lies, said, received = /./ }) => {
  const { files, diagnostics, ...result } = await unpacked(zipOf([GOOD, ...items], lies))
  expect(result.said).toEqual(said)
  for (const diagnostic of diagnostics) {
    expect(diagnostic.received).toMatch(received)
    expect([diagnostic.expected, diagnostic.fix]).toEqual([expect.stringMatching(/./), expect.stringMatching(/\.$/)])
  }
  // What is judged by its list alone never reaches the disk.
  if (diagnostics[0]?.file === 'x.zip' || diagnostics[0]?.code !== 'damaged') expect(files).toEqual([])
})

test('of an archive with many faults some are named, and the others counted', async () => {
  const { said } = await unpacked(zipOf(Array.from({ length: 30 }, (_, i) => ({ name: `../${i}`, data: 'x' }))))
  expect(said).toHaveLength(21)
  expect(said[0]).toBe('error bad-path x.zip/../0')
  expect(said[20]).toBe('error too-many x.zip')
})

const WHOLE = zipOf([GOOD, { name: 'b/c.txt', data: 'abc'.repeat(1000) }])
const NO_ARCHIVES: [is: string, bytes: Buffer, received: RegExp][] = [
  ['empty', Buffer.alloc(0), /without the end of one/],
  ['text', Buffer.from('# A skill\n'.repeat(50)), /without the end of one/],
  ['of nothing', Buffer.alloc(200_000), /without the end of one/],
  ['cut short', WHOLE.subarray(0, WHOLE.length - 30), /without the end of one/],
  ['cut short by a byte', WHOLE.subarray(0, WHOLE.length - 1), /without the end of one/],
  ['without its beginning', WHOLE.subarray(20), /list of entries that is not where/],
  ['followed by something', Buffer.concat([WHOLE, Buffer.from('more')]), /further bytes after its end/],
  ['preceded by something', Buffer.concat([Buffer.from('#!/bin/sh\n'), WHOLE]), /list of entries that is not where/],
  ['in the form for very large ones', withZip64End(WHOLE), /zip64/],
]

test.each(NO_ARCHIVES)('a file that is no whole archive is refused: %s', async (_is, bytes, received) => {
  const { files, diagnostics } = await unpacked(bytes)
  expect(diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual(['damaged x.zip'])
  expect(diagnostics[0]?.received).toMatch(received)
  expect(files).toEqual([])
})

test('an archive with any one byte changed is refused or comes out the same', async () => {
  const before = zipOf([{ name: 'a/b.txt', data: 'abcabcabc' }])
  for (let at = 0; at < before.length; at++) {
    const bytes = Buffer.from(before)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
    const { into, files, said } = await unpacked(bytes)
    if (said.length > 0) continue
    // Dates, versions and the like: nothing of them is taken.
    expect([at, files]).toEqual([at, ['a/b.txt']])
    expect(readFileSync(join(into, 'a/b.txt'), 'utf8')).toBe('abcabcabc')
  }
})

test('an archive of 20,001 entries is refused before the first is looked at', async () => {
  const names = Array.from({ length: 20_001 }, (_, i) => ({ name: `f${i}`, method: 0 }))
  const { files, diagnostics } = await unpacked(zipOf(names))
  expect(diagnostics.map(({ code, expected }) => [code, expected])).toEqual([
    ['too-many', 'at most 20000 files and folders in an archive'],
  ])
  expect(files).toEqual([])
})

test('folders that the entries only imply count as well', async () => {
  const items = Array.from({ length: 1_000 }, (_, i) => ({ name: `${i}/${`${i}/`.repeat(20)}x`, method: 0 }))
  expect((await unpacked(zipOf(items))).said).toEqual(['error too-many x.zip'])
})

test('an archive of more than 100 MiB is not read', async () => {
  expect((await unpacked(Buffer.concat([Buffer.alloc(100 * MIB), WHOLE]))).said).toEqual(['error too-large x.zip'])
})

// Each entry quotes the header of the next as the beginning of its own data, and they all end in one kernel (the bomb of
// David Fifield, 2019): honest sizes and checksums, no header shared, and every entry as large as the kernel.
test('a bomb of entries that overlap is refused before a byte of it is unpacked', async () => {
  const kernel = Buffer.alloc(MIB)
  let item: ZipItem = { name: 'f0', data: kernel }
  let tail = Buffer.concat([zipHeader(item), packedOf(item)])
  const made = [{ item, behind: tail.length }]
  for (let i = 1; i < 20; i++) {
    const quoted = zipHeader(item)
    const block = Buffer.alloc(5)
    block.writeUInt16LE(quoted.length, 1)
    block.writeUInt16LE(~quoted.length & 0xffff, 3)
    const packed = Buffer.concat([block, quoted, packedOf(item)])
    item = { name: `f${i}`, data: Buffer.concat([quoted, Buffer.from(item.data ?? '')]), packed }
    tail = Buffer.concat([zipHeader(item), block, tail])
    made.push({ item, behind: tail.length })
  }
  const list = Buffer.concat(made.map((each) => zipListEntry(each.item, tail.length - each.behind)))
  const bomb = Buffer.concat([tail, list, zipEnd(made.length, tail.length, list.length)])
  expect(bomb.length).toBeLessThan(10_000)
  const { files, said } = await unpacked(bomb)
  expect([files, said]).toEqual([[], ['error overlap x.zip/f18']])
})

test('a bomb that claims little stops at the first piece above its claim', async () => {
  const { into, said } = await unpacked(zipOf([{ name: 'bomb', data: Buffer.alloc(8 * MIB), size: 1_000 }]))
  expect(said).toEqual(['error damaged x.zip/bomb'])
  expect(statSync(join(into, 'bomb')).size).toBeLessThanOrEqual(1_000)
})

test('a link in the place of the archive is not followed', async () => {
  const folder = tempFolder()
  await expect(unpackArchive({ archive: folder, into: join(folder, 'into'), label: 'x.zip' })).rejects.toThrow(
    'expected a regular file, got a link, folder or device',
  )
})

function zip64Sizes(...sizes: bigint[]): Buffer {
  const field = Buffer.alloc(4 + 8 * sizes.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * sizes.length, 2)
  for (const [index, size] of sizes.entries()) field.writeBigUInt64LE(size, 4 + 8 * index)
  return field
}

function unicodeName(name: string): Buffer {
  const bytes = Buffer.from(name)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(bytes.length + 5, 2)
  field.writeUInt8(1, 4)
  return Buffer.concat([field, bytes])
}

// With a record that leads far outside the file, where a reader that believes it falls.
function withZip64End(archive: Buffer): Buffer {
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(2n ** 63n, 8)
  return Buffer.concat([archive.subarray(0, -22), locator, archive.subarray(-22)])
}
