// Reads the whole of stdin at once and writes to stdout at once, for a process that answers one question and ends: the
// streams of Node cost more to load than the answer takes.
import { readSync, writeSync } from 'node:fs'
import { isCode } from './storage-error.ts'

const CHUNK_BYTES = 64 * 1024
const WAIT_MS = 2

/** @returns undefined when more than `bytesMax` came: all of it is read, so that its writer is not cut off. */
export function readStdin(bytesMax: number): string | undefined {
  const chunks: Buffer[] = []
  for (let bytes = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const count = readChunk(chunk)
    if (count === 0) return bytes > bytesMax ? undefined : Buffer.concat(chunks).toString('utf8')
    bytes += count
    if (bytes <= bytesMax) chunks.push(chunk.subarray(0, count))
  }
}

export function writeStdout(text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      if (!isCode(error, 'EAGAIN')) throw error
      pause()
    }
  }
}

// 0 at the end, which some systems tell by an error.
function readChunk(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk, 0, chunk.length, null)
    } catch (error) {
      if (isCode(error, 'EOF')) return 0
      // A parent may hand us a pipe that does not block.
      if (!isCode(error, 'EAGAIN')) throw error
      pause()
    }
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
}
