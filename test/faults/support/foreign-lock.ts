// A skill's lock as another process would hold it, in the form that stands on disk.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'

/** @param started the start of the holder; to be given when it is gone already. */
export function placeLock(home: string, skill: string, pid: number, started = startOf(pid)): void {
  const path = join(home, 'cortex/leases', `${skill}.lock`)
  mkdirSync(dirname(path), { recursive: true })
  // Far off, because no clock may decide: neither ours nor the holder's.
  const expiresAt = '2099-01-01T00:00:00.000Z'
  writeFileSync(path, JSON.stringify({ token: 'of-another', host: hostname(), pid, started, expiresAt }))
}

/** The state letter of a process and when it started, from behind the ")" that ends its name. */
export function processStat(pid: number): { state: string; started: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0]!, started: fields[19]! }
}

function startOf(pid: number): string {
  return processStat(pid).started
}
