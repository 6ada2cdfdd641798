// The operator token: whoever sends it over HTTP acts as the person. Made once for a home and kept in a file of this
// user; it goes into no log, no URL, no argument and no error.
import { randomBytes } from 'node:crypto'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import { writeDurably } from '../files/atomic-write.ts'
import { acquireLease } from '../files/file-lease.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { type PrivateFile, readPrivateFile } from '../files/private-file.ts'
import { guarded } from '../files/storage-error.ts'

const TOKEN_BYTES = 32
const FILE_BYTES_MAX = 1_024
// Base64url of at least as many random bytes; whoever brings a longer one of his own may.
const TOKEN = /^[A-Za-z0-9_-]{43,512}$/

/** The one that stands; else a new one, durably. @throws `storage` when the home cannot be written. */
export function keptOperatorToken({ operatorToken, leases }: HomeLayout, log: Log): Promise<string> {
  // Two servers that start together on a fresh home must come to the same one.
  return guarded('keeping the operator token', async () => {
    const lease = await acquireLease(`${leases}/operator-token.lock`, 'the operator token')
    try {
      const known = tokenIn(await readOrDamaged(operatorToken), log)
      if (known !== undefined) return known
      const made = randomBytes(TOKEN_BYTES).toString('base64url')
      await lease.assertHeld()
      await writeDurably(operatorToken, `${made}\n`)
      return made
    } finally {
      await lease.release()
    }
  })
}

async function readOrDamaged(path: string): Promise<PrivateFile | 'damaged' | undefined> {
  try {
    return await readPrivateFile(path, FILE_BYTES_MAX)
  } catch (error) {
    if (error instanceof SkillError && (error.code === 'damaged' || error.code === 'too-large')) return 'damaged'
    throw error
  }
}

function tokenIn(file: PrivateFile | 'damaged' | undefined, log: Log): string | undefined {
  if (file === undefined) return undefined
  const token = file === 'damaged' ? '' : file.text.trim()
  if (file === 'damaged' || !TOKEN.test(token)) {
    log('serve', 'cortex/operator-token was damaged or too short; a new one is made, the former one opens nothing')
    return undefined
  }
  if (file.wasOpen) {
    log(
      'serve',
      'others could read cortex/operator-token; now they cannot. Delete it to have a new one at the next start',
    )
  }
  return token
}
