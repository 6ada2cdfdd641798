// The journal of cycles, `cortex/cycles.jsonl`, folded as far as it was read. One writer at a time among all processes on a
// home: what is decided about a cycle is decided from its newest line.
import { type CycleBook, type CycleLine, cycleLineSchema, foldCycle } from '../domain/cycle.ts'
import { acquireLease } from '../files/file-lease.ts'
import { openJsonlWriter, readJsonl } from '../files/jsonl-file.ts'
import { guarded } from '../files/storage-error.ts'

type WithoutTime<L> = L extends unknown ? Omit<L, 'at'> : never
export type NewCycleLine = WithoutTime<CycleLine>

export type CycleLog = {
  /** How all cycles stand by now. */
  book(): Promise<CycleBook>
  /** Synced when it resolves. Only while `exclusively` runs. */
  append(line: NewCycleLine): Promise<void>
  /** @throws `busy` when another process is at it for too long. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

export function openCycleLog({ cycles, leases }: { cycles: string; leases: string }, now: () => Date): CycleLog {
  let book: CycleBook = new Map()
  let next = 0
  let turn: Promise<unknown> = Promise.resolve()
  const level = (): Promise<CycleBook> =>
    guarded('reading the cycles', async () => {
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
    })
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const lease = await acquireLease(`${leases}/cycles.all.lock`, 'the cycles')
    try {
      return await work()
    } finally {
      await lease.release()
    }
  }
  return {
    book: level,
    append: (line) =>
      guarded('writing to the journal of cycles', async () => {
        const writer = openJsonlWriter(cycles)
        try {
          writer.append({ ...line, at: now().toISOString() })
          await writer.sync()
        } finally {
          writer.close()
        }
      }),
    exclusively(work) {
      const mine = turn.then(() => guarded('working on a cycle', () => alone(work)))
      turn = mine.catch(() => {})
      return mine
    },
  }
}
