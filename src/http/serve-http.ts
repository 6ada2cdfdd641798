// The listening socket: loopback by default, bounded in time and number of connections. Another address is refused
// without a token, because everyone on the network could then read and write the library.
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { isLoopback } from '../domain/loopback.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Tokens } from './caller.ts'
import { createRoutes, type HttpParts } from './routes.ts'

const HEADERS_MS_MAX = 10_000
const REQUEST_MS_MAX = 30_000
const KEEP_ALIVE_MS = 15_000
const CHECK_MS = 5_000
const CONNECTIONS_MAX = 2_000

export type HttpOptions = { host: string; port: number; tokens: Tokens }
export type HttpServer = { url: string; port: number; close(): Promise<void> }

/** @throws SkillError `refused` without a token off loopback, `busy` when the port is taken. */
export async function serveHttp(parts: HttpParts, options: HttpOptions): Promise<HttpServer> {
  if (!isLoopback(options.host) && options.tokens.access === undefined) {
    throw new SkillError(
      'refused',
      `host: expected a loopback address, got "${options.host}" without a token`,
      'Set SKILL_CORTEX_TOKEN to a long random text, or leave out --host.',
    )
  }
  let port = options.port
  const app = createRoutes(parts, () => ({ host: options.host, port, tokens: options.tokens }))
  const server = await listen(app.fetch, options)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  port = address.port
  const name = options.host.includes(':') ? `[${options.host}]` : options.host
  return { url: `http://${name}:${port}`, port, close: () => closeServer(server) }
}

function listen(fetch: Parameters<typeof serve>[0]['fetch'], { host, port }: HttpOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({
      fetch,
      hostname: host,
      port,
      serverOptions: {
        headersTimeout: HEADERS_MS_MAX,
        requestTimeout: REQUEST_MS_MAX,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: CHECK_MS,
      },
    }) as Server
    server.maxConnections = CONNECTIONS_MAX
    server.once('listening', () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portTaken(port) : error),
    )
  })
}

function portTaken(port: number): SkillError {
  return new SkillError(
    'busy',
    `port ${port} is in use`,
    'Stop the other program or choose another port with --port (0 picks a free one).',
  )
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    // Streams of connected clients never end by themselves.
    server.closeAllConnections()
  })
}
