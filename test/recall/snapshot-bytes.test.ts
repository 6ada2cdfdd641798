// The two forms that a snapshot is made of: arrays in one block of bytes, and sorted strings as arrays.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SnapshotArrays, snapshotArrays, snapshotBytes } from '../../src/recall/snapshot-bytes.ts'
import { encodeStrings, stringTable } from '../../src/recall/string-table.ts'
import { seeded } from '../support/seed.ts'

const RUN = seeded(500)

describe(`arrays in one block, seed ${RUN.seed}`, () => {
  const array = fc.oneof(
    fc.uint8Array(),
    fc.uint32Array(),
    fc.int32Array(),
    fc.float32Array({ noNaN: true }),
    fc.float64Array({ noNaN: true }),
  )
  const arrays = fc
    .uniqueArray(
      fc.tuple(
        fc.string({ unit: 'binary', maxLength: 12 }).filter((name) => name !== '__proto__'),
        array,
      ),
      {
        selector: ([name]) => name,
        maxLength: 6,
      },
    )
    .map((entries): SnapshotArrays => Object.fromEntries(entries))

  test('come back as they were, of the same kinds, wherever the block lies', () => {
    fc.assert(
      fc.property(arrays, fc.nat(9), fc.string({ unit: 'binary', maxLength: 8 }), (arrays, offset, title) => {
        const bytes = snapshotBytes(title, arrays)
        const buffer = Buffer.alloc(offset + bytes.length + 5, 0xaa)
        buffer.set(bytes, offset)
        const read = snapshotArrays(title, buffer.subarray(offset, offset + bytes.length))
        // Strict, so that a Float32Array is no Float64Array.
        expect(read).toStrictEqual(arrays)
        expect(Object.keys(read!)).toEqual(Object.keys(arrays))
      }),
      RUN,
    )
  })

  test('are refused under another title, and with any byte changed or missing', () => {
    fc.assert(
      fc.property(arrays, fc.nat(), fc.integer({ min: 1, max: 255 }), (arrays, place, change) => {
        const bytes = snapshotBytes('title 1', arrays)
        expect(snapshotArrays('title 2', bytes)).toBeUndefined()
        const changed = Uint8Array.from(bytes)
        changed[place % bytes.length]! ^= change
        expect(snapshotArrays('title 1', changed)).toBeUndefined()
        expect(snapshotArrays('title 1', bytes.slice(0, place % bytes.length))).toBeUndefined()
        expect(snapshotArrays('title 1', Buffer.concat([bytes, changed]))).toBeUndefined()
      }),
      RUN,
    )
  })

  test('that lie at the right place are not copied', () => {
    const bytes = snapshotBytes('title', { numbers: Int32Array.of(1, 2, 3) })
    const { numbers } = snapshotArrays('title', bytes)!
    numbers![0] = 99
    expect(snapshotArrays('title', bytes)).toBeUndefined()
    expect(numbers!.buffer).toBe(bytes.buffer)
  })
})

describe(`sorted strings, seed ${RUN.seed}`, () => {
  // Whole code points; "binary" holds every one of them but halves of pairs.
  const text = fc.string({ unit: 'binary', maxLength: 6 })
  const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

  test('come back by place, and are found', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 40 }), fc.array(text), (texts, others) => {
        const sorted = texts.toSorted(byCodeUnit)
        const table = stringTable(encodeStrings(sorted))
        expect(table.size).toBe(sorted.length)
        expect(sorted.map((_, i) => table.at(i))).toEqual(sorted)
        for (const text of [...sorted, ...others]) expect(table.indexOf(text)).toBe(sorted.indexOf(text))
      }),
      RUN,
    )
  })

  test.each([
    ['none', []],
    ['the empty one', ['']],
    ['such that code units and bytes are in another order', ['a', '\u{10000}', '\uffff']],
    ['such that one begins another', ['', 'a', 'aa', 'aaa', 'ab']],
  ])('%s', (_, sorted) => {
    const table = stringTable(encodeStrings(sorted))
    expect(sorted.map((text) => table.indexOf(text))).toEqual(sorted.map((_, i) => i))
    for (const absent of ['zzz', 'aaaa', '\u{10001}']) expect(table.indexOf(absent)).toBe(-1)
  })
})
