// Joins the command line to the app: what `serve` and `stdio` run, what the other commands open.
import { fileURLToPath } from 'node:url'
import { announcement } from './announce.ts'
import { openApp, VERSION } from './app.ts'
import type { CommandHome, Surroundings } from './cli/command.ts'
import { runProgram } from './cli/program.ts'
import { explainConfig, type Flags } from './config.ts'
import { createLog } from './events/log.ts'
import { homeLayout } from './files/home-layout.ts'
import { runServe, runStdio } from './serving.ts'

export async function runCommandLine(argv: string[]): Promise<number> {
  const log = createLog((line) => process.stderr.write(line))
  const script = fileURLToPath(new URL('./main.js', import.meta.url))
  const around: Surroundings = {
    open: (flags) => openHome(flags, log),
    serve: (flags) => runServe(flags, log, (app, url) => process.stdout.write(`${announcement(app, url, script)}\n`)),
    stdio: (flags) => runStdio(flags, log),
    env: process.env,
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    now: () => new Date(),
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  }
  return runProgram(argv, VERSION, around)
}

async function openHome(flags: Flags, log: ReturnType<typeof createLog>): Promise<CommandHome> {
  const app = await openApp({ flags, log, serving: false })
  await app.usage.level()
  return {
    layout: homeLayout(app.config.home),
    store: app.store,
    shelf: app.shelf,
    library: app.library,
    usageOf: app.usage.of,
    usageReport: app.usage.report,
    recall: ({ peers: _peers, session, ...request }) => app.parts.recall({ ...request, session, actor: 'operator' }),
    settings: () => explainConfig(app.config),
    close: app.close,
  }
}
