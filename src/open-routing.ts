// Puts routing together: its memory over the journal and cortex.json, what it may ask of recall and the library, and the work
// that keeps the file.
import { readVariable } from './config.ts'
import { cortexSchema, emptyCortex } from './domain/cortex-document.ts'
import { sourceOf } from './domain/registry-ref.ts'
import { turnStems } from './domain/turn-stems.ts'
import type { Log } from './events/log.ts'
import { keepHouse } from './library/housekeeping.ts'
import type { ToolParts } from './mcp/tool.ts'
import type { OpenHome } from './open-home.ts'
import type { OpenRecall } from './recall/open-recall.ts'
import { findOffers } from './registry/find-offers.ts'
import type { Registries } from './registry/open-registries.ts'
import { createRouting, type Routing } from './routing/routing.ts'
import { type RoutingConfig, routingSettings } from './routing/routing-config.ts'
import { openRoutingMemory } from './routing/routing-memory.ts'
import type { RoutedSkill, Wording } from './routing/routing-parts.ts'
import { lockedDocument } from './store/locked-document.ts'

type RoutingInputs = Pick<OpenHome, 'layout' | 'journal' | 'shelf' | 'standings' | 'usage' | 'now' | 'trouble'> & {
  recall: Pick<OpenRecall, 'index' | 'lessons' | 'learner'>
  surface: Omit<ToolParts, 'routing'>
  registries: Registries
  settings: RoutingConfig & { readonly 'recall.learn': boolean }
  /** A server keeps the file; a single command writes it only when a person decides something. */
  serving: boolean
  log: Log
}

type OpenRouting = {
  /** What the surfaces get of it, and of their other parts what routing adds to. */
  parts: Pick<ToolParts, 'routing' | 'reportOutcome' | 'level'>
  routing: Routing
  close(): Promise<void>
}

export function openRouting({ serving, log, recall, surface, registries, ...home }: RoutingInputs): OpenRouting {
  const { layout, journal, shelf, standings, usage, now, trouble } = home
  const { index, lessons, learner } = recall
  const place = { path: layout.routing, lock: `${layout.leases}/routing.lock`, what: 'the routing memory' }
  const skill = (name: string) => routedSkill(name, { shelf, standings })
  const settings = routingSettings(home.settings)
  const memory = openRoutingMemory({
    ...{ journal, skill, now, settings, document: lockedDocument(place, cortexSchema, emptyCortex) },
    async lessons() {
      await lessons.levelSoon()
      return lessons.all()
    },
  })
  standings.warnFrom(memory.warning)
  const routing = createRouting({
    ...{ memory, skill, now, settings, journal, isLearning: lessons.isLearning },
    wording: wordingOf(recall, home.settings['recall.learn']),
    async lessons() {
      await learner.levelSoon()
      return learner.all()
    },
    stemsOf: (text) => turnStems(text, index.holds),
    isSet: (variable) => readVariable(variable) !== undefined,
    recall: (request, session, actor) => surface.recall({ ...request, session, actor }),
    offers: (asked) => findOffers(asked, registries),
    async append(session, event) {
      usage.note(await journal.append(session, event))
    },
  })
  const chore = { name: 'keeping routing memory', firstAfterMs: 20_000, everyMs: 60_000, run: memory.keep }
  const house = serving ? keepHouse([chore], log) : undefined
  return {
    parts: {
      routing,
      async level() {
        // What its reader should know of a skill is a lesson of routing, too.
        await Promise.all([surface.level(), routing.levelSoon()])
      },
      async reportOutcome(report, session, actor) {
        const { name } = report
        const env = name === undefined ? {} : routing.environment(name)
        const told = Object.keys(env).length === 0 ? report : { ...report, env }
        const ids = await surface.reportOutcome(told, session, actor)
        // The report is written down: a grant that cannot be, is earned again with the next one.
        if (name !== undefined) await routing.grantEarned(name).catch(trouble('routing'))
        return ids
      },
    },
    routing,
    async close() {
      await house?.close()
      if (serving) await memory.keep().catch(trouble('routing'))
    },
  }
}

function wordingOf({ learner, lessons }: RoutingInputs['recall'], isOn: boolean): Wording {
  return {
    async status() {
      await learner.levelSoon()
      return { isOn, isPaused: !learner.isLearning() }
    },
    set: (to, actor) => learner[to](actor),
    async forget(what, actor) {
      const forgotten = await learner.forget(what, actor)
      lessons.stale()
      return forgotten
    },
  }
}

function routedSkill(
  name: string,
  { shelf, standings }: Pick<OpenHome, 'shelf' | 'standings'>,
): RoutedSkill | undefined {
  const entry = shelf.entry(name)
  if (entry === undefined) return undefined
  const { skill, version, digest, record } = entry
  const scope = record?.scope ?? null
  const standing = standings.of(entry)
  const mark = standings.markOf(entry)
  const warning = mark.listed ? mark.warning : undefined
  const source = sourceOf(record?.author ?? null)
  const { executable } = standing
  return { skill, version, digest, source, standing, executable, listed: mark.listed, warning, scope }
}
