// A lock between processes: a file that only one can create. It names its owner, so a dead one is passed over at once;
// a living one that hangs is passed over after LEASE_MS of *our own* monotonic waiting, so that a clock that jumps
// neither frees nor freezes anything. Whoever was passed over notices: `assertHeld` fails before the decisive rename.
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { SkillError } from '../domain/skill-error.ts'
import { removeFile } from './atomic-write.ts'
import { makeFolder } from './folder-sync.ts'
import { ownIdentity, processState } from './process-identity.ts'
import { isCode } from './storage-error.ts'

export const LEASE_MS = 8_000
export const LEASE_WAIT_MS_MAX = 12_000
const POLL_MS_MAX = 40
// A lock file without a readable owner: its maker died between create and write, which takes microseconds.
const OWNERLESS_MS = 500
// A breaker holds this second file for microseconds; one that died in there is passed over after this.
const BREAK_MS_MAX = 5_000

const leaseSchema = z.object({
  token: z.string(),
  host: z.string(),
  pid: z.number(),
  started: z.string().nullable(),
  expiresAt: z.string(),
})
type LeaseText = z.infer<typeof leaseSchema>

export type Lease = {
  /** Throws `busy` when another process has taken over because we were too slow. Call right before a rename. */
  assertHeld(): Promise<void>
  /** Shows who waits that its holder is at work. A holder that was late is passed over all the same. @throws of the system. */
  renew(): void
  release(): Promise<void>
}

/**
 * Waits for the lock file and takes it.
 * @param what named in the error, for example `skill "mcp/email"`.
 * @param limits for tests; every process on one home must use the same.
 * @throws SkillError `busy` after `waitMsMax`.
 */
export async function acquireLease(
  path: string,
  what: string,
  { leaseMs = LEASE_MS, waitMsMax = LEASE_WAIT_MS_MAX } = {},
): Promise<Lease> {
  const token = randomBytes(12).toString('hex')
  const began = performance.now()
  let seen: { token: string; since: number } | undefined
  for (let wait = 1; ; wait = Math.min(wait * 2, POLL_MS_MAX)) {
    if (await create(path, token)) return leaseOn(path, token, what, leaseMs)
    const holder = read(path)
    if (holder !== undefined) {
      if (seen?.token !== holder.token) seen = { token: holder.token, since: performance.now() }
      const waited = performance.now() - seen.since
      if (processState(holder) === 'dead' || waited > (holder.token === '' ? OWNERLESS_MS : leaseMs)) {
        await breakLease(path, holder.token)
      }
    }
    if (performance.now() - began > waitMsMax) {
      throw new SkillError('busy', `${what} is being written by another process`, 'Nothing was changed; try again.')
    }
    await delay(wait * (0.5 + Math.random() / 2))
  }
}

/**
 * Removes a lock that a killed process left on something nobody may write again. One without a readable owner is given
 * the time to be written. A holder that lives, or of which nothing is known, keeps its lock.
 */
export async function breakDeadLease(path: string): Promise<void> {
  const holder = read(path)
  if (holder === undefined) return
  if (holder.token === '') {
    await delay(OWNERLESS_MS)
    if (read(path)?.token !== '') return
  } else if (processState(holder) !== 'dead') return
  await breakLease(path, holder.token)
}

async function create(path: string, token: string): Promise<boolean> {
  try {
    const descriptor = openSync(path, 'wx', 0o600)
    try {
      writeFileSync(descriptor, leaseText(token))
    } catch (error) {
      await removeFile(path)
      throw error
    } finally {
      closeSync(descriptor)
    }
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    if (!isCode(error, 'ENOENT')) throw error
    await makeFolder(dirname(path))
    return create(path, token)
  }
}

function leaseText(token: string): string {
  const text: LeaseText = { token, ...ownIdentity(), expiresAt: new Date(Date.now() + LEASE_MS).toISOString() }
  return JSON.stringify(text)
}

const OWNERLESS: LeaseText = { token: '', host: '', pid: 0, started: null, expiresAt: '' }

function read(path: string): LeaseText | undefined {
  try {
    const parsed = leaseSchema.safeParse(JSON.parse(readFileSync(path, 'utf8') || '{}'))
    return parsed.success ? parsed.data : OWNERLESS
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    if (error instanceof SyntaxError) return OWNERLESS
    throw error
  }
}

// Two breakers must not each remove "the stale file": the second would remove the first one's fresh lock. So breaking
// has a lock of its own, and under it the file is removed only while it still names the holder that was judged.
async function breakLease(path: string, staleToken: string): Promise<void> {
  const breaker = `${path}.break`
  if (!(await create(breaker, 'breaker'))) {
    const age = await stat(breaker).then(
      (s) => Date.now() - s.mtimeMs,
      () => 0,
    )
    if (Math.abs(age) > BREAK_MS_MAX) await removeFile(breaker)
    return
  }
  try {
    if (read(path)?.token === staleToken) await removeFile(path)
  } finally {
    await removeFile(breaker)
  }
}

function leaseOn(path: string, first: string, what: string, leaseMs: number): Lease {
  let token = first
  let since = performance.now()
  const held = () => read(path)?.token === token
  return {
    renew() {
      // Nobody can have waited through a whole lease yet, so that the file is ours while it is written.
      if (performance.now() - since > leaseMs / 2 || !held()) return
      const next = randomBytes(12).toString('hex')
      overwrite(path, leaseText(next))
      token = next
      since = performance.now()
    },
    async assertHeld() {
      if (held()) return
      throw new SkillError(
        'busy',
        `the lock on ${what} was taken over while this change waited`,
        'Nothing was changed; try again.',
      )
    },
    async release() {
      if (held()) await removeFile(path)
    },
  }
}

// Of the same length, and so never seen empty.
function overwrite(path: string, text: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    writeFileSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}
