// How much memory another process holds, as the system counts it.
import { execFileSync } from 'node:child_process'

/** Resident bytes. `ps` knows them on every Unix. */
export function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) * 1024
}
