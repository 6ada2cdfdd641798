// Routing memory: kept level with the journal, asked through one view, and written to cortex.json. Every process folds for
// itself; what it writes is worked out from the journal up to now, so no writer can lose what another has learned.
import type { CortexDocument } from '../domain/cortex-document.ts'
import { type CandidateFacts, cortexWith } from '../domain/cortex-writing.ts'
import type { NewLedgerEvent } from '../domain/journal-event.ts'
import { type Lesson, turnOfLesson } from '../domain/lesson.ts'
import { foldOfKept, keptFold, noRouting, type RoutingFold, settleFold, takeEvents } from '../domain/routing-fold.ts'
import {
  blacklistAfter,
  decide,
  grantKey,
  noDecisions,
  type RoutingDecisions,
  wasPaused,
} from '../domain/routing-ledger.ts'
import { type ReflexGrant, reflexEligible, reflexRevoked } from '../domain/routing-reflex.ts'
import type { RoutingSettings } from '../domain/routing-settings.ts'
import { learnedSignals, type Signals } from '../domain/routing-signals.ts'
import { type Learned, learnedFrom } from '../domain/routing-uses.ts'
import { type RoutingView, routingView } from '../domain/routing-view.ts'
import { type Folded, foldStreams } from '../journal/fold-streams.ts'
import { isStateless } from '../journal/stream-name.ts'
import { type RoutingMemoryParts, reflexSkill } from './routing-parts.ts'

type RoutingStats = { searches: number; hits: number; reflexesFired: number }

export type RoutingMemory = {
  /** Reads what the journal, the ledger, recall's lessons and the file have gained. */
  level(): Promise<RoutingView>
  /** What a person granted this route, as of the last level. */
  grant(region: string, skill: string): ReflexGrant | undefined
  stats(): RoutingStats
  /** Writes cortex.json, when it would say something else. */
  keep(): Promise<void>
  /** Writes down what was decided, then the file. */
  tell(event: NewLedgerEvent): Promise<void>
}

type Known = { fold: Folded<RoutingFold>; learned: Learned; signals: Map<string, Signals> }

export function openRoutingMemory(parts: RoutingMemoryParts): RoutingMemory {
  const { journal, document, settings } = parts
  const decisions = noDecisions()
  let ledgerCursor = 0
  let folded: Folded<RoutingFold> | undefined
  const inTurn = oneAtATime()
  const now = () => parts.now().toISOString()
  const rules = { isPaused: (seq: number) => wasPaused(decisions, seq), isSession: (id: string) => !isStateless(id) }

  const know = async (from: CortexDocument): Promise<Known> => {
    const { events, next } = await journal.readLedger(ledgerCursor)
    for (const event of events) decide(decisions, event)
    ledgerCursor = next
    const base = folded ?? begun(from)
    // What a failed reading leaves half folded is begun anew the next time.
    folded = undefined
    const fold = await foldStreams(journal, base, noRouting, (state, news) => {
      takeEvents(state, news, rules)
      return state
    })
    settleFold(fold.state, settings)
    folded = fold
    return { fold, ...learnedOf(fold.state, await parts.lessons(), decisions, settings) }
  }
  const viewOf = ({ learned, signals }: Known, stands: CortexDocument): RoutingView => {
    const blacklist = blacklistAfter(stands.blacklist, stands.memory?.blacklistChanges ?? 0, decisions)
    return routingView({ learned, signals, document: stands, blacklist, now: now(), settings })
  }
  const stats = (): RoutingStats => ({
    searches: folded?.state.searches ?? 0,
    hits: folded?.state.hits ?? 0,
    reflexesFired: decisions.reflexesFired,
  })
  const written = (known: Known, stands: CortexDocument): CortexDocument => {
    const view = viewOf(known, stands)
    const { state, cursors } = known.fold
    return cortexWith(stands, {
      ...{ view, learned: known.learned, signals: known.signals, now: now(), settings },
      facts: (region, name) => candidateFacts(region, name, view, decisions, parts),
      stats: stats(),
      memory: { ...keptFold(state, cursors), blacklistChanges: decisions.blacklistChanges.length },
    })
  }
  const keep = () =>
    inTurn(async () => {
      const before = await document.read()
      if (before.memory === undefined) await parts.putAside()
      // Another process may have read further in between: then once more. What is read last is never behind for long.
      for (const isLast of [false, true]) {
        const known = await know(await document.read())
        const isDone = await document.update((stands) => {
          if (!isLast && isAhead(stands, known.fold.cursors)) return { result: false }
          const value = written(known, stands)
          return JSON.stringify(value) === JSON.stringify(stands) ? { result: true } : { value, result: true }
        })
        if (isDone) return
      }
    })
  return {
    level: () =>
      inTurn(async () => {
        const stands = await document.read()
        return viewOf(await know(stands), stands)
      }),
    grant: (region, skill) => decisions.grants.get(grantKey(region, skill)),
    stats,
    keep,
    async tell(event) {
      await journal.appendLedger(event)
      await keep()
    },
  }
}

function learnedOf(
  { settled, uses, turns }: RoutingFold,
  lessons: readonly Lesson[],
  { removed }: RoutingDecisions,
  settings: RoutingSettings,
): Omit<Known, 'fold'> {
  const regionOf = (lesson: Lesson) => turns.get(turnOfLesson(lesson)) ?? lesson.skill
  return {
    learned: learnedFrom(settled, uses, (id) => removed.get(id), settings),
    signals: learnedSignals(lessons, regionOf, settings),
  }
}

// `reflex` in the file: granted, and neither revoked nor out of reach since. Whether it fires is for the moment of use.
function candidateFacts(
  region: string,
  name: string,
  view: RoutingView,
  { grants }: RoutingDecisions,
  { skill: find, settings }: RoutingMemoryParts,
): CandidateFacts | undefined {
  const found = find(name)
  const route = view.regions.get(region)?.routes.get(name)
  if (found === undefined || route === undefined) return undefined
  const grant = grants.get(grantKey(region, name))
  const skill = reflexSkill(found)
  const reflex = grant !== undefined && !reflexRevoked(grant, route, skill) && reflexEligible(route, skill, settings)
  return { version: found.version, sideEffects: skill.sideEffects, chars: found.skill.content.length, reflex }
}

function begun({ memory }: CortexDocument): Folded<RoutingFold> {
  if (memory === undefined) return { cursors: {}, state: noRouting() }
  return { cursors: memory.cursors, state: foldOfKept(memory) }
}

function isAhead({ memory }: CortexDocument, cursors: Record<string, number>): boolean {
  return Object.entries(memory?.cursors ?? {}).some(([stream, cursor]) => cursor > (cursors[stream] ?? 0))
}

// Two readings at once would count what is new twice.
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }
}
