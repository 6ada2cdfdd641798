// The two ways in which the server runs until it is told to stop: on stdio for one client, on a port for many.
import { type App, openApp } from './app.ts'
import type { Flags } from './config.ts'
import { SkillError } from './domain/skill-error.ts'
import type { Log } from './events/log.ts'
import type { HttpParts } from './http/routes.ts'
import { type HttpServer, serveHttp } from './http/serve-http.ts'
import { openMcpHttp } from './mcp/http.ts'
import { openStdio } from './mcp/stdio.ts'

// What is still being written gets this long when the client is gone; with the last answers on stdio it stays in a second.
const CLOSE_MS_MAX = 600
const UNREAD_MS_MAX = 200

export type RunStdio = typeof runStdio
export type RunServe = typeof runServe

export async function runStdio(flags: Flags, log: Log): Promise<number> {
  const app = await openApp({ flags, log, serving: true })
  const stdio = openStdio(app.parts)
  app.attach(stdio)
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
  const mcp = openMcpHttp(app.parts)
  app.attach(mcp)
  const http = await listen(app, httpParts(app, mcp.fetch, log), log)
  announce(app, http.url)
  await stopSignal()
  await closeInTime(async () => {
    await mcp.close()
    await http.close()
    await app.close()
  }, log)
  return 0
}

// A port that nobody chose may be any port: a second server beside a first one is an ordinary case.
async function listen(app: App, parts: HttpParts, log: Log): Promise<HttpServer> {
  const { host, port, token } = app.config.settings
  try {
    return await serveHttp(parts, { host, port, token: token ?? undefined })
  } catch (error) {
    const taken = error instanceof SkillError && error.code === 'busy'
    if (!taken || app.config.origins.port !== 'default') {
      await app.close()
      throw error
    }
    log('serve', `port ${port} is in use; a free one is taken instead`)
    return serveHttp(parts, { host, port: 0, token: token ?? undefined })
  }
}

function httpParts(app: App, mcp: HttpParts['mcp'], log: Log): HttpParts {
  const startedAt = performance.now()
  return {
    mcp,
    log,
    async recall({ peers: _peers, ...request }, session) {
      // The same JSON as the tool's structured content.
      const { block: _block, ...answer } = await app.parts.recall({ ...request, session, actor: 'agent' })
      return answer
    },
    health: () => ({
      status: 'ok',
      version: app.parts.version,
      skills: app.shelf.size(),
      faults: app.shelf.diagnostics().length,
      uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
    }),
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

async function closeInTime(close: () => Promise<void>, log: Log): Promise<void> {
  const late = setTimeout(() => {
    log('stop', `closing took longer than ${CLOSE_MS_MAX} ms and was cut short`)
    process.exit(0)
  }, CLOSE_MS_MAX)
  await close()
  clearTimeout(late)
  // What a client leaves unread in our pipe would keep the process alive for as long as that client lives.
  if (process.stdout.writableLength > 0) setTimeout(() => process.exit(0), UNREAD_MS_MAX).unref()
}
