// Routing memory: kept level with the journal, asked through one view, and written to cortex.json. Every process folds for
// itself; what it writes is worked out from the journal up to now, so no writer can lose what another has learned.
import { isDeepStrictEqual } from 'node:util'
import type { CortexDocument } from '../domain/cortex-document.ts'
import { type CandidateFacts, cortexWith } from '../domain/cortex-writing.ts'
import type { NewLedgerEvent } from '../domain/journal-event.ts'
import { lessonText } from '../domain/routing-candidates.ts'
import { keptFold } from '../domain/routing-fold.ts'
import { type RouteHistory, routeHistory } from '../domain/routing-history.ts'
import { blacklistAfter, grantKey, type RoutingDecisions } from '../domain/routing-ledger.ts'
import type { RoutingLesson } from '../domain/routing-lessons.ts'
import { type ReflexGrant, reflexEligible, reflexRevoked } from '../domain/routing-reflex.ts'
import type { RoutingSettings } from '../domain/routing-settings.ts'
import type { RoutingUse } from '../domain/routing-uses.ts'
import { type RoutingView, routingView } from '../domain/routing-view.ts'
import { type Known, openKnownRouting } from './known-routing.ts'
import { type RoutingMemoryParts, reflexSkill } from './routing-parts.ts'

/** How far behind other processes the warnings of lessons may be. */
const LEVEL_AGE_MS_MAX = 2_000

type RoutingStats = { searches: number; hits: number; reflexesFired: number; installs: number }

export type RoutingMemory = {
  /** Reads what the journal, the ledger, recall's lessons and the file have gained. */
  level(): Promise<RoutingView>
  /** The same, when the last time is longer ago than LEVEL_AGE_MS_MAX. */
  levelSoon(): Promise<void>
  /** What a person granted this route, as of the last level. */
  grant(region: string, skill: string): ReflexGrant | undefined
  /** Whether a person took a grant of this route back, and none was given since. */
  isWithdrawn(region: string, skill: string): boolean
  /** How the weights came about, as of the last level. */
  history(): RouteHistory
  /** The reports that single lines are kept of, oldest first, as of the last level. */
  uses(): readonly RoutingUse[]
  /** What its reader should know of a skill, wherever it is used, as of the last level. */
  warning(skill: string): string | undefined
  stats(): RoutingStats
  /** Writes cortex.json, when it would say something else. */
  keep(): Promise<void>
  /** Writes down what was decided, then the file. */
  tell(event: NewLedgerEvent): Promise<void>
}

export function openRoutingMemory(parts: RoutingMemoryParts): RoutingMemory {
  const { journal, document, settings } = parts
  const known = openKnownRouting(parts)
  const { decisions } = known
  const inTurn = oneAtATime()
  const now = () => parts.now().toISOString()
  const viewOf = ({ learned, signals }: Known, stands: CortexDocument): RoutingView => {
    const blacklist = blacklistAfter(stands.blacklist, stands.memory?.blacklistChanges ?? 0, decisions)
    const triggersOf = (name: string) => parts.skill(name)?.skill.triggers ?? []
    return routingView({ learned, signals, document: stands, blacklist, triggersOf, now: now(), settings })
  }
  const stats = (): RoutingStats => ({
    searches: known.fold()?.searches ?? 0,
    hits: known.fold()?.hits ?? 0,
    reflexesFired: decisions.reflexesFired,
    installs: decisions.installs,
  })
  const written = (level: Known, stands: CortexDocument): CortexDocument => {
    const view = viewOf(level, stands)
    const { state, cursors } = level.fold
    return cortexWith(stands, {
      ...{ view, learned: level.learned, signals: level.signals, now: now(), settings },
      facts: (region, name) => candidateFacts(region, name, view, decisions, parts),
      stats: stats(),
      memory: {
        ...keptFold(state, cursors),
        blacklistChanges: decisions.blacklistChanges.length,
        forgettings: decisions.forgettings.length,
      },
    })
  }
  const keep = () =>
    inTurn(async () => {
      // Another process may have read further in between: then once more. What is read last is never behind for long.
      for (const isLast of [false, true]) {
        const level = await known.level(await document.read())
        const isDone = await document.update((stands) => {
          if (!isLast && isAhead(stands, level.fold.cursors, decisions)) return { result: false }
          const value = written(level, stands)
          return isSaid(value, stands) ? { result: true } : { value, result: true }
        })
        if (isDone) return
      }
    })
  let leveledAt = Number.NEGATIVE_INFINITY
  const level = () =>
    inTurn(async () => {
      const stands = await document.read()
      const view = viewOf(await known.level(stands), stands)
      leveledAt = performance.now()
      return view
    })
  return {
    level,
    async levelSoon() {
      if (performance.now() - leveledAt > LEVEL_AGE_MS_MAX) await level()
    },
    grant: (region, skill) => decisions.grants.get(grantKey(region, skill)),
    isWithdrawn: (region, skill) => decisions.withdrawn.has(grantKey(region, skill)),
    history() {
      const fold = known.fold()
      return fold === undefined ? new Map() : routeHistory(fold.settled, fold.uses, settings)
    },
    uses: () => known.fold()?.uses ?? [],
    warning: (skill) => qualityWarning(skill, known.lessons(), settings),
    stats,
    keep,
    async tell(event) {
      await journal.appendLedger(event)
      await keep()
    },
  }
}

function qualityWarning(
  skill: string,
  lessons: readonly RoutingLesson[],
  { lessonPruneBelow }: RoutingSettings,
): string | undefined {
  const warned = lessons.find((one) => one.kind === 'skill_quality_warning' && one.skill === skill)
  return warned === undefined || warned.confidence < lessonPruneBelow ? undefined : lessonText(warned)
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
  const { source, version, skill: text } = found
  return { source, version, sideEffects: skill.sideEffects, chars: text.content.length, reflex }
}

function isAhead(
  { memory }: CortexDocument,
  cursors: Record<string, number>,
  { forgettings }: RoutingDecisions,
): boolean {
  if ((memory?.forgettings ?? 0) > forgettings.length) return true
  return Object.entries(memory?.cursors ?? {}).some(([stream, cursor]) => cursor > (cursors[stream] ?? 0))
}

// In whatever order another process put it down.
function isSaid(value: CortexDocument, stands: CortexDocument): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), JSON.parse(JSON.stringify(stands)))
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
