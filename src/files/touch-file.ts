import { utimesSync } from 'node:fs'
import { fileStamp } from './read-file.ts'

/** Sets a file's time to now; false when there is no such file. */
export function touchFile(path: string): boolean {
  if (fileStamp(path) === undefined) return false
  const now = new Date()
  utimesSync(path, now, now)
  return true
}
