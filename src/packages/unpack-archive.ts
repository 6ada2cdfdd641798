// Unpacks an archive of skills, whole or not at all: what it says of its entries is judged before the first byte is
// written, and what comes out of each must be what it said. An archive in an archive stays the file that it is.
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { damagedArchive, type PlannedFile, planArchive, tooHeavy, tooManyEntries } from '../domain/archive-plan.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { ARCHIVE_BYTES_MAX } from '../domain/package-limits.ts'
import { type OpenFile, openFile } from '../files/open-file.ts'
import { guarded } from '../files/storage-error.ts'
import { streamToNewFile } from '../files/stream-file.ts'
import { passedOver } from '../store/left-out.ts'
import { damageIn, entryBytes, listZip } from './zip-archive.ts'

/** @property into an empty folder of ours. @property label what the archive is called in messages. */
export type Unpacking = { archive: string; into: string; label: string }

/**
 * Of entries only their bytes, their paths and whether they may be run are taken; hidden ones are left out. In memory are
 * some hundred kilobytes of one entry at a time.
 * @returns what was left out; or errors, and then nothing below `into` is to be used.
 * @throws `storage` when the disk refuses, `damaged` for what is no file.
 */
export async function unpackArchive({ archive, into, label }: Unpacking): Promise<Diagnostic[]> {
  return guarded('unpacking the archive', async () => {
    const file = openFile(archive)
    try {
      return await unpackFile(file, into, label)
    } finally {
      file.close()
    }
  })
}

async function unpackFile(file: OpenFile, into: string, label: string): Promise<Diagnostic[]> {
  if (file.size > ARCHIVE_BYTES_MAX) return [tooHeavy(`${file.size}`, label)]
  const entries = await listZip(file)
  if (entries === 'too-many') return [tooManyEntries(label)]
  if ('wrong' in entries) return [damagedArchive(entries.wrong, label)]
  const { files, leftOut, faults } = planArchive(entries, label)
  if (faults.length > 0) return faults
  for (const planned of files) {
    const wrong = await unpackEntry(file, planned, into)
    if (wrong !== undefined) return [damagedArchive(wrong, `${label}/${planned.path}`)]
  }
  return leftOut.map((path) => passedOver(path === '__MACOSX' ? 'mac-metadata' : 'dotfile', `${label}/${path}`))
}

/** @returns what came instead of what was claimed. */
async function unpackEntry(
  file: OpenFile,
  { entry, path, isExecutable }: PlannedFile,
  into: string,
): Promise<string | undefined> {
  const { chunks, used } = entryBytes(file, entry)
  const seen = { bytes: 0, crc: 0 }
  // Stops at the first piece above what was claimed, and what was claimed has been added up.
  async function* asClaimed() {
    for await (const chunk of chunks) {
      seen.bytes += chunk.length
      if (seen.bytes > entry.size) return
      seen.crc = crc32(chunk, seen.crc)
      yield chunk
    }
  }
  try {
    await streamToNewFile(join(into, path), asClaimed(), isExecutable)
  } catch (error) {
    return damageIn(error)
  }
  if (seen.bytes > entry.size) return `more than the ${entry.size} bytes that it claims`
  if (seen.bytes < entry.size) return `${seen.bytes} bytes where it claims ${entry.size}`
  if (used() !== entry.packedSize) return `${entry.packedSize} packed bytes of which ${used()} are its own`
  return seen.crc === entry.crc32 ? undefined : 'other bytes than its checksum is of'
}
