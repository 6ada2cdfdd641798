// The two ways in which the server runs until it is told to stop: on stdio for one client, on a port for many.
import { type App, openApp } from './app.ts'
import type { Flags } from './config.ts'
import { SkillError } from './domain/skill-error.ts'
import type { Log } from './events/log.ts'
import { readBuiltFiles } from './files/built-files.ts'
import { isBearer, type Tokens } from './http/caller.ts'
import type { HttpParts } from './http/routes.ts'
import { type HttpServer, serveHttp } from './http/serve-http.ts'
import { createUiDoor } from './http/ui-door.ts'
import { type HttpAround, httpParts, httpTokens } from './http-parts.ts'
import { type McpOverHttp, openMcpHttp } from './mcp/http.ts'
import { openStdio } from './mcp/stdio.ts'
import { fetchPublic } from './net/fetch-public.ts'

// What is still being written gets this long when the client is gone; with the last answers on stdio it stays in a second.
const CLOSE_MS_MAX = 600
const UNREAD_MS_MAX = 200

export type RunStdio = typeof runStdio
export type RunServe = typeof runServe

export async function runStdio(flags: Flags, log: Log): Promise<number> {
  const app = await openApp({ flags, log, serving: true, fetchBytes: fetchPublic })
  const stdio = openStdio(app.parts)
  app.attach(stdio)
  await Promise.race([stdio.ended, stopSignal()])
  await closeInTime(async () => {
    await stdio.close()
    await app.close()
  }, log)
  return 0
}

type ClientStatuses = HttpParts['api']['clientStatuses']

export type ServeAround = {
  /** Told once the port is open, with what a person needs to attach a client. */
  announce: (app: App, url: string) => void
  /** The folder of the built dashboard. */
  pagesFolder: string
  /** How the clients on this machine are attached to the home. */
  clientStatuses: ClientStatuses
}

export async function runServe(
  flags: Flags,
  log: Log,
  { announce, pagesFolder, clientStatuses }: ServeAround,
): Promise<number> {
  const app = await openApp({ flags, log, serving: true, fetchBytes: fetchPublic })
  const http = await openHttp(app, log, { pages: readBuiltFiles(pagesFolder), clientStatuses })
  announce(app, http.url)
  await stopSignal()
  await closeInTime(async () => {
    await http.close()
    await app.close()
  }, log)
  return 0
}

/** The app on its port, whole; closes the app when it cannot be opened. */
export async function openHttp(app: App, log: Log, around: Omit<HttpAround, 'tokenFor'> = {}): Promise<HttpServer> {
  const tokens = await httpTokens(app, log)
  const speaksForPerson = ({ headers }: Request) => isBearer(headers.get('authorization'), tokens.operator)
  const mcp = openMcpHttp({ ...app.parts, speaksForPerson })
  app.attach(mcp)
  const server = await listen(app, { mcp: mcp.fetch, tokens, around }, log)
  const close = async () => {
    await mcp.close()
    await server.close()
  }
  return { ...server, close }
}

type Served = {
  mcp: McpOverHttp['fetch']
  tokens: Tokens
  around: HttpAround
}

// A port that nobody chose may be any port: a second server beside a first one is an ordinary case.
async function listen(app: App, { mcp, tokens, around }: Served, log: Log): Promise<HttpServer> {
  const { host, port } = app.config.settings
  const door = createUiDoor(tokens.operator, app.parts.now)
  const parts = httpParts(app, mcp, log, { ...around, tokenFor: door.tokenFor })
  const opened = (server: HttpServer) => {
    door.openedAt(server.port)
    return server
  }
  try {
    return opened(await serveHttp(parts, { host, port, tokens }))
  } catch (error) {
    const taken = error instanceof SkillError && error.code === 'busy'
    if (!taken || app.config.origins.port !== 'default') {
      await app.close()
      throw error
    }
    log('serve', `port ${port} is in use; a free one is taken instead`)
    return opened(await serveHttp(parts, { host, port: 0, tokens }))
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
