// The record at the end of a zip archive, which says where its list of entries stands. Read before the library looks at
// it: the library believes what stands there. Pure: bytes in, numbers out.
export type ZipEnd = { entryCount: number; listStart: number; listEnd: number }
/** @property wrong what came instead of a whole archive. */
export type NoZipEnd = { wrong: string }

const END_BYTES = 22
const LOCATOR_BYTES = 20
const COMMENT_BYTES_MAX = 0xffff
const END_SIGNATURE = 0x06054b50
const LOCATOR_SIGNATURE = 0x07064b50

/** How much of the end of a file has to be read to find the record. */
export const ZIP_TAIL_BYTES = END_BYTES + LOCATOR_BYTES + COMMENT_BYTES_MAX

/** @param tail the last bytes of the archive: ZIP_TAIL_BYTES, or all. @param size of the archive. */
export function readZipEnd(tail: Buffer, size: number): ZipEnd | NoZipEnd {
  const at = endRecordIn(tail)
  if (at === undefined) return { wrong: 'a file without the end of one: no zip archive, or one that was cut short' }
  if (tail.readUInt16LE(at + 20) !== tail.length - at - END_BYTES) return { wrong: 'further bytes after its end' }
  if (at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR_SIGNATURE) {
    return { wrong: 'one in the form for more than 65,535 entries or 4 GiB (zip64)' }
  }
  const entryCount = tail.readUInt16LE(at + 10)
  const isSplit = tail.readUInt32LE(at + 4) !== 0 || tail.readUInt16LE(at + 8) !== entryCount
  if (isSplit) return { wrong: 'one part of several' }
  const listEnd = size - tail.length + at
  const listStart = tail.readUInt32LE(at + 16)
  if (listStart + tail.readUInt32LE(at + 12) !== listEnd)
    return { wrong: 'a list of entries that is not where it should be' }
  return { entryCount, listStart, listEnd }
}

// The last one, as the library takes it.
function endRecordIn(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END_SIGNATURE) return at
  }
  return undefined
}
