// A file of lines that several processes append to at once. One `write` with O_APPEND per line, so lines never mix;
// a torn last line (its writer was killed, the disk was full) is closed off by the next writer. Readers skip and count
// what is no JSON object; nothing here ever refuses a file because of one line.
import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { SkillError } from '../domain/skill-error.ts'
import { syncData } from './descriptor-sync.ts'
import { syncFolder } from './folder-sync.ts'
import { isCode } from './storage-error.ts'

export const LINE_BYTES_MAX = 64 * 1024
const READ_CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a

export type JsonlWriter = {
  /** When this returns the line is in the file: a killed process cannot lose it (`sync` is for power cuts). */
  append(value: unknown): void
  sync(): Promise<void>
  close(): void
}

/**
 * Blocking on purpose: a line into the page cache costs microseconds, a trip through the thread pool ten times that,
 * and an event must be in the file before the caller is answered.
 */
export function openJsonlWriter(path: string): JsonlWriter {
  let descriptor = openAppend(path)
  let endsAt = -1
  let nameIsOnDisk = false
  const level = () => {
    const stats = fstatSync(descriptor)
    const standing = statSync(path, { throwIfNoEntry: false })
    if (standing?.ino === stats.ino && standing.dev === stats.dev) return stats
    // The file was deleted or moved, or its folder swapped, under us: what we would append would go nowhere.
    const fresh = openAppend(path)
    closeSync(descriptor)
    descriptor = fresh
    endsAt = -1
    nameIsOnDisk = false
    return fstatSync(descriptor)
  }
  return {
    append(value) {
      const line = Buffer.from(`${JSON.stringify(value)}\n`)
      if (line.length > LINE_BYTES_MAX) throw lineTooLong(line.length)
      const { size } = level()
      // Only a size that we did not leave behind can hide a torn tail.
      const torn = size > 0 && size !== endsAt && !endsWithNewline(descriptor, size)
      const bytes = torn ? Buffer.concat([Buffer.from('\n'), line]) : line
      endsAt = -1
      const written = writeSync(descriptor, bytes)
      if (written !== bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
      endsAt = size + bytes.length
    },
    async sync() {
      await syncData(descriptor)
      // A file that we made is lost in a power cut together with its lines while its folder does not have its name.
      if (nameIsOnDisk) return
      await syncFolder(dirname(path))
      nameIsOnDisk = true
    },
    close: () => closeSync(descriptor),
  }
}

function openAppend(path: string): number {
  try {
    return openSync(path, 'a+', 0o600)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return openSync(path, 'a+', 0o600)
  }
}

function endsWithNewline(descriptor: number, size: number): boolean {
  const last = Buffer.alloc(1)
  return readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE
}

function lineTooLong(bytes: number): SkillError {
  const message = `an event may hold at most ${LINE_BYTES_MAX} bytes, got ${bytes}`
  return new SkillError('too-large', message, 'Shorten the message, note or arguments.')
}

export type JsonlSlice = {
  values: unknown[]
  /** Lines that were no JSON object or too long. */
  skipped: number
  /** Where the next read begins: after the last whole line. */
  next: number
}

/**
 * Reads whole lines from a byte offset on; a last line without its newline is left for the next call.
 * A file that is shorter than the offset was replaced: it is read from its beginning.
 */
export async function readJsonl(path: string, from = 0): Promise<JsonlSlice> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const begin = from > size ? 0 : from
  if (begin === size) return { values: [], skipped: 0, next: begin }
  const descriptor = openSync(path, 'r')
  try {
    return await readLines(descriptor, begin, size - begin)
  } finally {
    closeSync(descriptor)
  }
}

/** The whole lines among the last bytes of a file: for who only wants to know what came last. */
export async function readJsonlEnd(path: string, bytesMax: number): Promise<unknown[]> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  // Where the cut goes through a line, what is left of it is no JSON.
  return (await readJsonl(path, Math.max(0, size - bytesMax))).values
}

// Blocking reads, because most are of the few lines since the last call; after each large chunk others get their turn.
async function readLines(descriptor: number, from: number, expected: number): Promise<JsonlSlice> {
  const slice: JsonlSlice = { values: [], skipped: 0, next: from }
  const chunk = Buffer.allocUnsafe(Math.min(READ_CHUNK_BYTES, expected))
  let rest = Buffer.alloc(0)
  let overlong = false
  for (let at = from; ; ) {
    const bytesRead = readSync(descriptor, chunk, 0, chunk.length, at)
    if (bytesRead === 0) return slice
    at += bytesRead
    const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
    let begin = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, begin)) {
      if (overlong) slice.skipped++
      else addLine(slice, bytes.subarray(begin, end))
      overlong = false
      begin = end + 1
    }
    // What is longer than any line of ours is garbage; it is passed over without being kept in memory.
    if (bytes.length - begin > LINE_BYTES_MAX) overlong = true
    rest = overlong ? Buffer.alloc(0) : Buffer.from(bytes.subarray(begin))
    slice.next = overlong ? at : at - rest.length
    if (bytesRead === READ_CHUNK_BYTES) await breathe()
  }
}

function addLine(slice: JsonlSlice, line: Buffer): void {
  const text = line.toString('utf8').trim()
  // An empty line is what closing off a torn tail leaves behind; it stands for no event.
  if (text === '') return
  const value = line.length <= LINE_BYTES_MAX ? parseObject(text) : undefined
  if (value === undefined) slice.skipped++
  else slice.values.push(value)
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
