// What the MCP and HTTP surfaces may ask of the app, each as one function: the seam between features and protocols.
import { homeHealth } from './cycles/home-health.ts'
import type { Cycles } from './cycles/open-cycles.ts'
import type { Schedule } from './cycles/schedule.ts'
import type { ContextSource } from './domain/context-source.ts'
import type { NewEvent } from './domain/journal-event.ts'
import type { Signals } from './domain/signal-text.ts'
import { nearTieFactor } from './domain/standing.ts'
import type { Journal } from './journal/journal.ts'
import { isStateless, statelessSession } from './journal/stream-name.ts'
import type { Shelf } from './library/shelf.ts'
import type { ToolParts } from './mcp/tool.ts'
import type { OpenRecall } from './recall/open-recall.ts'
import { gatherContext } from './recall/recall-context.ts'
import { recallSkills } from './recall/recall-skills.ts'
import { createSearchMemory } from './recall/search-memory.ts'
import { createSessionMemory } from './recall/session-memory.ts'
import type { LedgerSettings } from './reflection/ledger-settings.ts'
import { type LastLoad, reportOutcome } from './usage/report-outcome.ts'
import { createEventIntake, type TakeEvents } from './usage/take-events.ts'
import type { UsageStats } from './usage/usage-stats.ts'

type SignalSettings = { 'signals.turns': Signals['turns']; 'signals.tools': Signals['tools'] }

export type SurfaceInputs = Pick<
  ToolParts,
  | 'ledger'
  | 'reflection'
  | 'reflectionActive'
  | 'library'
  | 'review'
  | 'requests'
  | 'workspaces'
  | 'standings'
  | 'store'
  | 'mounts'
  | 'indexText'
  | 'bindings'
  | 'now'
> & {
  cycles: Cycles
  /** By which passes run unattended, where they do. */
  schedule: Schedule | undefined
  settings: SignalSettings & {
    /** How well a skill stands bends near ties of recall. */
    'recall.standing': boolean
  }
  shelf: Shelf
  journal: Journal
  usage: UsageStats
  recall: Pick<OpenRecall, 'index' | 'lessons' | 'calibration'>
  /** What others add to a recall, the ones that matter most first. */
  contextSources: readonly ContextSource[]
  trouble: (part: string) => (error: unknown) => void
  /** Brings the shelf level with the disk, as far as that is cheap. */
  levelShelf: () => Promise<void>
}

export function surfaceParts(inputs: SurfaceInputs): Omit<ToolParts, 'routing'> {
  const { library, review, requests, workspaces, standings, shelf, indexText, now, journal, usage, levelShelf } = inputs
  const { index, lessons, calibration } = inputs.recall
  const sessions = createSessionMemory(journal.read)
  const searches = createSearchMemory()
  const sessionOr = (session: string | undefined) => session ?? statelessSession(now())
  const append = async (session: string, event: NewEvent) => {
    const written = await journal.append(session, event)
    usage.note(written)
    return written
  }
  const recallSkill = (name: string) => {
    const entry = shelf.entry(name)
    const mark = entry && standings.markOf(entry)
    return mark?.listed === true ? { ...entry!.skill, warning: mark.warning } : undefined
  }
  const tieFactor = (name: string) => nearTieFactor(shelf.entry(name)?.lifecycle, usage.verdicts(name))
  return {
    ...{ library, review, requests, workspaces, standings, store: inputs.store, mounts: inputs.mounts },
    shelf,
    indexText,
    bindings: inputs.bindings,
    now,
    cycles: inputs.cycles,
    ledger: inputs.ledger,
    reflection: inputs.reflection,
    reflectionActive: inputs.reflectionActive,
    health: () => homeHealth(inputs),
    usageOf: usage.of,
    tallyOf: usage.tally,
    async level() {
      await Promise.all([levelShelf(), usage.levelSoon()])
    },
    async recall(request) {
      await levelShelf()
      const turnSignals = inputs.settings['signals.turns']
      const parts = { index, lessons, calibration, skill: recallSkill, sessions, turnSignals, append }
      const answer = await recallSkills(request, inputs.settings['recall.standing'] ? { ...parts, tieFactor } : parts)
      const { session, peers = [], actor } = request
      if (request.wantsContext !== true) return answer
      const context = await gatherContext(inputs.contextSources, { session, peers, actor }, inputs.trouble('recall'))
      return { ...answer, context }
    },
    searched: searches.note,
    async loaded({ name, version, session, actor }) {
      const seen = session === undefined ? undefined : await sessions.seen(session)
      const how = seen?.shown.has(name) ? 'recalled' : searches.found(session, name) ? 'searched' : 'by-name'
      await usage.levelSoon()
      await append(sessionOr(session), { event: 'loaded', actor, skillName: name, version, how })
      lessons.stale()
    },
    async reportOutcome(report, session, actor) {
      const ids = await reportOutcome(report, sessionOr(session), actor, append, lastLoadIn(journal))
      lessons.stale()
      return ids
    },
  }
}

/** What takes the events that other programs send. */
export function eventIntake(
  inputs: Pick<SurfaceInputs, 'now'> & {
    journal: Pick<Journal, 'read' | 'append'>
    recall: Pick<OpenRecall, 'index' | 'lessons'>
    settings: SignalSettings & Pick<LedgerSettings, 'reflection.previewCharsMax'>
  },
): TakeEvents {
  const { journal, now, settings, recall } = inputs
  const signals = { turns: settings['signals.turns'], tools: settings['signals.tools'] }
  const { isLearning } = recall.lessons
  const previewCharsMax = settings['reflection.previewCharsMax']
  return createEventIntake({ journal, now, signals, previewCharsMax, isLearning, isLibraryTerm: recall.index.holds })
}

// Reads the whole session, for reports are rare. Calls without a session are of many callers.
function lastLoadIn(journal: Journal): LastLoad {
  return async (session, name) => {
    if (isStateless(session)) return undefined
    const { events } = await journal.read(session, 0)
    return events.findLast((event) => event.event === 'loaded' && event.skillName === name)?.id
  }
}
