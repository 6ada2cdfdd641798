// Who holds a lock, said so that another process can tell a living holder from a dead one without a clock:
// host, pid and, where the system tells it, the moment the process started (a reused pid then does not count as alive).
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isCode } from './storage-error.ts'

export type ProcessIdentity = { host: string; pid: number; started: string | null }

let own: ProcessIdentity | undefined

/** Does not change while the process lives, so it is asked for once. */
export function ownIdentity(): ProcessIdentity {
  own ??= { host: hostname(), pid: process.pid, started: startOf(process.pid) }
  return own
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
  } catch (error) {
    return isCode(error, 'EPERM')
  }
  // A zombie has ended; only its parent has not asked how.
  return statFields(pid)[STATE] !== 'Z'
}

function startOf(pid: number): string | null {
  return statFields(pid)[STARTED] ?? null
}

// Fields 3 and 22 of /proc/<pid>/stat (the latter in clock ticks since boot). The second may hold spaces, so the count
// begins behind its ")".
const STATE = 0
const STARTED = 19

function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR')) return []
    throw error
  }
}
