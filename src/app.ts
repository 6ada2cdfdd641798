// Builds the whole from its parts and says in which order it comes down again. Reading it from top to bottom is reading
// what Skill Cortex consists of; which fact leads to what stands in wiring.ts.
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { openBackground } from './background.ts'
import { type Config, type Flags, readConfig } from './config.ts'
import type { Cycles } from './cycles/open-cycles.ts'
import type { Pass } from './cycles/pass.ts'
import type { Schedule } from './cycles/schedule.ts'
import type { ContextSource } from './domain/context-source.ts'
import { diagnosticLine } from './domain/diagnostic.ts'
import type { SkillWords } from './domain/similarity.ts'
import type { DreamParts } from './dream/dream-parts.ts'
import { oldWordsChore } from './dream/old-words.ts'
import type { LiveFeed } from './events/live-feed.ts'
import type { Log } from './events/log.ts'
import type { Journal } from './journal/journal.ts'
import { healthChore } from './library/health-job.ts'
import { type Chore, keepHouse } from './library/housekeeping.ts'
import type { Library } from './library/library.ts'
import type { OpenLibrary } from './library/open-library.ts'
import type { Requests } from './library/requests.ts'
import { keepLevel } from './library/rescan.ts'
import type { Review } from './library/review.ts'
import type { Shelf } from './library/shelf.ts'
import type { Standings } from './library/standings.ts'
import type { ServerParts } from './mcp/server-factory.ts'
import type { FetchBytes } from './net/fetcher.ts'
import { openFeatures } from './open-features.ts'
import { type OpenHome, openHome } from './open-home.ts'
import { openLive } from './open-live.ts'
import { openRouting } from './open-routing.ts'
import { openWorkspaces, type Workspaces } from './packages/workspaces.ts'
import { type EvalRequest, type Evaluation, evalRecall } from './recall/eval-recall.ts'
import type { Learner } from './recall/learner.ts'
import type { OpenRecall } from './recall/open-recall.ts'
import type { Routing } from './routing/routing.ts'
import { seedStarters } from './starter/seed-starters.ts'
import type { Mounts } from './store/mounted-store.ts'
import type { SkillStore } from './store/skill-store.ts'
import { eventIntake, surfaceParts } from './surface-parts.ts'
import type { TakeEvents } from './usage/take-events.ts'
import type { UsageStats } from './usage/usage-stats.ts'
import { type Clients, react, type Wired } from './wiring.ts'

export const VERSION = '0.1.0'

// At the start; `skill-cortex check` lists them all.
const FAULTS_LOGGED_MAX = 20

export type App = {
  config: Config
  store: SkillStore
  /** Folders of others, whose skills are served as they stand. */
  mounts: Mounts
  shelf: Shelf
  library: Library
  review: Review
  requests: Requests
  workspaces: Workspaces
  standings: Standings
  journal: Journal
  usage: UsageStats
  learner: Learner
  routing: Routing
  /** How many other skills say nearly the same as this one. Takes about 10 ms. */
  nearDuplicates: (skill: SkillWords) => number
  /** Runs the regression cases of recall. */
  evalRecall: (request: EvalRequest) => Promise<Evaluation>
  /** What other programs tell of their sessions. */
  takeEvents: TakeEvents
  /** Work that needs a model. */
  cycles: Cycles
  /** By which it is done unattended; undefined where it is not. */
  schedule: Schedule | undefined
  /** What happens, as it happens. */
  live: LiveFeed
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
  /** What fetches by URL, where the setting allowNetwork lets it; absent: nothing does. */
  fetchBytes?: FetchBytes
  /** In the place of the passes that are built in. */
  passes?: (parts: DreamParts) => readonly Pass[]
}

export async function openApp({ flags, log, serving, fetchBytes, passes }: OpenOptions): Promise<App> {
  const config = readConfig(flags)
  for (const warning of config.warnings) log('config', warning)
  const home = await openHome(config, log)
  const { bus, journal, store, mounts, shelf, usage, standings, now, trouble } = home
  const { recall, nearTo, opened, indexText, evaluated } = openFeatures(config, home)
  const attached: Clients[] = []
  const live = await openLive({ ...home, agentId: config.settings.agentId }, serving)
  const contextSources: ContextSource[] = []
  const wired: Wired = { shelf, standings, indexKeeper: recall.keeper, indexText, clients: everyOf(attached), log }
  bus.subscribe((fact) => react(fact, wired))

  const keeper = serving ? keepLevel(shelf, store, log) : undefined
  const levelShelf = keeper?.level ?? shelf.lookAround
  const health = { ...opened.library, ...opened.review, ...shelf, level: levelShelf, tallyOf: usage.tally, now }
  const saveScans = () => home.scans.save(standsOn(shelf))
  const scanChore: Chore = { name: 'keeping what the scan found', firstAfterMs: 5_000, everyMs: 60_000, run: saveScans }
  const house = serving
    ? keepHouse(
        [...chores(store, usage, recall), scanChore, healthChore(health, log), oldWordsChore(journal, now)],
        log,
      )
    : undefined
  if (serving) {
    for (const fault of shelf.diagnostics().slice(0, FAULTS_LOGGED_MAX)) log('library', diagnosticLine(fault))
    await tidy(store, opened.library, log)
    await usage.level()
  }
  const workspaces = workspacesOf(config, { ...home, ...opened }, fetchBytes)
  const { caseFile } = evaluated
  const background = openBackground({ ...home, ...opened, config, nearTo, recall, caseFile, passes })
  const { cycles, schedule } = background
  const timekeeper = serving ? background.keepTime() : undefined
  const shown = { ...opened, workspaces, standings, store, mounts, shelf, indexText, now, cycles, schedule }
  const given = { journal, usage, recall, levelShelf, settings: config.settings, contextSources, trouble }
  const surface = surfaceParts({ ...shown, ...given })
  const routing = openRouting({ ...home, recall, surface, serving, log })
  return {
    config,
    store,
    mounts,
    shelf,
    ...opened,
    workspaces,
    standings,
    journal,
    usage,
    learner: routing.learner,
    routing: routing.routing,
    nearDuplicates: (skill) => nearTo(skill).length,
    cycles,
    schedule,
    live: live.feed,
    takeEvents: eventIntake({ journal, recall, settings: config.settings, now }),
    evalRecall: (request) => evalRecall(request, evaluated),
    parts: { ...surface, ...routing.parts, toolsets: config.settings.toolsets, version: VERSION, log },
    attach: (clients) => void attached.push(clients),
    async close() {
      await live.close()
      await timekeeper?.close()
      await routing.close()
      await house?.close()
      await keeper?.close()
      if (serving) await usage.save().catch(trouble('usage'))
      if (serving) await saveScans().catch(trouble('scan'))
      if (serving) await recall.save().catch(trouble('recall'))
      await journal.close()
    },
  }
}

function workspacesOf(
  { settings }: Config,
  home: OpenHome & OpenLibrary,
  fetchBytes: FetchBytes | undefined,
): Workspaces {
  const { workspaceRoots, importRoots, allowNetwork } = settings
  return openWorkspaces({
    ...{ ...home, workspaceRoots, importRoots, userHome: homedir() },
    newId: () => randomUUID().slice(0, 8),
    fetchBytes: allowNetwork ? fetchBytes : undefined,
  })
}

function standsOn(shelf: Shelf): (digest: string) => boolean {
  const digests = new Set(shelf.entries().map((entry) => entry.digest))
  return (digest) => digests.has(digest)
}

function everyOf(attached: Clients[]): Clients {
  return {
    tell: (name) => attached.forEach((clients) => void clients.tell(name)),
    warn: (text) => attached.forEach((clients) => void clients.warn(text)),
  }
}

function chores(store: SkillStore, usage: UsageStats, recall: OpenRecall): Chore[] {
  return [
    { name: 'keeping the usage fold', firstAfterMs: 60_000, everyMs: 60_000, run: usage.save },
    { name: 'keeping what recall can begin from', firstAfterMs: 10_000, everyMs: 60_000, run: recall.save },
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
