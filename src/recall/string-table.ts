// Sorted strings as two arrays that can be saved and used again without decoding them all: what is asked for is decoded
// then. Made for the terms of a snapshot, of which a message needs a dozen out of ten thousands.
import { byCodeUnit } from './bm25f.ts'

export type StringTable = {
  readonly size: number
  at(index: number): string
  /** -1 when it is not there. */
  indexOf(text: string): number
}

/** As saved: the texts in UTF-8 one after the other, and where each begins, with the end as the last. */
export type StringTableBytes = { bytes: Uint8Array; starts: Uint32Array }

/**
 * @param sorted in code unit order, without repetitions, as far as `indexOf` will be asked; none may hold half a surrogate
 * pair.
 */
export function encodeStrings(sorted: readonly string[]): StringTableBytes {
  const encoded = sorted.map((text) => Buffer.from(text, 'utf8'))
  const starts = new Uint32Array(sorted.length + 1)
  for (const [i, { length }] of encoded.entries()) starts[i + 1] = starts[i]! + length
  return { bytes: Buffer.concat(encoded), starts }
}

export function stringTable({ bytes, starts }: StringTableBytes): StringTable {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = (index: number) => buffer.toString('utf8', starts[index]!, starts[index + 1]!)
  return {
    size: starts.length - 1,
    at,
    indexOf(text) {
      let low = 0
      let high = starts.length - 2
      while (low <= high) {
        const middle = (low + high) >>> 1
        const order = byCodeUnit(at(middle), text)
        if (order === 0) return middle
        if (order < 0) low = middle + 1
        else high = middle - 1
      }
      return -1
    },
  }
}
