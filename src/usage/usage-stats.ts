// The library's usage, folded from all sessions. What was folded so far is kept in a document that can be deleted at any
// time: the fold then starts anew from the journal.
import { z } from 'zod'
import type { JournalEvent } from '../domain/journal-event.ts'
import type { Verdicts } from '../domain/performance.ts'
import { type SkillTally, tallyOf } from '../domain/skill-tally.ts'
import { noUsage, type UsageBook, type UsageReport, usageBook, usageReport, usageSchema } from '../domain/usage-fold.ts'
import { verdictsOf } from '../domain/verdicts.ts'
import { singleFlight } from '../files/single-flight.ts'
import { type Folded, foldStreams } from '../journal/fold-streams.ts'
import type { Journal } from '../journal/journal.ts'
import { isStateless } from '../journal/stream-name.ts'
import type { SmallDocument } from '../store/small-document.ts'
import { createOwnEvents } from './own-events.ts'

export const checkpointSchema = z.object({ cursors: z.record(z.string(), z.number()), state: usageSchema })
export type UsageCheckpoint = z.infer<typeof checkpointSchema>
export const noCheckpoint = (): UsageCheckpoint => ({ cursors: {}, state: noUsage() })

export const LEVEL_AGE_MS_MAX = 5_000
export const BATCH_EVENTS = 20_000

// What the fold looks at; the rest of a journal is much more.
const COUNTED = new Set<JournalEvent['event']>(['loaded', 'recalled', 'outcome'])

export type UsageStats = {
  /** Loads and last use of one skill: at most LEVEL_AGE_MS_MAX behind other processes, never behind this one. */
  of(name: string): { loads: number; lastUsedAt: string } | undefined
  /** Outcomes that one skill answers for, as fresh as `of`; undefined when nothing was reported. */
  verdicts(name: string): Verdicts | undefined
  /** All that is counted of one skill, as fresh as `of`. */
  tally(name: string): Promise<SkillTally>
  /** An event of this process, just journalled. */
  note(event: JournalEvent): void
  /** Reads what the journal has gained by now. */
  level(): Promise<void>
  /** Levels when the last time is longer ago than LEVEL_AGE_MS_MAX. */
  levelSoon(): Promise<void>
  /** @param pairsMax of what was loaded together, the most frequent first. */
  report(days: number, pairsMax?: number): Promise<UsageReport>
  /** Keeps what was folded, so that the next start need not read everything. */
  save(): Promise<void>
}

export function openUsageStats(
  journal: Journal,
  document: SmallDocument<UsageCheckpoint>,
  now: () => Date,
): UsageStats {
  let folded: Folded<UsageBook> | undefined
  let leveledAt = Number.NEGATIVE_INFINITY
  let outdatedAt = Number.NEGATIVE_INFINITY
  let savedSize = 0
  const own = createOwnEvents()
  const begin = async (): Promise<Folded<UsageBook>> => {
    const { cursors, state } = await document.read()
    return { cursors, state: usageBook(state, isSession) }
  }

  const level = singleFlight(async (): Promise<UsageBook> => {
    const startedAt = performance.now()
    const known = folded ?? (await begin())
    // A book that a failed reading left behind knows events beyond its cursors: the next time begins anew.
    folded = undefined
    const waiting = createBatch()
    const next = await foldStreams(journal, known, emptyBook, (book, events, skipped) => {
      own.read(events)
      return waiting.add(book, events, skipped)
    })
    waiting.fold(next.state)
    folded = next
    leveledAt = startedAt
    return next.state
  })
  const levelSoon = async () => {
    if (leveledAt <= outdatedAt || performance.now() - leveledAt > LEVEL_AGE_MS_MAX) await level()
  }
  let last: UsageBook | undefined
  const book = () => (last = folded?.state ?? last)
  return {
    of(name) {
      const base = book()?.loads(name)
      const mine = own.loads(name)
      if (base === undefined && mine.count === 0) return undefined
      return { loads: (base?.loads ?? 0) + mine.count, lastUsedAt: latest(base?.lastUsedAt, mine.lastAt) ?? '' }
    },
    verdicts(name) {
      const { successes, failures } = verdictsOf((book() ?? EMPTY).reports.outcomes(name).outcomes)
      return successes + failures === 0 ? undefined : { successes, failures }
    },
    async tally(name) {
      await levelSoon()
      const base = tallyOf(book() ?? EMPTY, name)
      const [loads, recalls] = [own.loads(name), own.recalls(name)]
      return {
        ...base,
        loads: base.loads + loads.count,
        lastUsedAt: latest(base.lastUsedAt, loads.lastAt),
        recalled: base.recalled + recalls.count,
        lastRecalledAt: latest(base.lastRecalledAt, recalls.lastAt),
      }
    },
    note(event) {
      if (!own.note(event)) outdatedAt = performance.now()
      if (event.event !== 'outcome') return
      // Read again from the journal it is a repetition, which counts once.
      if (folded === undefined) outdatedAt = performance.now()
      else folded.state.add([event], 0)
    },
    level: async () => void (await level()),
    levelSoon,
    report: async (days, pairsMax) => usageReport((await level()).state(), now(), { days, pairsMax }, isSession),
    async save() {
      // An outcome of ours that the cursors have not reached must not be in what is kept: its id may be let go there.
      await level()
      const size = folded === undefined ? 0 : Object.values(folded.cursors).reduce((sum, at) => sum + at, 0)
      if (folded === undefined || size === savedSize) return
      await document.write({ cursors: folded.cursors, state: folded.state.state() })
      savedSize = size
    },
  }
}

const emptyBook = () => usageBook(noUsage(), isSession)

// A late report costs as much as all that are kept, so a thousand short sessions are not folded one by one.
function createBatch() {
  let waiting: JournalEvent[] = []
  let skippedLines = 0
  const fold = (book: UsageBook): UsageBook => {
    if (waiting.length > 0 || skippedLines > 0) book.add(waiting, skippedLines)
    waiting = []
    skippedLines = 0
    return book
  }
  return {
    add(book: UsageBook, events: JournalEvent[], skipped: number): UsageBook {
      for (const event of events) if (COUNTED.has(event.event)) waiting.push(event)
      skippedLines += skipped
      return waiting.length < BATCH_EVENTS ? book : fold(book)
    },
    fold,
  }
}

const isSession = (sessionId: string) => !isStateless(sessionId)
const EMPTY = emptyBook()

function latest(one: string | null | undefined, other: string | null | undefined): string | null {
  if (one == null || other == null) return one ?? other ?? null
  return one > other ? one : other
}
