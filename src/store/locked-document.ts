// A small document that several processes change: read, decided and written while nobody else may.
import type { z } from 'zod'
import { acquireLease } from '../files/file-lease.ts'
import { guarded } from '../files/storage-error.ts'
import { putAsideDamaged } from './damaged-document.ts'
import { type SmallDocument, smallDocument } from './small-document.ts'

export type LockedDocument<T> = Pick<SmallDocument<T>, 'read'> & {
  /**
   * `decide` must be pure; what it throws is passed on, and nothing is written. Bytes that could not be read are kept beside
   * the document (damaged-document.ts) before it is written anew.
   */
  update<R>(decide: (value: T) => { value?: T; result: R }): Promise<R>
}

/** @param what named when another process holds it, for example `the proposals`. */
export function lockedDocument<S extends z.ZodType>(
  place: { path: string; lock: string; what: string },
  schema: S,
  fallback: () => z.infer<S>,
): LockedDocument<z.infer<S>> {
  const document = smallDocument(place.path, schema, fallback)
  let turn: Promise<unknown> = Promise.resolve()
  const locked = async <R>(decide: (value: z.infer<S>) => { value?: z.infer<S>; result: R }): Promise<R> => {
    const lease = await acquireLease(place.lock, place.what)
    try {
      const { value, result } = decide(await document.read())
      if (value !== undefined) {
        await lease.assertHeld()
        await putAsideDamaged(place.path, schema)
        await document.write(value)
      }
      return result
    } finally {
      await lease.release()
    }
  }
  return {
    read: document.read,
    update(decide) {
      const mine = turn.then(() => guarded(`writing ${place.what}`, () => locked(decide)))
      turn = mine.catch(() => {})
      return mine
    },
  }
}
