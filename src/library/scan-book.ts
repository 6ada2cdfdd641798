// What the scan found in texts that were scanned before, so that a start need not scan a whole library. Can be deleted at
// any time: a text that is not in it is scanned again.
import { z } from 'zod'
import { SCAN_VERSION } from '../domain/scan-rules.ts'
import type { SmallDocument } from '../store/small-document.ts'

const TEXTS_KEPT_MAX = 50_000

/** Digest of a skill's file to the severe rules that it matched. */
export const scanBookSchema = z.object({ version: z.number(), severe: z.record(z.string(), z.array(z.string())) })
type Kept = z.infer<typeof scanBookSchema>
export const noScans = (): Kept => ({ version: SCAN_VERSION, severe: {} })

export type ScanBook = {
  /** @param scan is asked when nothing is known of these bytes. */
  severe(digest: string, scan: () => string[]): string[]
  known(digest: string): string[] | undefined
  note(digest: string, found: string[]): void
  /** Keeps what was found since, of texts that still stand. */
  save(stands: (digest: string) => boolean): Promise<void>
}

export async function openScanBook(document: SmallDocument<Kept>): Promise<ScanBook> {
  const kept = await document.read()
  const known = new Map(kept.version === SCAN_VERSION ? Object.entries(kept.severe) : [])
  let isNews = false
  const note = (digest: string, found: string[]) => {
    known.set(digest, found)
    isNews = true
  }
  return {
    note,
    known: (digest) => known.get(digest),
    severe(digest, scan) {
      const before = known.get(digest)
      if (before !== undefined) return before
      const found = scan()
      note(digest, found)
      return found
    },
    async save(stands) {
      if (!isNews) return
      for (const digest of [...known.keys()]) if (!stands(digest)) known.delete(digest)
      isNews = false
      await document.write({ version: SCAN_VERSION, severe: Object.fromEntries([...known].slice(-TEXTS_KEPT_MAX)) })
    },
  }
}
