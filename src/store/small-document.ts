// A small JSON document that the server keeps for itself: lowdb, with a write that is durable and a read that is parsed.
// (lowdb's own file adapter does not sync, and its preset silently uses memory under test.) Not for skills.
import { type Adapter, Low } from 'lowdb'
import type { z } from 'zod'
import { writeDurably } from '../files/atomic-write.ts'
import { readRegularFile } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'

export const DOCUMENT_BYTES_MAX = 32 * 1024 * 1024

export type SmallDocument<T> = {
  read(): Promise<T>
  /** Last writer wins between processes: keep only what can be derived anew, or hold a lock around it. */
  write(value: T): Promise<void>
}

/** A missing or damaged document reads as `fallback`. */
export function smallDocument<S extends z.ZodType>(
  path: string,
  schema: S,
  fallback: () => z.infer<S>,
): SmallDocument<z.infer<S>> {
  const adapter: Adapter<z.infer<S>> = {
    async read() {
      const file = await readRegularFile(path, DOCUMENT_BYTES_MAX)
      return file === undefined ? null : parsed(file.bytes.toString('utf8'), schema)
    },
    write: (value) => writeDurably(path, JSON.stringify(value)),
  }
  const low = new Low<z.infer<S>>(adapter, fallback())
  return {
    read: () =>
      guarded('reading a document of the server', async () => {
        low.data = fallback()
        await low.read()
        return low.data
      }),
    write: (value) =>
      guarded('writing a document of the server', async () => {
        low.data = value
        await low.write()
      }),
  }
}

function parsed<S extends z.ZodType>(text: string, schema: S): z.infer<S> | null {
  try {
    const result = schema.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
