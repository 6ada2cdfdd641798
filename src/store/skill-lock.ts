// One writer of a skill at a time: in turn within this process, under a lease between processes.
import { acquireLease, type Lease } from '../files/file-lease.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import { guarded } from '../files/storage-error.ts'
import { lockPath } from './skill-paths.ts'

/** @throws `busy` when another holds it for too long. */
export type Locked = <T>(name: string, work: (lease: Lease) => Promise<T>) => Promise<T>

export function createSkillLock(leasesFolder: string): Locked {
  const queue = createKeyedQueue()
  return (name, work) =>
    queue(name, () =>
      guarded(`saving skill "${name}"`, async () => {
        const lease = await acquireLease(lockPath(leasesFolder, name), `skill "${name}"`)
        try {
          return await work(lease)
        } finally {
          await lease.release()
        }
      }),
    )
}
