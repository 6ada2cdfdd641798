// The library's usage, folded from all sessions. What was folded so far is kept in a document that can be deleted at any
// time: the fold then starts anew from the journal.
import { z } from 'zod'
import type { JournalEvent } from '../domain/journal-event.ts'
import { foldUsage, noUsage, type Usage, type UsageReport, usageReport, usageSchema } from '../domain/usage-fold.ts'
import { singleFlight } from '../files/single-flight.ts'
import type { Journal } from '../journal/journal.ts'
import { isStateless } from '../journal/stream-name.ts'
import type { SmallDocument } from '../store/small-document.ts'

export const checkpointSchema = z.object({ cursors: z.record(z.string(), z.number()), usage: usageSchema })
export type UsageCheckpoint = z.infer<typeof checkpointSchema>
export const noCheckpoint = (): UsageCheckpoint => ({ cursors: {}, usage: noUsage() })

export const LEVEL_AGE_MS_MAX = 5_000

export type UsageStats = {
  /** Loads and last use of one skill: at most LEVEL_AGE_MS_MAX behind other processes, never behind this one. */
  of(name: string): { loads: number; lastUsedAt: string } | undefined
  /** A load of this process, just journalled. */
  note(event: JournalEvent): void
  /** Reads what the journal has gained by now. */
  level(): Promise<Usage>
  /** Levels when the last time is longer ago than LEVEL_AGE_MS_MAX. */
  levelSoon(): Promise<void>
  report(days: number): Promise<UsageReport>
  /** Keeps what was folded, so that the next start need not read everything. */
  save(): Promise<void>
}

export function openUsageStats(
  journal: Journal,
  document: SmallDocument<UsageCheckpoint>,
  now: () => Date,
): UsageStats {
  let folded: UsageCheckpoint | undefined
  let ids = new Set<string>()
  let leveledAt = Number.NEGATIVE_INFINITY
  let savedSize = 0
  // Own loads that the last fold has not seen yet, by skill: every get_skill asks for one of them.
  const own = new Map<string, { ids: Set<string>; newest: string }>()

  const level = singleFlight(async (): Promise<Usage> => {
    const next = await foldStreams(journal, folded ?? (await document.read()))
    folded = next
    ids = new Set(next.usage.recent.map((load) => load.id))
    for (const [name, loads] of own) {
      for (const id of loads.ids) if (ids.has(id)) loads.ids.delete(id)
      if (loads.ids.size === 0) own.delete(name)
    }
    leveledAt = performance.now()
    return next.usage
  })
  return {
    of(name) {
      const base =
        folded !== undefined && Object.hasOwn(folded.usage.totals, name) ? folded.usage.totals[name] : undefined
      const mine = own.get(name)
      if (base === undefined && mine === undefined) return undefined
      const lastUsedAt = [base?.lastUsedAt ?? '', mine?.newest ?? ''].sort().at(-1)!
      return { loads: (base?.loads ?? 0) + (mine?.ids.size ?? 0), lastUsedAt }
    },
    note(event) {
      // A fold between the append and this call has counted it already.
      if (event.event !== 'loaded' || ids.has(event.id)) return
      const loads = own.get(event.skillName) ?? { ids: new Set(), newest: '' }
      loads.ids.add(event.id)
      if (event.timestamp > loads.newest) loads.newest = event.timestamp
      own.set(event.skillName, loads)
    },
    level,
    async levelSoon() {
      if (performance.now() - leveledAt > LEVEL_AGE_MS_MAX) await level()
    },
    report: async (days) => usageReport(await level(), now(), days, (id) => !isStateless(id)),
    async save() {
      const size = folded === undefined ? 0 : Object.values(folded.cursors).reduce((sum, at) => sum + at, 0)
      if (folded === undefined || size === savedSize) return
      await document.write(folded)
      savedSize = size
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
