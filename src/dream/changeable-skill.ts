// Which skills a pass may propose to change at all: not what nobody may change, what is put away, and what waits for a
// person's word already. Whether a change goes live is the gate's to say.
import type { ShelfEntry } from '../library/shelf-entry.ts'

export function isChangeable({ record, origin, lifecycle, mount }: ShelfEntry): boolean {
  if (mount !== undefined || origin === 'builtin' || lifecycle === 'deprecated') return false
  return record === undefined || (!record.pinned && record.draft === null)
}
