// Which folders are mounted, as a small document that every process of the home reads: a person's `mount` beside a running
// server is seen by it at once.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { type Mount, mountsSchema } from '../domain/mount.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp } from '../files/read-file.ts'
import { lockedDocument } from './locked-document.ts'

export type MountBook = {
  /** Changes with the document; one look at its file. */
  stamp(): string
  /** A document that cannot be read holds no mounts, which is a fault. */
  read(): Promise<{ mounts: readonly Mount[]; fault: Diagnostic | undefined }>
  /** `decide` must be pure; what it throws is passed on. @throws `damaged` when nobody knows what is mounted. */
  update<R>(decide: (mounts: readonly Mount[]) => { mounts: Mount[]; result: R }): Promise<R>
}

// What the document reads as when it is not there or no such: known by being this very list.
const NONE: Mount[] = []

export function openMountBook({ mounts: path, leases }: HomeLayout): MountBook {
  const place = { path, lock: `${leases}/mounts.lock`, what: 'the list of mounts' }
  const document = lockedDocument(place, mountsSchema, () => NONE)
  const isDamaged = (mounts: readonly Mount[]) => mounts === NONE && fileStamp(path) !== undefined
  return {
    stamp: () => fileStamp(path) ?? '-',
    async read() {
      try {
        const mounts = await document.read()
        return { mounts, fault: isDamaged(mounts) ? damagedBook('something else') : undefined }
      } catch (error) {
        // Without it the library's own skills are served as ever.
        if (!(error instanceof SkillError)) throw error
        return { mounts: NONE, fault: damagedBook(error.message) }
      }
    },
    update: (decide) =>
      document.update((before) => {
        if (isDamaged(before)) throw notWrittenOver()
        const { mounts, result } = decide(before)
        return { value: mounts, result }
      }),
  }
}

function damagedBook(received: string): Diagnostic {
  return {
    severity: 'error',
    code: 'mounts-damaged',
    file: 'cortex/mounts.json',
    expected: 'the list of mounts',
    received,
    fix: 'Mend it, or remove it and mount the folders again; until then none is served.',
  }
}

function notWrittenOver(): SkillError {
  const message = 'cortex/mounts.json: expected the list of mounts, got something else'
  return new SkillError('damaged', message, 'Nothing was written over; mend the file, or remove it and mount again.')
}
