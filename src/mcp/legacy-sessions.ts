// Sessions of clients that speak a 2025 revision over HTTP: they expect `Mcp-Session-Id`, list_changed on a GET stream and
// DELETE. Bounded: an idle session is let go after a while or when many newer ones came; its client starts a new one (404).
import { randomUUID } from 'node:crypto'
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Audience } from './audience.ts'
import { lastingConnection } from './connection.ts'
import { buildServer, type ServerParts } from './server-factory.ts'

export const LEGACY_SESSIONS_MAX = 200
export const LEGACY_IDLE_MS_MAX = 30 * 60_000
const SWEEP_MS = 60_000

type Session = { transport: WebStandardStreamableHTTPServerTransport; close: () => Promise<void>; usedAt: number }

export type LegacySessions = {
  /** Undefined when the request belongs to no session: the stateless leg then answers it. */
  fetch(request: Request, body: unknown): Promise<Response | undefined>
  close(): Promise<void>
}

export function createLegacySessions(parts: ServerParts, audience: Audience): LegacySessions {
  const sessions = new Map<string, Session>()
  const fault = (error: unknown) => parts.log('http', 'closing a session failed', error)
  const drop = (id: string) => {
    const session = sessions.get(id)
    sessions.delete(id)
    session?.close().catch(fault)
  }
  const sweep = setInterval(() => {
    for (const [id, s] of sessions) if (performance.now() - s.usedAt > LEGACY_IDLE_MS_MAX) drop(id)
  }, SWEEP_MS).unref()

  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const id = randomUUID()
    const { server, subscribed } = buildServer(parts, lastingConnection(`http-${id}`))
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      enableJsonResponse: true,
      onsessioninitialized: () => {
        sessions.set(id, { transport, close: () => server.close(), usedAt: performance.now() })
        audience.join(server, subscribed)
        // The longest unused one makes room (a Map keeps the order of use, see `use`).
        if (sessions.size > LEGACY_SESSIONS_MAX) drop(sessions.keys().next().value!)
      },
      onsessionclosed: () => drop(id),
    })
    await server.connect(transport)
    const onclose = server.server.onclose
    server.server.onclose = () => {
      onclose?.()
      audience.leave(server)
      sessions.delete(id)
    }
    return transport
  }
  const use = (id: string): Session | undefined => {
    const session = sessions.get(id)
    if (session === undefined) return undefined
    session.usedAt = performance.now()
    sessions.delete(id)
    sessions.set(id, session)
    return session
  }
  return {
    async fetch(request, body) {
      const id = request.headers.get('mcp-session-id')
      if (id !== null) return use(id)?.transport.handleRequest(request, { parsedBody: body }) ?? unknownSession()
      if (!isInitializeRequest(body)) return undefined
      return (await open()).handleRequest(request, { parsedBody: body })
    },
    async close() {
      clearInterval(sweep)
      await Promise.all([...sessions.values()].map((session) => session.close()))
      sessions.clear()
    },
  }
}

// 404 is what makes a client start a new session (Streamable HTTP, session management).
function unknownSession(): Response {
  const error = { code: -32001, message: 'Session not found: it ended or was idle for too long. Initialize again.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}
