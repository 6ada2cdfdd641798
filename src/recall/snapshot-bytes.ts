// Named arrays in one block of bytes, and back: the form of an index snapshot. It is written and read on the same kind
// of machine and made anew when anything about it does not fit, so it needs no versions of its own beyond its title.
import { crc32 } from 'node:zlib'

const TYPES = { Uint8Array, Uint32Array, Int32Array, Float32Array, Float64Array } as const
type TypeName = keyof typeof TYPES
export type SnapshotArray = Uint8Array | Uint32Array | Int32Array | Float32Array | Float64Array
export type SnapshotArrays = Record<string, SnapshotArray>

type Entry = { name: string; type: TypeName; at: number; length: number }

// Typed arrays begin at multiples of their element size.
const ALIGNMENT = 8
const CRC_BYTES = 4
const HEAD_BYTES = 8

/** CRC-32 of all that follows it, length of the directory, then the directory as JSON, then the arrays. */
export function snapshotBytes(title: string, arrays: SnapshotArrays): Uint8Array {
  const entries: Entry[] = []
  let at = 0
  for (const [name, array] of Object.entries(arrays)) {
    entries.push({ name, type: typeName(array), at, length: array.length })
    at = aligned(at + array.byteLength)
  }
  const directory = Buffer.from(JSON.stringify({ title, entries }), 'utf8')
  const base = aligned(HEAD_BYTES + directory.length)
  const bytes = Buffer.alloc(base + at)
  directory.copy(bytes, HEAD_BYTES)
  for (const [i, array] of Object.values(arrays).entries()) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), base + entries[i]!.at)
  }
  bytes.writeUInt32LE(directory.length, CRC_BYTES)
  bytes.writeUInt32LE(crc32(bytes.subarray(CRC_BYTES)), 0)
  return bytes
}

/** The arrays, as views of the bytes; undefined when the bytes are damaged or bear another title. */
export function snapshotArrays(title: string, bytes: Uint8Array): SnapshotArrays | undefined {
  if (bytes.byteLength < HEAD_BYTES) return undefined
  // Views need an aligned beginning. Not slice(): that of a Buffer copies nothing.
  const whole = bytes.byteOffset % ALIGNMENT === 0 ? bytes : new Uint8Array(bytes)
  const buffer = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)
  if (crc32(buffer.subarray(CRC_BYTES)) !== buffer.readUInt32LE(0)) return undefined
  // The checksum stood, so this is what we wrote.
  const directoryBytes = buffer.readUInt32LE(CRC_BYTES)
  const directory: { title: string; entries: Entry[] } = JSON.parse(
    buffer.toString('utf8', HEAD_BYTES, HEAD_BYTES + directoryBytes),
  )
  if (directory.title !== title) return undefined
  const base = buffer.byteOffset + aligned(HEAD_BYTES + directoryBytes)
  return Object.fromEntries(
    directory.entries.map(({ name, type, at, length }) => [
      name,
      new TYPES[type](whole.buffer as ArrayBuffer, base + at, length),
    ]),
  )
}

function typeName(array: SnapshotArray): TypeName {
  // A Buffer is a Uint8Array by another name.
  return array instanceof Uint8Array ? 'Uint8Array' : (array.constructor.name as TypeName)
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}
