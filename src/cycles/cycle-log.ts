// The journal of cycles, `cortex/cycles.jsonl`, folded as far as it was read. One writer at a time among all processes on a
// home: what is decided about a cycle is decided from its newest line.
import { type CycleBook, type CycleLine, cycleLineSchema, foldCycle } from '../domain/cycle.ts'
import { acquireLease, type Lease } from '../files/file-lease.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { openJsonlWriter, readJsonl } from '../files/jsonl-file.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import { guarded } from '../files/storage-error.ts'
import { type CyclePlan, openCyclePlan } from './cycle-plan.ts'

type WithoutTime<L> = L extends unknown ? Omit<L, 'at'> : never
export type NewCycleLine = WithoutTime<CycleLine>

// Well within what those who wait give a holder that shows no life.
const RENEW_MS = 1_500

export type CycleLog = {
  /** How all cycles stand by now. */
  book(): Promise<CycleBook>
  /** Synced when it resolves. Only while `exclusively` runs. @throws `busy` when another process has taken over. */
  append(line: NewCycleLine): Promise<void>
  /** However long it takes. @throws `busy` when another process is at it for too long. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  plan: CyclePlan
}

type Places = Pick<HomeLayout, 'cycles' | 'cyclePlan' | 'leases'>

export function openCycleLog({ cycles, cyclePlan, leases }: Places, now: () => Date): CycleLog {
  let book: CycleBook = new Map()
  let next = 0
  let lease: Lease | undefined
  const inTurn = createKeyedQueue()
  const level = async (): Promise<CycleBook> => {
    const slice = await readJsonl(cycles, next)
    // A shorter file is another one.
    if (slice.next < next) {
      book = new Map()
      next = 0
      return level()
    }
    for (const value of slice.values) {
      const line = cycleLineSchema.safeParse(value)
      if (line.success) foldCycle(book, line.data as CycleLine)
    }
    next = slice.next
    return book
  }
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const held = await acquireLease(`${leases}/cycles.all.lock`, 'the journal of cycles')
    lease = held
    const renewing = setInterval(() => renew(held), RENEW_MS).unref()
    try {
      return await work()
    } finally {
      clearInterval(renewing)
      lease = undefined
      await held.release()
    }
  }
  return {
    // Two readers at once would each take the same lines in.
    book: () => inTurn('book', () => guarded('reading the cycles', level)),
    append: (line) =>
      guarded('writing to the journal of cycles', async () => {
        await lease?.assertHeld()
        const writer = openJsonlWriter(cycles)
        try {
          writer.append({ ...line, at: now().toISOString() })
          await writer.sync()
        } finally {
          writer.close()
        }
      }),
    exclusively: (work) => inTurn('writer', () => guarded('working on a cycle', () => alone(work))),
    plan: openCyclePlan(cyclePlan),
  }
}

// Whoever could not renew it is passed over in time, and the next line that it writes is refused.
function renew(lease: Lease): void {
  try {
    lease.renew()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
}
