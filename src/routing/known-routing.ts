// What routing knows by now: the fold of the journal, what people decided, and what both make of recall's lessons. Read on
// from where it last ended, and begun anew where something was forgotten since.
import type { CortexDocument } from '../domain/cortex-document.ts'
import { isForgotten, type Said } from '../domain/forgetting.ts'
import type { Lesson } from '../domain/lesson.ts'
import { turnOfLesson } from '../domain/lesson.ts'
import { foldOfKept, noRouting, type RoutingFold, settleFold, takeEvents } from '../domain/routing-fold.ts'
import { decide, noDecisions, type RoutingDecisions, wasPaused } from '../domain/routing-ledger.ts'
import type { RoutingSettings } from '../domain/routing-settings.ts'
import { learnedSignals, type Signals } from '../domain/routing-signals.ts'
import { type Learned, learnedFrom } from '../domain/routing-uses.ts'
import { type Folded, foldStreams } from '../journal/fold-streams.ts'
import { isStateless } from '../journal/stream-name.ts'
import type { RoutingMemoryParts } from './routing-parts.ts'

export type Known = { fold: Folded<RoutingFold>; learned: Learned; signals: Map<string, Signals> }

export type KnownRouting = {
  /** Not to be called twice at once. @param from what another process may have folded further. */
  level(from: CortexDocument): Promise<Known>
  /** As of the last level; what was folded of it is undefined before the first. */
  decisions: RoutingDecisions
  fold(): RoutingFold | undefined
  lessons(): Learned['lessons']
}

type Parts = Pick<RoutingMemoryParts, 'journal' | 'lessons' | 'settings'>

export function openKnownRouting({ journal, lessons, settings }: Parts): KnownRouting {
  const decisions = noDecisions()
  let ledgerCursor = 0
  let folded: (Folded<RoutingFold> & { forgettings: number }) | undefined
  let learned: Learned['lessons'] = []
  const rules = {
    isPaused: (seq: number) => wasPaused(decisions, seq),
    isSession: (id: string) => !isStateless(id),
    isForgotten: (said: Said) => decisions.forgettings.some((forgetting) => isForgotten(said, forgetting)),
  }
  return {
    decisions,
    fold: () => folded?.state,
    lessons: () => learned,
    async level(from) {
      const { events, next } = await journal.readLedger(ledgerCursor)
      for (const event of events) decide(decisions, event)
      ledgerCursor = next
      const forgettings = decisions.forgettings.length
      // What was forgotten since is in what was folded before: then from the journal alone.
      const base = folded?.forgettings === forgettings ? folded : begun(from, forgettings)
      // What a failed reading leaves half folded is begun anew the next time.
      folded = undefined
      const fold = await foldStreams(journal, base, noRouting, (state, news) => {
        takeEvents(state, news, rules)
        return state
      })
      settleFold(fold.state, decisions.edits, settings)
      folded = { ...fold, forgettings }
      const known = { fold, ...learnedOf(fold.state, await lessons(), decisions, settings) }
      learned = known.learned.lessons
      return known
    },
  }
}

function learnedOf(
  { settled, uses, turns }: RoutingFold,
  lessons: readonly Lesson[],
  { removed, edits }: RoutingDecisions,
  settings: RoutingSettings,
): Omit<Known, 'fold'> {
  const regionOf = (lesson: Lesson) => turns.get(turnOfLesson(lesson)) ?? lesson.skill
  return {
    learned: learnedFrom(settled, uses, { removedAt: (id) => removed.get(id), edits }, settings),
    signals: learnedSignals(lessons, regionOf, settings),
  }
}

function begun({ memory }: CortexDocument, forgettings: number): Folded<RoutingFold> {
  if (memory === undefined || memory.forgettings !== forgettings) return { cursors: {}, state: noRouting() }
  return { cursors: memory.cursors, state: foldOfKept(memory) }
}
