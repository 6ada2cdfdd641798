// A log for processes that may not speak: one line for each trouble, in a file that does not grow without end.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const LOG_BYTES_MAX = 256 * 1024
const LINE_CHARS_MAX = 2_000

/** Makes the folder of the log, but none above it. Never throws: there is nobody left to tell. */
export function noteTrouble(path: string, what: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  const line = `${what}: ${reason}`.replace(/\s+/g, ' ').slice(0, LINE_CHARS_MAX)
  try {
    const folder = dirname(path)
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { mode: 0o700 })
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(path, `${path}.old`)
    appendFileSync(path, `${line}\n`, { mode: 0o600 })
  } catch {
    // A full or read-only disk is among the troubles that end here.
  }
}
