// What each pass has read already, `cortex/watermarks.json`: not an instant but the things themselves, so that what comes
// late, or from a clock that is behind, is read all the same. A mark is kept for as long as its thing may come up again.
import { z } from 'zod'
import type { PassName } from '../domain/pass-change.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { lockedDocument } from '../store/locked-document.ts'

/** Longer than anything is read that is not marked (UNREAD_DAYS_MAX). */
const MARKS_KEPT_DAYS = 100
const DAY_MS = 86_400_000
/** In what a pass has to remember until its answer comes; the others are read the next time. */
export const MARKS_MAX = 800

const watermarksSchema = z.object({ passes: z.record(z.string(), z.record(z.string(), z.string())) })
type Marks = z.infer<typeof watermarksSchema>

/** Of marks, as `markOf` makes them. */
export type Watermarks = {
  read(pass: PassName): Promise<ReadonlySet<string>>
  add(pass: PassName, marks: readonly string[]): Promise<void>
}

export function openWatermarks({ watermarks, leases }: HomeLayout, now: () => Date): Watermarks {
  const place = { path: watermarks, lock: `${leases}/watermarks.lock`, what: 'the watermarks of the passes' }
  const document = lockedDocument(place, watermarksSchema, (): Marks => ({ passes: {} }))
  return {
    read: async (pass) => new Set(Object.keys((await document.read()).passes[pass] ?? {})),
    async add(pass, marks) {
      if (marks.length === 0) return
      const at = now()
      await document.update(({ passes }) => {
        const kept = Object.entries(passes[pass] ?? {}).filter(([, day]) => isKept(day, at))
        const added = marks.map((mark) => [mark, at.toISOString().slice(0, 10)] as const)
        const all = Object.fromEntries([...kept, ...added])
        return { value: { passes: { ...passes, [pass]: all } }, result: undefined }
      })
    },
  }
}

function isKept(day: string, now: Date): boolean {
  return now.getTime() - Date.parse(day) < MARKS_KEPT_DAYS * DAY_MS
}
