// A new file of bytes that come one piece after another, so that none of it is in memory as a whole. For what is not kept:
// nothing of it is synced.
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const FILE_MODE = 0o644
const PROGRAM_MODE = 0o755

/**
 * Makes the folders, for this user alone. Writes at once: of thousands of small files most of the time would be spent on
 * waiting. @throws the system's error, EEXIST where something stands there.
 */
export async function streamToNewFile(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  isExecutable: boolean,
): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const descriptor = openSync(path, 'wx', isExecutable ? PROGRAM_MODE : FILE_MODE)
  try {
    for await (const chunk of chunks) writeFileSync(descriptor, chunk)
  } finally {
    closeSync(descriptor)
  }
}
