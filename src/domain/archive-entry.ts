// What an archive says of one entry, before anything of it is unpacked, and what is wrong with that. Pure.
import type { ArchivePath } from './archive-path.ts'

export type ArchiveEntry = {
  /** As the archive spells it; undefined when its bytes are no text, or it has two names that differ. */
  name: string | undefined
  /** The number of the system that packed it. */
  system: number
  /** Of that system's file; those of Unix stand in the upper half. */
  attributes: number
  isEncrypted: boolean
  /** The number of the compression. */
  method: number
  /** Bytes unpacked, and in the archive, as it claims. */
  size: number
  packedSize: number
  crc32: number
  /** Where its header begins and where its data begins. */
  start: number
  dataStart: number
  /** A field that the header before the data gives otherwise than the list at the end does. */
  contradiction: string | undefined
}

export type EntryFault = [code: string, expected: string, received: string, fix: string]

export const STORED = 0
export const DEFLATED = 8

const UNIX_SYSTEMS = [3, 19]
const [TYPE, FOLDER, LINK, FILE] = [0o170000, 0o040000, 0o120000, 0o100000]
const [DOS_FOLDER, DOS_LABEL] = [0x10, 0x08]
const PRIVILEGES = 0o7000

const REPACK = 'Pack the folder again with another program, or import the folder itself.'

/** Undefined for one that may be unpacked. Types are believed of any system: some unpackers believe them. */
export function entryFault(entry: ArchiveEntry, { isFolder }: ArchivePath): EntryFault | undefined {
  const mode = entry.attributes >>> 16
  const type = mode & TYPE
  if (type === LINK) return ['link', 'a file', 'a link', 'Replace it by a copy of the file itself.']
  if (![0, FILE, FOLDER].includes(type) || (entry.attributes & DOS_LABEL) !== 0) {
    return ['not-a-file', 'a file', 'a pipe, socket, device or label', 'Remove it.']
  }
  const isCalledFolder = type === 0 ? (entry.attributes & DOS_FOLDER) !== 0 : type === FOLDER
  if (isFolder ? type === FILE : isCalledFolder) {
    return ['contradiction', 'a folder or a file', 'one by its name and the other by its attributes', REPACK]
  }
  if (entry.isEncrypted)
    return ['encrypted', 'a file that anybody can read', 'an encrypted one', 'Pack it again without a password.']
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    return ['bad-method', 'a file stored or deflated', `compression ${entry.method}`, REPACK]
  }
  if (!isFolder && (mode & PRIVILEGES) !== 0) {
    return [
      'privileged',
      'an ordinary file',
      'one with a setuid, setgid or sticky bit',
      'Take the bit away: chmod a-st.',
    ]
  }
  return sizeFault(entry, isFolder)
}

/** Only who packed on a Unix says whether a file may be run. */
export function isExecutableEntry({ system, attributes }: ArchiveEntry): boolean {
  return UNIX_SYSTEMS.includes(system) && ((attributes >>> 16) & 0o111) !== 0
}

function sizeFault(entry: ArchiveEntry, isFolder: boolean): EntryFault | undefined {
  const { contradiction, size, packedSize, method } = entry
  if (contradiction !== undefined) {
    return ['contradiction', 'a header that says what the list of the archive says', `another ${contradiction}`, REPACK]
  }
  if (isFolder && size > 0) return ['lying-size', 'a folder without bytes of its own', `${size} bytes`, REPACK]
  if (method === STORED && size !== packedSize) {
    return ['lying-size', `${size} bytes, as the archive claims`, `${packedSize}`, REPACK]
  }
  return undefined
}
