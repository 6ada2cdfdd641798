// Builds the whole from its parts and says in which order it comes down again. Reading it from top to bottom is reading
// what Skill Cortex consists of; which fact leads to what stands in wiring.ts.
import { randomUUID } from 'node:crypto'
import { type Config, type Flags, readConfig } from './config.ts'
import { diagnosticLine } from './domain/diagnostic.ts'
import type { Origin } from './domain/record.ts'
import { createBus } from './events/bus.ts'
import type { Log } from './events/log.ts'
import { homeLayout } from './files/home-layout.ts'
import { openFileJournal } from './journal/file-journal.ts'
import type { Journal } from './journal/journal.ts'
import { type Chore, keepHouse } from './library/housekeeping.ts'
import { createIndexText } from './library/index-text.ts'
import { createLibrary, type Library } from './library/library.ts'
import { keepLevel } from './library/rescan.ts'
import { openShelf, type Shelf } from './library/shelf.ts'
import type { ServerParts } from './mcp/server-factory.ts'
import { createSkillIndex } from './recall/index-engine.ts'
import { isStarter, seedStarters } from './starter/seed-starters.ts'
import { openFileSkillStore } from './store/file-skill-store.ts'
import type { SkillStore } from './store/skill-store.ts'
import { smallDocument } from './store/small-document.ts'
import { surfaceParts } from './surface-parts.ts'
import { checkpointSchema, noCheckpoint, openUsageStats, type UsageStats } from './usage/usage-stats.ts'
import { type Clients, indexSkill, react, type Wired } from './wiring.ts'

export const VERSION = '0.1.0'

// At the start; `skill-cortex check` lists them all.
const FAULTS_LOGGED_MAX = 20

export type App = {
  config: Config
  store: SkillStore
  shelf: Shelf
  library: Library
  journal: Journal
  usage: UsageStats
  /** Everything the MCP and HTTP surfaces need. */
  parts: ServerParts
  /** Whoever serves clients says so here, to be told of changes and faults. */
  attach(clients: Clients): void
  close(): Promise<void>
}

export type OpenOptions = {
  flags: Flags
  log: Log
  /** A server seeds a fresh home, sweeps leftovers and keeps level with the disk; a single command only looks. */
  serving: boolean
}

export async function openApp({ flags, log, serving }: OpenOptions): Promise<App> {
  const config = readConfig(flags)
  for (const warning of config.warnings) log('config', warning)
  const layout = homeLayout(config.home)
  const now = () => new Date()
  const trouble = (part: string) => (error: unknown) => log(part, 'trouble', error)

  const bus = createBus(trouble('events'))
  const journal = openFileJournal(layout, { now, newId: randomUUID }, trouble('journal'))
  const store = openFileSkillStore(layout, trouble('watch'))
  const lostOrigin = await originsInLedger(journal)
  const shelf = await openShelf({ store, publish: bus.publish, log, now, lostOrigin, isShipped: isStarter })
  const library = createLibrary({ store, shelf, appendLedger: journal.appendLedger, lostOrigin, now, log })

  const usage = openUsageStats(journal, smallDocument(layout.usageStats, checkpointSchema, noCheckpoint), now)
  const indexText = createIndexText(shelf, (name) => usage.of(name)?.loads ?? 0)
  const searchIndex = createSkillIndex(config.settings['recall.engine'])
  const attached: Clients[] = []
  const wired: Wired = { shelf, searchIndex, indexText, clients: everyOf(attached), log }
  for (const { skill } of shelf.entries()) indexSkill(skill.name, wired)
  bus.subscribe((fact) => react(fact, wired))

  const keeper = serving ? keepLevel(shelf, store, log) : undefined
  const levelShelf = keeper?.level ?? shelf.lookAround
  const house = serving ? keepHouse(chores(store, usage), log) : undefined
  if (serving) {
    for (const fault of shelf.diagnostics().slice(0, FAULTS_LOGGED_MAX)) log('library', diagnosticLine(fault))
    await tidy(store, library, log)
    await usage.level()
  }
  const surface = surfaceParts({ library, shelf, indexText, now, journal, usage, searchIndex, levelShelf })
  return {
    config,
    store,
    shelf,
    library,
    journal,
    usage,
    parts: { ...surface, toolsets: config.settings.toolsets, version: VERSION, log },
    attach: (clients) => void attached.push(clients),
    async close() {
      await house?.close()
      await keeper?.close()
      if (serving) await usage.save().catch(trouble('usage'))
      await journal.close()
    },
  }
}

// A record that is gone leaves the name in the ledger: then a machine wrote it, whatever the file says (DESIGN 3.1).
async function originsInLedger(journal: Journal): Promise<(name: string) => Origin> {
  const { events } = await journal.readLedger(0)
  const byMachine = new Set(
    events.filter((e) => e.event === 'skill-saved' && e.actor !== 'operator').map((e) => e.name),
  )
  return (name) => (byMachine.has(name) ? 'machine' : 'human')
}

function everyOf(attached: Clients[]): Clients {
  return {
    tell: () => attached.forEach((clients) => void clients.tell()),
    warn: (text) => attached.forEach((clients) => void clients.warn(text)),
  }
}

function chores(store: SkillStore, usage: UsageStats): Chore[] {
  return [
    { name: 'keeping the usage fold', firstAfterMs: 60_000, everyMs: 60_000, run: usage.save },
    { name: 'sweeping old versions', firstAfterMs: 30_000, everyMs: 6 * 3_600_000, run: store.sweepBlobs },
  ]
}

// What a server does before it serves; what fails here must not keep it from serving.
async function tidy(store: SkillStore, library: Library, log: Log): Promise<void> {
  try {
    await seedStarters(library.seed)
    const temps = await store.sweep()
    if (temps > 0) log('start', `removed ${temps} half-written files of processes that were killed`)
  } catch (error) {
    log('start', 'the home could not be tidied', error)
  }
}
