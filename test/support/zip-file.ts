// A small writer of zip archives that can lie: every field of an entry may be said otherwise than it is.
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipItem = {
  name: string | Buffer
  data?: string | Buffer
  /** Unix mode with its type; 0o100644 where the name does not end in a slash. */
  mode?: number
  /** 3 is Unix, 0 is DOS. */
  system?: number
  /** Of the other system, in the lower half. */
  attributes?: number
  /** 0 stored, 8 deflated. */
  method?: number
  /** Added to those that are needed. */
  flags?: number
  /** Bytes in the archive, in the place of what is made of the data. */
  packed?: Buffer
  /** Extra fields of the list. */
  extra?: Buffer
  /** What is claimed in both places. */
  size?: number
  packedSize?: number
  crc?: number
  /** What the header before the data claims otherwise. */
  header?: { name?: string; size?: number; method?: number; flags?: number }
  /** Where the list says that the header is. */
  start?: number
}

export type ZipLies = { entryCount?: number; listStart?: number; listBytes?: number; disk?: number; comment?: Buffer }

const [UTF8, UNIX] = [0x800, 3]

/** The items one after another, then the list, then the end. */
export function zipOf(items: readonly ZipItem[], lies: ZipLies = {}): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const item of items) {
    const header = zipHeader(item)
    const packed = packedOf(item)
    parts.push(header, packed)
    list.push(zipListEntry(item, item.start ?? at))
    at += header.length + packed.length
  }
  const listed = Buffer.concat(list)
  return Buffer.concat([...parts, listed, zipEnd(items.length, at, listed.length, lies)])
}

/** What stands before the data. */
export function zipHeader(item: ZipItem): Buffer {
  const { name, size, method, flags } = { ...fieldsOf(item), ...item.header }
  const { packedSize, crc } = fieldsOf(item)
  const nameBytes = Buffer.from(name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(packedSize, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(nameBytes.length, 26)
  return Buffer.concat([header, nameBytes])
}

/** A line of the list at the end. */
export function zipListEntry(item: ZipItem, start: number): Buffer {
  const { name, size, packedSize, crc, method, flags } = fieldsOf(item)
  const { system = UNIX, attributes = 0, extra = Buffer.alloc(0) } = item
  const nameBytes = Buffer.from(name)
  const mode = item.mode ?? (system !== UNIX ? 0 : nameBytes.at(-1) === 0x2f ? 0o040755 : 0o100644)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE((system << 8) | 30, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(method, 10)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packedSize, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(nameBytes.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(((mode << 16) | attributes) >>> 0, 38)
  entry.writeUInt32LE(start, 42)
  return Buffer.concat([entry, nameBytes, extra])
}

export function zipEnd(entryCount: number, listStart: number, listBytes: number, lies: ZipLies = {}): Buffer {
  const comment = lies.comment ?? Buffer.alloc(0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(lies.disk ?? 0, 4)
  end.writeUInt16LE((lies.entryCount ?? entryCount) % 0x10000, 8)
  end.writeUInt16LE((lies.entryCount ?? entryCount) % 0x10000, 10)
  end.writeUInt32LE(lies.listBytes ?? listBytes, 12)
  end.writeUInt32LE(lies.listStart ?? listStart, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([end, comment])
}

export function packedOf(item: ZipItem): Buffer {
  const data = Buffer.from(item.data ?? '')
  return item.packed ?? ((item.method ?? 8) === 8 ? deflateRawSync(data) : data)
}

function fieldsOf(item: ZipItem) {
  const data = Buffer.from(item.data ?? '')
  const { name, method = 8 } = item
  return {
    ...{ name, method },
    flags: (item.flags ?? 0) | (typeof name === 'string' ? UTF8 : 0),
    size: item.size ?? data.length,
    packedSize: item.packedSize ?? packedOf(item).length,
    crc: item.crc ?? crc32(data),
  }
}
