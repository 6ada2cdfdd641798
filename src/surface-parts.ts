// What the MCP and HTTP surfaces may ask of the app, each as one function: the seam between features and protocols.
import type { NewEvent } from './domain/journal-event.ts'
import { nearTieFactor } from './domain/standing.ts'
import type { Journal } from './journal/journal.ts'
import { isStateless, statelessSession } from './journal/stream-name.ts'
import type { Shelf } from './library/shelf.ts'
import type { ToolParts } from './mcp/tool.ts'
import type { OpenRecall } from './recall/open-recall.ts'
import { recallSkills } from './recall/recall-skills.ts'
import { createSearchMemory } from './recall/search-memory.ts'
import { createSessionMemory } from './recall/session-memory.ts'
import { type LastLoad, reportOutcome } from './usage/report-outcome.ts'
import type { UsageStats } from './usage/usage-stats.ts'

export type SurfaceInputs = Pick<
  ToolParts,
  'library' | 'review' | 'requests' | 'workspaces' | 'standings' | 'store' | 'indexText' | 'now'
> & {
  /** How well a skill stands bends near ties of recall. */
  tiesByStanding: boolean
  shelf: Shelf
  journal: Journal
  usage: UsageStats
  recall: Pick<OpenRecall, 'index' | 'lessons' | 'calibration'>
  /** Brings the shelf level with the disk, as far as that is cheap. */
  levelShelf: () => Promise<void>
}

export function surfaceParts(inputs: SurfaceInputs): ToolParts {
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
    ...{ library, review, requests, workspaces, standings, store: inputs.store },
    shelf,
    indexText,
    now,
    usageOf: usage.of,
    tallyOf: usage.tally,
    async level() {
      await Promise.all([levelShelf(), usage.levelSoon()])
    },
    async recall(request) {
      await levelShelf()
      const parts = { index, lessons, calibration, skill: recallSkill, sessions, append }
      return recallSkills(request, inputs.tiesByStanding ? { ...parts, tieFactor } : parts)
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

// Reads the whole session, for reports are rare. Calls without a session are of many callers.
function lastLoadIn(journal: Journal): LastLoad {
  return async (session, name) => {
    if (isStateless(session)) return undefined
    const { events } = await journal.read(session, 0)
    return events.findLast((event) => event.event === 'loaded' && event.skillName === name)?.id
  }
}
