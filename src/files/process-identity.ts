// Who holds a lock, said so that another process can tell a living holder from a dead one without a clock:
// host, pid and, where the system tells it, the moment the process started (a reused pid then does not count as alive).
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isCode } from './storage-error.ts'

export type ProcessIdentity = { host: string; pid: number; started: string | null }

export function ownIdentity(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, started: startOf(process.pid) }
}

/** `unknown` for another host and for systems that do not tell when a process started. */
export function processState(who: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (who.host !== hostname()) return 'unknown'
  if (!pidExists(who.pid)) return 'dead'
  const started = startOf(who.pid)
  if (started === null || who.started === null) return 'unknown'
  return started === who.started ? 'alive' : 'dead'
}

export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

// Field 22 of /proc/<pid>/stat, in clock ticks since boot; the second field may hold spaces, so count from its ")".
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR')) return null
    throw error
  }
}
