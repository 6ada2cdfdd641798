// Joins the command line to the app: what `serve` and `stdio` run, what the other commands open.
import { dirname, join } from 'node:path'
import { announcement } from './announce.ts'
import { type App, type OpenOptions, openApp, VERSION } from './app.ts'
import { askYesNo } from './cli/ask.ts'
import type { CommandHome, Surroundings } from './cli/command.ts'
import { openDialog } from './cli/dialog.ts'
import { endable } from './cli/endable.ts'
import { runProgram } from './cli/program.ts'
import type { ClientPlans } from './clients/client-plans.ts'
import { explainConfig, type Flags, readConfig } from './config.ts'
import type { Client } from './domain/client-channels.ts'
import type { Offered } from './domain/client-view.ts'
import { SkillError } from './domain/skill-error.ts'
import { createLog, type Log } from './events/log.ts'
import { type HomeLayout, homeLayout } from './files/home-layout.ts'
import { folderStamp } from './files/read-file.ts'
import { isCode } from './files/storage-error.ts'
import { serverInstructions } from './mcp/instructions.ts'
import { TOOLS } from './mcp/tools/index.ts'
import type { FetchBytes } from './net/fetcher.ts'
import type { RunServe, RunStdio } from './serving.ts'
import { readOperatorToken } from './store/read-operator-token.ts'

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
  const around: Surroundings = {
    open: (flags) => openHome(flags, log),
    installation: (flags) => ({
      layout: homeLayout(readConfig(flags).home),
      node: process.execPath,
      script,
      platform: process.platform,
      env: process.env,
    }),
    clientPlans: async () => (await loadClientPlans()).clientPlans,
    fetcher: async () => (await loadFetcher()).fetchPublic,
    settings(flags) {
      const config = readConfig(flags)
      return { settings: explainConfig(config), warnings: config.warnings }
    },
    async serve(flags) {
      const { runServe } = await loadServing()
      const announce = (app: App, url: string) => void process.stdout.write(`${announcement(app, url, script)}\n`)
      return runServe(flags, log, { announce, pagesFolder: join(dirname(script), 'dashboard') })
    },
    async stdio(flags) {
      const { runStdio } = await loadServing()
      return runStdio(flags, log)
    },
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
  await app.usage.level()
  return {
    layout,
    store: app.store,
    mounts: app.mounts,
    shelf: app.shelf,
    library: app.library,
    review: app.review,
    requests: app.requests,
    workspaces: app.workspaces,
    standings: app.standings,
    operatorToken: () => readOperatorToken(layout.operatorToken),
    journal: app.journal,
    usageOf: app.usage.of,
    usageReport: app.usage.report,
    tallyOf: app.usage.tally,
    nearDuplicates: app.nearDuplicates,
    recall: ({ session, ...request }) => app.parts.recall({ ...request, session, actor: 'operator' }),
    cycles: app.cycles,
    learner: app.learner,
    routing: app.routing,
    learnSetting: { isOn: config.settings['recall.learn'], origin: config.origins['recall.learn'] },
    evalRecall: app.evalRecall,
    offered: (client) => offeredBy(app, client),
    close: app.close,
  }
}

function offeredBy({ parts: { indexText, toolsets } }: App, client: Client): Offered {
  return {
    instructions: serverInstructions(indexText, client),
    indexText: (charsMax) => indexText.text(charsMax, client),
    index: indexText.shownTo(client),
    tools: TOOLS.filter((tool) => toolsets.includes(tool.toolset)).map(({ name, description, meta }) => ({
      name,
      description,
      isAlwaysLoaded: meta?.['anthropic/alwaysLoad'] === true,
    })),
  }
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
