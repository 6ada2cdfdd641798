// The two ways in which the server runs until it is told to stop: on stdio for one client, on a port for many.
import { type App, openApp } from './app.ts'
import type { Flags } from './config.ts'
import { SkillError } from './domain/skill-error.ts'
import type { Log } from './events/log.ts'
import { isBearer, type Tokens } from './http/caller.ts'
import { type HttpServer, serveHttp } from './http/serve-http.ts'
import { httpParts, httpTokens } from './http-parts.ts'
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

/** @param announce told once the port is open, with what a person needs to attach a client. */
export async function runServe(flags: Flags, log: Log, announce: (app: App, url: string) => void): Promise<number> {
  const app = await openApp({ flags, log, serving: true, fetchBytes: fetchPublic })
  const http = await openHttp(app, log)
  announce(app, http.url)
  await stopSignal()
  await closeInTime(async () => {
    await http.close()
    await app.close()
  }, log)
  return 0
}

/** The app on its port, whole; closes the app when it cannot be opened. */
export async function openHttp(app: App, log: Log): Promise<HttpServer> {
  const tokens = await httpTokens(app, log)
  const speaksForPerson = ({ headers }: Request) => isBearer(headers.get('authorization'), tokens.operator)
  const mcp = openMcpHttp({ ...app.parts, speaksForPerson })
  app.attach(mcp)
  const server = await listen(app, { mcp: mcp.fetch, tokens }, log)
  const close = async () => {
    await mcp.close()
    await server.close()
  }
  return { ...server, close }
}

type Served = { mcp: McpOverHttp['fetch']; tokens: Tokens }

// A port that nobody chose may be any port: a second server beside a first one is an ordinary case.
async function listen(app: App, { mcp, tokens }: Served, log: Log): Promise<HttpServer> {
  const { host, port } = app.config.settings
  const parts = httpParts(app, mcp, log)
  try {
    return await serveHttp(parts, { host, port, tokens })
  } catch (error) {
    const taken = error instanceof SkillError && error.code === 'busy'
    if (!taken || app.config.origins.port !== 'default') {
      await app.close()
      throw error
    }
    log('serve', `port ${port} is in use; a free one is taken instead`)
    return serveHttp(parts, { host, port: 0, tokens })
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
