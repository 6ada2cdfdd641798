// Joins the command line to the app: what `serve` and `stdio` run, what the other commands open.

import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { announcement } from './announce.ts'
import { type App, type OpenOptions, openApp, VERSION } from './app.ts'
import { askYesNo } from './cli/ask.ts'
import { openInBrowser } from './cli/browser.ts'
import type { CommandHome, Surroundings } from './cli/command.ts'
import { openDialog } from './cli/dialog.ts'
import { endable } from './cli/endable.ts'
import { runProgram } from './cli/program.ts'
import type { ClientPlans } from './clients/client-plans.ts'
import { explainConfig, type Flags, readConfig } from './config.ts'
import type { Offers } from './domain/registry-offer.ts'
import { SkillError } from './domain/skill-error.ts'
import { createLog, type Log } from './events/log.ts'
import { type HomeLayout, homeLayout } from './files/home-layout.ts'
import { folderStamp } from './files/read-file.ts'
import { isCode } from './files/storage-error.ts'
import type { FetchBytes } from './net/fetcher.ts'
import { type InstallAsked, type InstallReport, installSkill } from './packages/install-skill.ts'
import { offeredTo } from './recall-lab.ts'
import { findOffers } from './registry/find-offers.ts'
import { openRegistries, type Registries } from './registry/open-registries.ts'
import type { RunServe, RunStdio } from './serving.ts'
import { readOperatorToken } from './store/read-operator-token.ts'

const NONCE_BYTES = 18

/** What only a server needs (the protocol and HTTP packages), fetched when a server is asked for. */
export type LoadServing = () => Promise<{ runServe: RunServe; runStdio: RunStdio }>

/** What only attaching clients needs: the parsers of their files. */
export type LoadClientPlans = () => Promise<{ clientPlans: ClientPlans }>

/** What only an import by URL needs: the system's HTTP. */
export type LoadFetcher = () => Promise<{ fetchPublic: FetchBytes }>

export type Late = { loadServing: LoadServing; loadClientPlans: LoadClientPlans; loadFetcher: LoadFetcher }

/** @param script the absolute path of main.js: what a client is told to start. */
export async function runCommandLine(
  argv: string[],
  script: string,
  { loadServing, loadClientPlans, loadFetcher }: Late,
): Promise<number> {
  const log = createLog((line) => process.stderr.write(line))
  // `skill-cortex list | head`: a reader that has seen enough is no failure. A server listens for its own.
  process.stdout.on('error', (error) => {
    if (!isCode(error, 'EPIPE')) throw error
  })
  const installation: Surroundings['installation'] = (flags) => ({
    layout: homeLayout(readConfig(flags).home),
    node: process.execPath,
    script,
    platform: process.platform,
    env: process.env,
  })
  const around: Surroundings = {
    open: (flags) => openHome(flags, log),
    installation,
    clientPlans: async () => (await loadClientPlans()).clientPlans,
    fetcher: async () => (await loadFetcher()).fetchPublic,
    settings(flags) {
      const config = readConfig(flags)
      return { settings: explainConfig(config), warnings: config.warnings }
    },
    async serve(flags, opened) {
      const { runServe } = await loadServing()
      const announce = (app: App, url: string) => {
        process.stdout.write(`${announcement(app, url, script)}\n`)
        void opened?.(url)
      }
      const clientStatuses = async () => (await loadClientPlans()).clientPlans.clientStatuses(installation(flags))
      return runServe(flags, log, { announce, pagesFolder: join(dirname(script), 'dashboard'), clientStatuses })
    },
    async stdio(flags) {
      const { runStdio } = await loadServing()
      return runStdio(flags, log)
    },
    operatorToken: (flags) => readOperatorToken(homeLayout(readConfig(flags).home).operatorToken),
    openInBrowser: (url) => openInBrowser(url, process),
    newNonce: () => randomBytes(NONCE_BYTES).toString('base64url'),
    env: process.env,
    ask: (question) => askYesNo(question, process.stdin, process.stderr),
    dialog: () => openDialog(process.stdin, process.stderr),
    endable,
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    isScreen: process.stdout.isTTY === true,
    now: () => new Date(),
    writeOut: (text) => process.stdout.write(text),
    writeBytes: (bytes) => process.stdout.write(bytes),
    writeError: (text) => process.stderr.write(text),
  }
  return runProgram(argv, VERSION, around)
}

/** An opened home for one command. */
export async function openHome(
  flags: Flags,
  log: Log,
  options: Pick<OpenOptions, 'passes'> = {},
): Promise<CommandHome> {
  const config = readConfig(flags)
  const layout = homeLayout(config.home)
  assertHome(layout, config.homeOrigin)
  const app = await openApp({ flags, log, serving: false, ...options })
  await Promise.all([app.usage.level(), app.routing.levelSoon()])
  return {
    layout,
    store: app.store,
    mounts: app.mounts,
    shelf: app.shelf,
    library: app.library,
    review: app.review,
    requests: app.requests,
    workspaces: app.workspaces,
    install: (asked, fetchBytes) => installHere(asked, registriesOf(app, fetchBytes), app),
    offers: (words, fetchBytes) => offersFor(words, registriesOf(app, fetchBytes), app),
    standings: app.standings,
    operatorToken: () => readOperatorToken(layout.operatorToken),
    journal: app.journal,
    usageOf: app.usage.of,
    usageReport: app.usage.report,
    tallyOf: app.usage.tally,
    nearDuplicates: app.nearDuplicates,
    recall: ({ session, ...request }) => app.parts.recall({ ...request, session, actor: 'operator' }),
    cycles: app.cycles,
    bindings: app.bindings,
    ledger: app.ledger,
    reflection: app.reflection,
    learner: app.learner,
    routing: app.routing,
    learnSetting: { isOn: config.settings['recall.learn'], origin: config.origins['recall.learn'] },
    evalRecall: app.evalRecall,
    offered: (client) => offeredTo(client, app.parts),
    close: app.close,
  }
}

// The app that a command opens fetches nothing by itself.
function registriesOf({ config, parts: { now } }: App, fetchBytes: FetchBytes): Registries {
  return openRegistries({ registries: config.settings.registries, fetchBytes, now })
}

function installHere(asked: InstallAsked, registries: Registries, app: App): Promise<InstallReport> {
  const { now } = app.parts
  return installSkill(asked, { ...app, registries, now, userHome: homedir(), tell: app.journal.appendLedger })
}

async function offersFor(words: string, registries: Registries, { routing }: App): Promise<Offers> {
  const { blacklist } = await routing.overview()
  return findOffers({ task: '', keywords: [words], isWanted: (name) => !blacklist.includes(name) }, registries)
}

// A mistyped folder must not look like an empty library, and looking at one must not make one.
function assertHome({ home, skills, cortex }: HomeLayout, origin: string): void {
  if (folderStamp(skills) !== '-' || folderStamp(cortex) !== '-') return
  throw new SkillError(
    'not-found',
    `expected a library in ${home} (named by ${origin}), got neither skills/ nor cortex/ there`,
    'Name another folder with --home, or start "skill-cortex serve" once: it makes one.',
  )
}
