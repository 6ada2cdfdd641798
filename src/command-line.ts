// Joins the command line to the app: what `serve` and `stdio` run, what the other commands open.
import { fileURLToPath } from 'node:url'
import { announcement } from './announce.ts'
import { openApp, VERSION } from './app.ts'
import type { CommandHome, Surroundings } from './cli/command.ts'
import { runProgram } from './cli/program.ts'
import { explainConfig, type Flags, readConfig } from './config.ts'
import { SkillError } from './domain/skill-error.ts'
import { createLog, type Log } from './events/log.ts'
import { type HomeLayout, homeLayout } from './files/home-layout.ts'
import { folderStamp } from './files/read-file.ts'
import { isCode } from './files/storage-error.ts'
import type { RunServe, RunStdio } from './serving.ts'

/** What only a server needs (the protocol and HTTP packages), fetched when a server is asked for. */
export type LoadServing = () => Promise<{ runServe: RunServe; runStdio: RunStdio }>

export async function runCommandLine(argv: string[], loadServing: LoadServing): Promise<number> {
  const log = createLog((line) => process.stderr.write(line))
  const script = fileURLToPath(new URL('./main.js', import.meta.url))
  // `skill-cortex list | head`: a reader that has seen enough is no failure. A server listens for its own.
  process.stdout.on('error', (error) => {
    if (!isCode(error, 'EPIPE')) throw error
  })
  const around: Surroundings = {
    open: (flags) => openHome(flags, log),
    settings(flags) {
      const config = readConfig(flags)
      return { settings: explainConfig(config), warnings: config.warnings }
    },
    async serve(flags) {
      const { runServe } = await loadServing()
      return runServe(flags, log, (app, url) => process.stdout.write(`${announcement(app, url, script)}\n`))
    },
    async stdio(flags) {
      const { runStdio } = await loadServing()
      return runStdio(flags, log)
    },
    env: process.env,
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    isScreen: process.stdout.isTTY === true,
    now: () => new Date(),
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  }
  return runProgram(argv, VERSION, around)
}

/** An opened home for one command. */
export async function openHome(flags: Flags, log: Log): Promise<CommandHome> {
  const config = readConfig(flags)
  const layout = homeLayout(config.home)
  assertHome(layout, config.homeOrigin)
  const app = await openApp({ flags, log, serving: false })
  await app.usage.level()
  return {
    layout,
    store: app.store,
    shelf: app.shelf,
    library: app.library,
    journal: app.journal,
    usageOf: app.usage.of,
    usageReport: app.usage.report,
    recall: ({ peers: _peers, session, ...request }) => app.parts.recall({ ...request, session, actor: 'operator' }),
    close: app.close,
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
