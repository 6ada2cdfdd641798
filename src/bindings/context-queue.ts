// Puts what a binding brings where the next recall takes it (brought-context.ts), and lets go of what nobody took. Put again
// after a crash it is there once, whether it was taken meanwhile or not.
import { join } from 'node:path'
import { EVENT_AGE_MS_MAX } from '../domain/binding-due.ts'
import { removeFile } from '../files/atomic-write.ts'
import { countEntries, listFolder } from '../files/folder-listing.ts'
import { writeNewDurably } from '../files/new-file.ts'
import { fileStamp } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'
import { streamName } from '../journal/stream-name.ts'
import {
  ANY_SESSION,
  type BroughtContext,
  itemPath,
  openBroughtContext,
  type WaitingItem,
  waitingOf,
} from './brought-context.ts'

/** After that nobody waits for it any more. */
export const CONTEXT_MS_MAX = 3_600_000
export const WAITING_PER_SESSION_MAX = 20
// Of all sessions, with the traces of what was taken in the last day.
const ENTRIES_MAX = 20_000

export type Put = 'put' | 'there' | 'full'

export type ContextQueue = BroughtContext & {
  /** @param session null: for whoever recalls next. @throws `storage`. */
  put(session: string | null, item: WaitingItem): Promise<Put>
  /** Lets go of what has expired, and of the traces of what was taken long ago. */
  sweep(now: Date): Promise<void>
}

export function openContextQueue(folder: string): ContextQueue {
  const put = async (session: string | null, item: WaitingItem): Promise<Put> => {
    const stream = session === null ? ANY_SESSION : streamName(session)
    const path = itemPath(folder, stream, item.id, 'json')
    const isKnown = [path, itemPath(folder, stream, item.id, 'taken')].some((each) => fileStamp(each) !== undefined)
    if (isKnown) return 'there'
    if (listFolder(folder, waitingOf(stream)).length >= WAITING_PER_SESSION_MAX) return 'full'
    if (countEntries(folder) >= ENTRIES_MAX) return 'full'
    return (await writeNewDurably(path, JSON.stringify(item))) ? 'put' : 'there'
  }
  return {
    ...openBroughtContext(folder),
    put: (session, item) => guarded('keeping what a binding brings', () => put(session, item)),
    async sweep(now) {
      for (const { name, modifiedAtMs } of listFolder(folder, /\.(?:json|taken)$/)) {
        const keptMs = name.endsWith('.json') ? CONTEXT_MS_MAX : EVENT_AGE_MS_MAX
        if (now.getTime() - modifiedAtMs > keptMs) await removeFile(join(folder, name))
      }
    },
  }
}
