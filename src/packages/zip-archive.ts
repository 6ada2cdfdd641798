// A zip archive: what it says of its entries, and the bytes of each, piece by piece. The only place that knows the library.
// Judges nothing (domain/archive-plan.ts does), and sends the library nowhere outside the file: it would trip.
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  type LocalFileHeader,
  RandomAccessReader,
} from 'yauzl'
import { type ArchiveEntry, STORED } from '../domain/archive-entry.ts'
import { IMPORT_ENTRIES_MAX } from '../domain/package-limits.ts'
import { shown } from '../domain/skill-error.ts'
import { readZipEnd, ZIP_TAIL_BYTES, type ZipEnd } from '../domain/zip-end.ts'
import type { OpenFile } from '../files/open-file.ts'

/** @property wrong what it is instead of a whole archive. */
export type NoZip = { wrong: string }

const LIST_ENTRY_BYTES = 46
const HEADER_BYTES = 30
const PIECE_BYTES = 65_536

const IS_UTF8 = 0x800
const HAS_SIZES_BEHIND = 0x8
const IS_ENCRYPTED = 0x1
// The name once more, in Unicode; and a size that stands elsewhere because it is too large for its field.
const NAME_FIELD = 0x7075
const ELSEWHERE = 0xffffffff

/** Of all entries, in the order of its list. At most IMPORT_ENTRIES_MAX are looked at. */
export async function listZip(file: OpenFile): Promise<ArchiveEntry[] | NoZip | 'too-many'> {
  const tailBytes = Math.min(file.size, ZIP_TAIL_BYTES)
  const end = readZipEnd(file.readAt(file.size - tailBytes, tailBytes), file.size)
  if ('wrong' in end) return end
  if (end.entryCount > IMPORT_ENTRIES_MAX) return 'too-many'
  try {
    return await entriesOf(file, end)
  } catch (error) {
    return { wrong: damageIn(error) }
  }
}

async function entriesOf(file: OpenFile, { listStart, listEnd }: ZipEnd): Promise<ArchiveEntry[] | NoZip> {
  const raw = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
  const zip = await fromRandomAccessReaderPromise(new FileReader(file), file.size, raw)
  const entries: ArchiveEntry[] = []
  let at = listStart
  for await (const entry of zip.eachEntry()) {
    at += LIST_ENTRY_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (entry.relativeOffsetOfLocalHeader + HEADER_BYTES > listStart) return { wrong: 'one with an entry outside it' }
    const header = await zip.readLocalFileHeaderPromise(entry)
    if (header.fileDataStart + entry.compressedSize > listStart) return { wrong: 'one with an entry outside it' }
    entries.push(entryOf(entry, header))
  }
  return at === listEnd ? entries : { wrong: 'one with another number of entries than it says' }
}

// How the library reads: at once, for most of the time would be spent on waiting for a few bytes of each entry.
class FileReader extends RandomAccessReader {
  readonly #file: OpenFile

  constructor(file: OpenFile) {
    super()
    this.#file = file
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    done(null, this.#file.readAt(position, length).copy(into, offset))
  }
}

/**
 * Unpacked. @throws what `damageIn` takes.
 * @property used how many bytes in the archive were needed for them, when all were read.
 */
export function entryBytes(file: OpenFile, entry: ArchiveEntry): { chunks: AsyncIterable<Buffer>; used: () => number } {
  const packed = Readable.from(pieces(file, entry))
  // Some packers call an empty file deflated.
  if (entry.method === STORED || entry.packedSize === 0) return { chunks: packed, used: () => entry.packedSize }
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES })
  // Whoever reads is told of an error; one that comes before that must not end the process.
  inflate.on('error', () => undefined)
  pipeline(packed, inflate, () => undefined)
  return { chunks: inflate, used: () => inflate.bytesWritten }
}

/** What the library or the decompression finds in a damaged archive, as what came instead. @throws every other error. */
export function damageIn(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  // Its errors have no kind of their own, those of the system and ours have.
  const isOfLibrary = error instanceof Error && error.constructor === Error && code === undefined
  if (!isOfLibrary && code?.startsWith('Z_') !== true) throw error
  return `a damaged one: ${shown(message)}`
}

function* pieces(file: OpenFile, { dataStart, packedSize }: ArchiveEntry): Generator<Buffer> {
  for (let done = 0; done < packedSize; ) {
    const piece = file.readAt(dataStart + done, Math.min(PIECE_BYTES, packedSize - done))
    // Somebody has cut the file off meanwhile: too few bytes is what is found.
    if (piece.length === 0) return
    done += piece.length
    yield piece
  }
}

function entryOf(entry: Entry, header: LocalFileHeader): ArchiveEntry {
  return {
    name: nameOf(entry),
    system: entry.versionMadeBy >>> 8,
    attributes: entry.externalFileAttributes,
    isEncrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    crc32: entry.crc32,
    start: entry.relativeOffsetOfLocalHeader,
    dataStart: header.fileDataStart,
    contradiction: contradictionIn(entry, header),
  }
}

// Many packers write UTF-8 and do not say so. What is no UTF-8 and says nothing is from a DOS.
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string | undefined {
  const text = utf8(fileNameRaw)
  if (text === undefined && (generalPurposeBitFlag & IS_UTF8) !== 0) return undefined
  const second = extraFields.find(({ id }) => id === NAME_FIELD)?.data.subarray(5)
  if (text !== undefined) return second === undefined || second.equals(fileNameRaw) ? text : undefined
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function contradictionIn(entry: Entry, header: LocalFileHeader): string | undefined {
  if (!header.fileName.equals(entry.fileNameRaw)) return 'name'
  if (((header.generalPurposeBitFlag ^ entry.generalPurposeBitFlag) & IS_ENCRYPTED) !== 0) return 'encryption'
  if (header.compressionMethod !== entry.compressionMethod) return 'compression'
  if ((header.generalPurposeBitFlag & HAS_SIZES_BEHIND) !== 0) return undefined
  if (header.crc32 !== entry.crc32) return 'checksum'
  const isOther = (here: number, there: number) => here !== there && here !== ELSEWHERE
  const isLying =
    isOther(header.uncompressedSize, entry.uncompressedSize) || isOther(header.compressedSize, entry.compressedSize)
  return isLying ? 'size' : undefined
}
