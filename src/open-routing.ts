// Puts routing together: its memory over the journal and cortex.json, what it may ask of recall and the library, and the work
// that keeps the file.
import { readVariable } from './config.ts'
import { cortexSchema, emptyCortex } from './domain/cortex-document.ts'
import { ROUTING_DEFAULTS } from './domain/routing-settings.ts'
import { turnStems } from './domain/turn-stems.ts'
import type { Log } from './events/log.ts'
import { keepHouse } from './library/housekeeping.ts'
import type { ToolParts } from './mcp/tool.ts'
import type { OpenHome } from './open-home.ts'
import type { Learner } from './recall/learner.ts'
import type { OpenRecall } from './recall/open-recall.ts'
import { putAsideDamaged } from './routing/damaged-cortex.ts'
import { createRouting, type Routing } from './routing/routing.ts'
import { openRoutingMemory } from './routing/routing-memory.ts'
import type { RoutedSkill } from './routing/routing-parts.ts'
import { lockedDocument } from './store/locked-document.ts'

type RoutingInputs = Pick<OpenHome, 'layout' | 'journal' | 'shelf' | 'standings' | 'usage' | 'now' | 'trouble'> & {
  recall: Pick<OpenRecall, 'index' | 'lessons' | 'learner'>
  surface: Omit<ToolParts, 'routing'>
  /** A server keeps the file; a single command writes it only when a person decides something. */
  serving: boolean
  log: Log
}

type OpenRouting = {
  /** What the surfaces get of it, and of their other parts what routing adds to. */
  parts: Pick<ToolParts, 'routing' | 'reportOutcome'>
  routing: Routing
  /** What is forgotten there is gone from the file, too. */
  learner: Learner
  close(): Promise<void>
}

export function openRouting({ serving, log, recall, surface, ...home }: RoutingInputs): OpenRouting {
  const { layout, journal, shelf, standings, usage, now, trouble } = home
  const { index, lessons, learner } = recall
  const place = { path: layout.routing, lock: `${layout.leases}/routing.lock`, what: 'the routing memory' }
  const skill = (name: string) => routedSkill(name, { shelf, standings })
  const settings = ROUTING_DEFAULTS
  const memory = openRoutingMemory({
    ...{ journal, skill, now, settings, document: lockedDocument(place, cortexSchema, emptyCortex) },
    putAside: () => putAsideDamaged(layout.routing),
    async lessons() {
      await lessons.levelSoon()
      return lessons.all()
    },
  })
  const routing = createRouting({
    ...{ memory, skill, now, settings, isLearning: lessons.isLearning },
    stemsOf: (text) => turnStems(text, index.holds),
    isSet: (variable) => readVariable(variable) !== undefined,
    recall: (request, session, actor) => surface.recall({ ...request, session, actor }),
    async append(session, event) {
      usage.note(await journal.append(session, event))
    },
  })
  const chore = { name: 'keeping routing memory', firstAfterMs: 20_000, everyMs: 60_000, run: memory.keep }
  const house = serving ? keepHouse([chore], log) : undefined
  return {
    parts: {
      routing,
      reportOutcome(report, session, actor) {
        const env = report.name === undefined ? {} : routing.environment(report.name)
        return surface.reportOutcome(Object.keys(env).length === 0 ? report : { ...report, env }, session, actor)
      },
    },
    routing,
    learner: {
      ...learner,
      async forget(what, actor) {
        const forgotten = await learner.forget(what, actor)
        lessons.stale()
        await memory.keep()
        return forgotten
      },
    },
    async close() {
      await house?.close()
      if (serving) await memory.keep().catch(trouble('routing'))
    },
  }
}

function routedSkill(
  name: string,
  { shelf, standings }: Pick<OpenHome, 'shelf' | 'standings'>,
): RoutedSkill | undefined {
  const entry = shelf.entry(name)
  if (entry === undefined) return undefined
  const { skill, version, digest } = entry
  const standing = standings.of(entry)
  const mark = standings.markOf(entry)
  const warning = mark.listed ? mark.warning : undefined
  return { skill, version, digest, standing, executable: standing.executable, listed: mark.listed, warning }
}
