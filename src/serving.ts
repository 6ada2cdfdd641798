// The two ways in which the server runs until it is told to stop: on stdio for one client, on a port for many.
import { type App, openApp } from './app.ts'
import type { Flags } from './config.ts'
import type { Log } from './events/log.ts'
import { serveHttp } from './http/serve-http.ts'
import { openMcpHttp } from './mcp/http.ts'
import { openStdio } from './mcp/stdio.ts'

// What is still being written gets this long when the client is gone.
const CLOSE_MS_MAX = 800

export async function runStdio(flags: Flags, log: Log): Promise<number> {
  const app = await openApp({ flags, log, serving: true })
  const stdio = openStdio(app.parts)
  app.onChange(stdio.tell)
  await Promise.race([stdio.ended, stopSignal()])
  await closeInTime(async () => {
    await stdio.close()
    await app.close()
  }, log)
  return 0
}

/** @param announce told once the port is open, with what a person needs to attach a client. */
export async function runServe(flags: Flags, log: Log, announce: (app: App, url: string) => void): Promise<number> {
  const app = await openApp({ flags, log, serving: true })
  const { host, port, token } = app.config.settings
  const mcp = openMcpHttp(app.parts)
  app.onChange(mcp.tell)
  const startedAt = performance.now()
  const http = await serveHttp(
    {
      mcp: mcp.fetch,
      log,
      async recall({ peers: _peers, ...request }, session) {
        const { block, ...answer } = await app.parts.recall({ ...request, session, actor: 'agent' })
        return { ...answer, block }
      },
      health: () => ({
        status: 'ok',
        version: app.parts.version,
        skills: app.shelf.size(),
        faults: app.shelf.diagnostics().length,
        uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
      }),
    },
    { host, port, token: token ?? undefined },
  )
  announce(app, http.url)
  await stopSignal()
  await closeInTime(async () => {
    await mcp.close()
    await http.close()
    await app.close()
  }, log)
  return 0
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

async function closeInTime(close: () => Promise<void>, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log('stop', `closing took longer than ${CLOSE_MS_MAX} ms and was cut short`)
      resolve()
    }, CLOSE_MS_MAX)
  })
  await Promise.race([close(), late])
  clearTimeout(timer)
}
