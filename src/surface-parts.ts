// What the MCP and HTTP surfaces may ask of the app, each as one function: the seam between features and protocols.
import type { NewEvent } from './domain/journal-event.ts'
import type { Journal } from './journal/journal.ts'
import { statelessSession } from './journal/stream-name.ts'
import type { Shelf } from './library/shelf.ts'
import type { ToolParts } from './mcp/tool.ts'
import { recallSkills } from './recall/recall-skills.ts'
import { createSessionMemory } from './recall/session-memory.ts'
import type { SkillIndex } from './recall/skill-index.ts'
import { reportOutcome } from './usage/report-outcome.ts'
import type { UsageStats } from './usage/usage-stats.ts'

export type SurfaceInputs = Pick<ToolParts, 'library' | 'indexText' | 'now'> & {
  shelf: Shelf
  journal: Journal
  usage: UsageStats
  searchIndex: SkillIndex
  /** Brings the shelf level with the disk, as far as that is cheap. */
  levelShelf: () => Promise<void>
}

export function surfaceParts(inputs: SurfaceInputs): ToolParts {
  const { library, shelf, indexText, now, journal, usage, searchIndex, levelShelf } = inputs
  const sessions = createSessionMemory(journal.read)
  const sessionOr = (session: string | undefined) => session ?? statelessSession(now())
  const append = (session: string, event: NewEvent) => journal.append(session, event)
  return {
    library,
    shelf,
    indexText,
    now,
    usageOf: usage.of,
    async level() {
      await Promise.all([levelShelf(), usage.levelSoon()])
    },
    async recall(request) {
      await levelShelf()
      const skill = (name: string) => shelf.entry(name)?.skill
      return recallSkills(request, { index: searchIndex, skill, sessions, append })
    },
    async loaded({ name, version, session, actor }) {
      const seen = session === undefined ? undefined : await sessions.seen(session)
      const how = seen?.shown.has(name) ? 'recalled' : 'by-name'
      await usage.levelSoon()
      usage.note(await append(sessionOr(session), { event: 'loaded', actor, skillName: name, version, how }))
    },
    reportOutcome: (report, session, actor) => reportOutcome(report, sessionOr(session), actor, append),
  }
}
