// Builds the whole from its parts and says in which order it comes down again. Reading it from top to bottom is reading
// what Skill Cortex consists of; which fact leads to what stands in wiring.ts.
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { openBackground, type PassesOf } from './background.ts'
import type { Bindings } from './bindings/open-bindings.ts'
import { type Config, type Flags, readConfig } from './config.ts'
import type { Cycles } from './cycles/open-cycles.ts'
import type { Schedule } from './cycles/schedule.ts'
import type { ContextSource } from './domain/context-source.ts'
import type { LiveFeed } from './events/live-feed.ts'
import type { Log } from './events/log.ts'
import type { Journal } from './journal/journal.ts'
import type { Library } from './library/library.ts'
import type { OpenLibrary } from './library/open-library.ts'
import type { Requests } from './library/requests.ts'
import type { Review } from './library/review.ts'
import type { Shelf } from './library/shelf.ts'
import type { Standings } from './library/standings.ts'
import type { ServerParts } from './mcp/server-factory.ts'
import type { FetchBytes } from './net/fetcher.ts'
import { openBound } from './open-binding-parts.ts'
import { type Judged, openFeatures } from './open-features.ts'
import { type OpenHome, openHome } from './open-home.ts'
import { lookOnly, openHouse } from './open-house.ts'
import { openLive } from './open-live.ts'
import { openPeers } from './open-peers.ts'
import { openRouting } from './open-routing.ts'
import { openSecondLoop } from './open-second-loop.ts'
import { openWorkspaces, type Workspaces } from './packages/workspaces.ts'
import type { Learner } from './recall/learner.ts'
import type { Ledger } from './reflection/open-ledger.ts'
import type { SecondLoop } from './reflection/open-reflection.ts'
import { peerContext } from './reflection/peer-context.ts'
import { openRegistries, type Registries } from './registry/open-registries.ts'
import type { Routing } from './routing/routing.ts'
import type { Mounts } from './store/mounted-store.ts'
import type { SkillStore } from './store/skill-store.ts'
import { eventIntake, surfaceParts } from './surface-parts.ts'
import type { TakeEvents } from './usage/take-events.ts'
import type { UsageStats } from './usage/usage-stats.ts'
import { type Clients, react, type Wired } from './wiring.ts'

export const VERSION = '0.1.0'

export type App = Judged & {
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
  /** Peers: what passed, what was thought of them. */
  ledger: Ledger
  /** Beliefs, directives, consultations and what came of reflections. */
  reflection: SecondLoop
  learner: Learner
  routing: Routing
  /** What other programs tell of their sessions. */
  takeEvents: TakeEvents
  /** What is done when something happens. */
  bindings: Bindings
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
  /** The clock; absent: the system's. */
  now?: () => Date
  /** In the place of the passes that are built in. */
  passes?: PassesOf
}

export async function openApp({ flags, log, serving, now: clock, fetchBytes, passes }: OpenOptions): Promise<App> {
  const config = readConfig(flags)
  for (const warning of config.warnings) log('config', warning)
  const home = await openHome(config, log, clock)
  const { bus, journal, store, mounts, shelf, usage, standings, now, trouble } = home
  const peers = openPeers({ ...home, config, serving })
  const reflection = openSecondLoop({ ...home, config, flags, ledger: peers.ledger, cycles: () => cycles })
  const features = openFeatures(config, home, reflection.blockNow)
  const { recall, nearTo, opened, bindingBook, indexText, judged, evaluated } = features
  const attached: Clients[] = []
  const live = await openLive({ ...home, agentId: config.settings.agentId }, serving)
  const bindings = openBound(home, bindingBook, serving)
  const { directives, beliefs } = reflection.sources
  const contextSources: ContextSource[] = [directives, peerContext(peers.ledger), beliefs, bindings.source]
  const clients = everyOf(attached)
  const wired: Wired = { shelf, standings, indexKeeper: recall.keeper, indexText, clients, bindings, log }
  bus.subscribe((fact) => react(fact, wired))

  const house = serving ? await openHouse({ home, opened, recall, log }) : lookOnly(home)
  const registries = registriesOf(config, fetchBytes, home.now)
  const workspaces = workspacesOf(config, { ...home, ...opened, registries }, fetchBytes)
  const { caseFile } = evaluated
  const background = openBackground({ ...home, ...opened, config, nearTo, recall, caseFile, reflection, passes })
  const { cycles, schedule } = background
  const timekeepers = serving ? [background.keepTime(), reflection.keep(cycles)] : []
  const shown = { ...opened, bindings, workspaces, standings, store, mounts, shelf, indexText, now, cycles, schedule }
  const { levelShelf } = house
  const given = { journal, usage, recall, levelShelf, settings: config.settings, contextSources, trouble }
  const surface = surfaceParts({ ...shown, ...given, ...peers.parts(cycles), reflection: reflection.on(cycles) })
  const routing = openRouting({ ...home, recall, surface, registries, settings: config.settings, serving, log })
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
    learner: recall.learner,
    routing: routing.routing,
    ...judged,
    cycles,
    schedule,
    live: live.feed,
    bindings,
    ledger: peers.ledger,
    reflection: surface.reflection,
    takeEvents: eventIntake({ journal: peers.told, recall, settings: config.settings, now }),
    parts: { ...surface, ...routing.parts, toolsets: config.settings.toolsets, version: VERSION, log },
    attach: (clients) => void attached.push(clients),
    async close() {
      await live.close()
      await bindings.close()
      for (const timekeeper of timekeepers) await timekeeper?.close()
      await routing.close()
      await peers.close()
      await house.close()
      await journal.close()
    },
  }
}

function workspacesOf(
  { settings }: Config,
  home: OpenHome & OpenLibrary & { registries: Registries },
  fetchBytes: FetchBytes | undefined,
): Workspaces {
  const { workspaceRoots, importRoots, allowNetwork } = settings
  return openWorkspaces({
    ...{ ...home, workspaceRoots, importRoots, userHome: homedir() },
    newId: () => randomUUID().slice(0, 8),
    fetchBytes: allowNetwork ? fetchBytes : undefined,
    tell: home.journal.appendLedger,
  })
}

function registriesOf({ settings }: Config, fetchBytes: FetchBytes | undefined, now: () => Date): Registries {
  const { registries, allowNetwork } = settings
  return openRegistries({ registries, fetchBytes: allowNetwork ? fetchBytes : undefined, now })
}

function everyOf(attached: Clients[]): Clients {
  return {
    tell: (name) => attached.forEach((clients) => void clients.tell(name)),
    warn: (text) => attached.forEach((clients) => void clients.warn(text)),
  }
}
