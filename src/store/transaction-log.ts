// Changes of several skills that are under way: each one document, durable before the first skill is touched and removed
// after the last. What is found at the start was left by a crash. Holds also the lock that keeps two of them apart.
import { join } from 'node:path'
import { z } from 'zod'
import { actorSchema } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'
import { transactionStepSchema } from '../domain/transaction-step.ts'
import { removeFile, writeDurably } from '../files/atomic-write.ts'
import { acquireLease, type Lease } from '../files/file-lease.ts'
import { listFolder } from '../files/folder-listing.ts'
import { syncFolder } from '../files/folder-sync.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import { ownIdentity, processState } from '../files/process-identity.ts'
import { readRegularFile } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'

/** Holds every text of it twice. */
export const TRANSACTION_BYTES_MAX = 64 * 1024 * 1024
const DOCUMENT = /^[0-9a-z-]{1,80}\.json$/
// A skill's name holds no dot, so no skill's lock is called that.
const LOCK_NAME = 'transactions.all.lock'

const transactionSchema = z.object({
  id: z.string().regex(/^[0-9a-z-]{1,80}$/),
  owner: z.object({ host: z.string(), pid: z.number(), started: z.string().nullable() }),
  at: z.string(),
  actor: actorSchema,
  /** `target` takes the place of `source`. */
  merge: z.object({ target: z.string(), source: z.string() }),
  /** In the order in which they are done. The last one decides: once it is done, so is the whole. */
  steps: z.array(transactionStepSchema).min(1),
})
export type Transaction = z.infer<typeof transactionSchema>

/** `own`: of this process. `left`: its process is gone, or nothing is known of it. */
export type TransactionOwner = 'own' | 'alive' | 'left'

export type TransactionLog = {
  /** Durable when it resolves. @throws `too-large`. */
  begin(transaction: Omit<Transaction, 'owner'>): Promise<Transaction>
  /** Gone for good when it resolves: a power cut must not bring back what later changes were built on. */
  end(id: string): Promise<void>
  /** Those that stand, oldest first, and what is there and cannot be read. */
  standing(): Promise<{ transactions: Transaction[]; damaged: string[] }>
  ownerOf(transaction: Transaction): TransactionOwner
  /** Alone among all processes on this home. @throws `busy`. */
  exclusively<T>(work: (lease: Lease) => Promise<T>): Promise<T>
}

export function openTransactionLog(layout: HomeLayout): TransactionLog {
  const folder = layout.transactions
  const inTurn = createKeyedQueue()
  const pathOf = (id: string) => join(folder, `${id}.json`)
  return {
    begin: (transaction) =>
      guarded('writing down a change of several skills', async () => {
        const begun: Transaction = { ...transaction, owner: ownIdentity() }
        const text = JSON.stringify(begun)
        if (Buffer.byteLength(text) > TRANSACTION_BYTES_MAX) throw tooMuch(Buffer.byteLength(text))
        await writeDurably(pathOf(begun.id), text)
        return begun
      }),
    end: (id) =>
      guarded('finishing a change of several skills', async () => {
        await removeFile(pathOf(id))
        await syncFolder(folder)
      }),
    standing: () => guarded('reading changes that are under way', () => readAll(folder)),
    ownerOf({ owner }) {
      const own = ownIdentity()
      if (owner.host === own.host && owner.pid === own.pid && owner.started === own.started) return 'own'
      return processState(owner) === 'alive' ? 'alive' : 'left'
    },
    exclusively: (work) =>
      inTurn('', () =>
        guarded('changing several skills', async () => {
          const lease = await acquireLease(join(layout.leases, LOCK_NAME), 'a change of several skills')
          try {
            return await work(lease)
          } finally {
            await lease.release()
          }
        }),
      ),
  }
}

async function readAll(folder: string) {
  const transactions: Transaction[] = []
  const damaged: string[] = []
  for (const { name } of listFolder(folder, DOCUMENT)) {
    const file = await readRegularFile(join(folder, name), TRANSACTION_BYTES_MAX)
    if (file === undefined) continue
    const parsed = parse(file.bytes.toString('utf8'))
    if (parsed === undefined || `${parsed.id}.json` !== name) damaged.push(name)
    else transactions.push(parsed)
  }
  return { transactions: transactions.sort((a, b) => (a.at < b.at ? -1 : 1)), damaged }
}

function parse(text: string): Transaction | undefined {
  try {
    return transactionSchema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function tooMuch(bytes: number): SkillError {
  return new SkillError(
    'too-large',
    `expected a change of at most ${TRANSACTION_BYTES_MAX} bytes in all its skills, got ${bytes}`,
    'First take the references to the skill out of some of those that name it, or shorten them.',
  )
}
