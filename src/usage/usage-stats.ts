// The library's usage, folded from all sessions. What was folded so far is kept in a document that can be deleted at any
// time: the fold then starts anew from the journal.
import { z } from 'zod'
import { foldUsage, noUsage, type Usage, type UsageReport, usageReport, usageSchema } from '../domain/usage-fold.ts'
import type { Journal } from '../journal/journal.ts'
import { isStateless } from '../journal/stream-name.ts'
import type { SmallDocument } from '../store/small-document.ts'

export const checkpointSchema = z.object({ cursors: z.record(z.string(), z.number()), usage: usageSchema })
export type UsageCheckpoint = z.infer<typeof checkpointSchema>
export const noCheckpoint = (): UsageCheckpoint => ({ cursors: {}, usage: noUsage() })

export type UsageStats = {
  /** Loads and last use by skill, level with the journal when called. */
  totals(): Promise<Usage['totals']>
  report(days: number): Promise<UsageReport>
  /** Keeps what was folded, so that the next start need not read everything. */
  save(): Promise<void>
}

export function openUsageStats(
  journal: Journal,
  document: SmallDocument<UsageCheckpoint>,
  now: () => Date,
): UsageStats {
  let state: Promise<UsageCheckpoint> | undefined
  let savedAt = 0

  const level = (): Promise<UsageCheckpoint> => {
    state = (state ?? document.read()).then((known) => foldStreams(journal, known))
    // A failed read must not stay: the next call starts from the document again.
    state.catch(() => {
      state = undefined
    })
    return state
  }
  return {
    totals: async () => (await level()).usage.totals,
    report: async (days) => usageReport((await level()).usage, now(), days, (id) => !isStateless(id)),
    async save() {
      const known = await state
      const size = known === undefined ? 0 : Object.values(known.cursors).reduce((sum, at) => sum + at, 0)
      if (known === undefined || size === savedAt) return
      await document.write(known)
      savedAt = size
    },
  }
}

async function foldStreams(journal: Journal, known: UsageCheckpoint): Promise<UsageCheckpoint> {
  const streams = await journal.streams()
  // A stream that shrank was replaced: its old events are in the totals, so everything is folded anew.
  const shrunk = streams.some(({ stream, end }) => end < (known.cursors[stream] ?? 0))
  const base = shrunk ? noCheckpoint() : known
  const cursors = { ...base.cursors }
  let { usage } = base
  for (const { stream, end } of streams) {
    if (end === (cursors[stream] ?? 0)) continue
    const slice = await journal.readStream(stream, cursors[stream] ?? 0)
    usage = foldUsage(usage, slice.events, slice.skipped)
    cursors[stream] = slice.next
  }
  return { cursors, usage }
}
